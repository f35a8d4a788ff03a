#include "CCurses.h"

#include <dlfcn.h>

void *sr_curses_open(void) { return dlopen("libncursesw.so.6", RTLD_NOW | RTLD_LOCAL); }
