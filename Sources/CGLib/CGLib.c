#include "CGLib.h"

#include <dlfcn.h>

void *sr_glib_open(void) { return dlopen("libgio-2.0.so.0", RTLD_NOW | RTLD_LOCAL); }
