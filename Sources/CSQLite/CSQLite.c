#include "CSQLite.h"

#include <dlfcn.h>

void *sr_sqlite_open(void) { return dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL); }
