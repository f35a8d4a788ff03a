#ifndef CSQLite_H
#define CSQLite_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// SQLite opened by dlopen when a job is first stored or asked for: linking it costs 0.7 ms at every start. The prototypes
// and numbers are declared by hand, so that no headers are needed for building; they belong to the stable interface of
// libsqlite3.so.0.

/// Opens the library, once; false when it, or one of the functions, is not there.
bool sr_sqlite_load(void);

typedef struct sr_database sr_database;
typedef struct sr_statement sr_statement;

/// The result codes that are told apart; the lowest byte of an extended one.
enum {
  sr_sqlite_ok = 0,
  sr_sqlite_busy = 5,
  sr_sqlite_readonly = 8,
  sr_sqlite_ioerr = 10,
  sr_sqlite_corrupt = 11,
  sr_sqlite_full = 13,
  sr_sqlite_cantopen = 14,
  sr_sqlite_notadb = 26,
  sr_sqlite_row = 100,
  sr_sqlite_done = 101,
};

/// Opens an existing file for reading and writing; one thread at a time may use the connection. On failure `database` may
/// still be set, to ask it for the reason.
int sr_sqlite_open(const char *_Nonnull path, sr_database *_Nullable *_Nonnull database);
/// Closes the connection; the last one leaves the log where it is instead of copying it into the database.
void sr_sqlite_close(sr_database *_Nonnull database);
/// How long a lock that somebody else holds is waited for.
void sr_sqlite_busy_timeout(sr_database *_Nonnull database, int milliseconds);
/// Runs statements that return no rows.
int sr_sqlite_execute(sr_database *_Nonnull database, const char *_Nonnull sql);
const char *_Nonnull sr_sqlite_message(sr_database *_Nonnull database);
/// The errno of the last failed system call; 0 when there was none.
int sr_sqlite_errno(sr_database *_Nonnull database);
int64_t sr_sqlite_last_row(sr_database *_Nonnull database);
/// Rows that the last statement changed.
int sr_sqlite_changes(sr_database *_Nonnull database);
/// Whether a transaction is open.
bool sr_sqlite_in_transaction(sr_database *_Nonnull database);

int sr_sqlite_prepare(sr_database *_Nonnull database, const char *_Nonnull sql,
                      sr_statement *_Nullable *_Nonnull statement);
void sr_sqlite_finalize(sr_statement *_Nonnull statement);
void sr_sqlite_reset(sr_statement *_Nonnull statement);
/// Parameters count from 1. Bytes are copied.
int sr_sqlite_bind_number(sr_statement *_Nonnull statement, int index, int64_t value);
int sr_sqlite_bind_text(sr_statement *_Nonnull statement, int index, const uint8_t *_Nullable bytes, size_t length);
int sr_sqlite_bind_blob(sr_statement *_Nonnull statement, int index, const uint8_t *_Nullable bytes, size_t length);
int sr_sqlite_bind_null(sr_statement *_Nonnull statement, int index);
/// `sr_sqlite_row`, `sr_sqlite_done` or an error.
int sr_sqlite_step(sr_statement *_Nonnull statement);
/// Columns count from 0. The bytes are valid until the next step or reset.
bool sr_sqlite_column_is_null(sr_statement *_Nonnull statement, int column);
int64_t sr_sqlite_column_number(sr_statement *_Nonnull statement, int column);
const uint8_t *_Nullable sr_sqlite_column_bytes(sr_statement *_Nonnull statement, int column, size_t *_Nonnull length);

#endif
