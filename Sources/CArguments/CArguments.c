#include "CArguments.h"

static char **arguments;
static int argument_count;

/// glibc calls what is in .init_array with the arguments of `main`.
__attribute__((constructor)) static void keep(int count, char **list) { _swift_stdlib_overrideUnsafeArgvArgc(list, count); }

char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = argument_count;
  return arguments;
}

void _swift_stdlib_overrideUnsafeArgvArgc(char **list, int count) {
  arguments = list;
  argument_count = count;
}
