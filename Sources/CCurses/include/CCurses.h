#ifndef CCurses_H
#define CCurses_H

/// Opens libncursesw.so.6 when it is first needed, so that programs which never need it do not pay for loading it.
///
/// Returns the handle of dlopen, or NULL when the library is not installed.
void *sr_curses_open(void);

#endif
