#include "CCurl.h"

#include <dlfcn.h>

void *sr_curl_open(void) { return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL); }
