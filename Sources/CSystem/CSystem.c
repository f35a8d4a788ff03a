#define _GNU_SOURCE
#include "CSystem.h"

#include <locale.h>
#include <pthread.h>
#include <wchar.h>

static pthread_once_t width_locale_once = PTHREAD_ONCE_INIT;
static locale_t width_locale = (locale_t)0;

static void make_width_locale(void) { width_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

// glibc has no wcwidth_l: the thread's own locale is changed for the call, which other threads never see.
int sr_wcwidth(unsigned int scalar) {
  pthread_once(&width_locale_once, make_width_locale);
  locale_t previous = width_locale ? uselocale(width_locale) : (locale_t)0;
  int width = wcwidth((wchar_t)scalar);
  if (previous) uselocale(previous);
  return width;
}
