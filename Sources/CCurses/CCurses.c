#include "CCurses.h"

#include <dlfcn.h>
#include <stddef.h>

// The prototypes of <term.h>, which only the package for development has. They are part of the library's binary
// interface, version 6.
static int (*setupterm_function)(const char *, int, int *);
static char *(*tigetstr_function)(const char *);
static int (*tigetnum_function)(const char *);
static char *(*tiparm_function)(const char *, ...);
static int (*del_curterm_function)(void *);
static void **cur_term_variable;

static int is_open(void) {
  if (tiparm_function) return 1;
  void *library = dlopen("libncursesw.so.6", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  // In Debian these live in libtinfo, which the library brings along.
  setupterm_function = (int (*)(const char *, int, int *))dlsym(library, "setupterm");
  tigetstr_function = (char *(*)(const char *))dlsym(library, "tigetstr");
  tigetnum_function = (int (*)(const char *))dlsym(library, "tigetnum");
  del_curterm_function = (int (*)(void *))dlsym(library, "del_curterm");
  cur_term_variable = (void **)dlsym(library, "cur_term");
  if (!setupterm_function || !tigetstr_function || !tigetnum_function || !del_curterm_function || !cur_term_variable) {
    return 0;
  }
  tiparm_function = (char *(*)(const char *, ...))dlsym(library, "tiparm");
  return tiparm_function != NULL;
}

int sr_terminal_read(const char *name, int descriptor) {
  if (!is_open()) return SR_TERMINAL_NO_LIBRARY;
  if (*cur_term_variable) {
    void *previous = *cur_term_variable;
    del_curterm_function(previous);
  }
  // Without a place for the reason, setupterm would end the process.
  int reason = 0;
  return setupterm_function(name, descriptor, &reason) == 0 ? SR_TERMINAL_OK : SR_TERMINAL_UNKNOWN;
}

const char *sr_terminal_string(const char *capability) {
  const char *value = tigetstr_function(capability);
  // (char *)-1 is for a name that is no string capability.
  return value == (const char *)-1 || (value && !*value) ? NULL : value;
}

const char *sr_terminal_format(const char *capability, int first, int second) {
  const char *value = sr_terminal_string(capability);
  return value ? tiparm_function(value, first, second) : NULL;
}

int sr_terminal_number(const char *capability) {
  int number = tigetnum_function(capability);
  return number < 0 ? -1 : number;
}
