#ifndef CSQLite_H
#define CSQLite_H

/// Opens libsqlite3.so.0 when it is first needed, so that programs which never need it do not pay for loading it.
///
/// Returns the handle of dlopen, or NULL when the library is not installed.
void *sr_sqlite_open(void);

#endif
