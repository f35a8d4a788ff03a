#define _GNU_SOURCE
#include "CSystem.h"

#include <locale.h>
#include <wchar.h>

int sr_wcwidth(unsigned int scalar) {
  static locale_t locale = (locale_t)0;
  if (locale == (locale_t)0) locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  locale_t previous = locale ? uselocale(locale) : (locale_t)0;
  int width = wcwidth((wchar_t)scalar);
  if (previous) uselocale(previous);
  return width;
}
