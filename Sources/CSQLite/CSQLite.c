#define _GNU_SOURCE
#include "CSQLite.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

typedef void (*destructor)(void *);

static struct {
  int (*open_v2)(const char *, sr_database **, int, const char *);
  int (*close_v2)(sr_database *);
  int (*db_config)(sr_database *, int, ...);
  int (*extended_result_codes)(sr_database *, int);
  int (*busy_timeout)(sr_database *, int);
  int (*exec)(sr_database *, const char *, void *, void *, void *);
  const char *(*errmsg)(sr_database *);
  int (*system_errno)(sr_database *);
  int64_t (*last_insert_rowid)(sr_database *);
  int (*changes)(sr_database *);
  int (*get_autocommit)(sr_database *);
  int (*prepare_v2)(sr_database *, const char *, int, sr_statement **, const char **);
  int (*finalize)(sr_statement *);
  int (*reset)(sr_statement *);
  int (*bind_int64)(sr_statement *, int, int64_t);
  int (*bind_text64)(sr_statement *, int, const char *, uint64_t, destructor, unsigned char);
  int (*bind_blob64)(sr_statement *, int, const void *, uint64_t, destructor);
  int (*bind_null)(sr_statement *, int);
  int (*step)(sr_statement *);
  int (*column_type)(sr_statement *, int);
  int64_t (*column_int64)(sr_statement *, int);
  const void *(*column_blob)(sr_statement *, int);
  int (*column_bytes)(sr_statement *, int);
} sqlite;

static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Its 1200 functions call each other by name. Looked for in the library first, they are found in half the time. What
  // the person preloads (fakeroot, an allocator) must still come before it.
  void *library = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL | (getenv("LD_PRELOAD") ? 0 : RTLD_DEEPBIND));
  if (!library) return;
#define FIND(name) \
  if (!(*(void **)&sqlite.name = dlsym(library, "sqlite3_" #name))) return
  FIND(open_v2);
  FIND(close_v2);
  FIND(db_config);
  FIND(extended_result_codes);
  FIND(busy_timeout);
  FIND(exec);
  FIND(errmsg);
  FIND(system_errno);
  FIND(last_insert_rowid);
  FIND(changes);
  FIND(get_autocommit);
  FIND(prepare_v2);
  FIND(finalize);
  FIND(reset);
  FIND(bind_int64);
  FIND(bind_text64);
  FIND(bind_blob64);
  FIND(bind_null);
  FIND(step);
  FIND(column_type);
  FIND(column_int64);
  FIND(column_blob);
  FIND(column_bytes);
#undef FIND
  loaded = true;
}

bool sr_sqlite_load(void) {
  pthread_once(&once, load);
  return loaded;
}

enum {
  OPEN_READWRITE = 0x00000002,
  OPEN_NOMUTEX = 0x00008000,
  OPEN_NOFOLLOW = 0x01000000,
  DBCONFIG_NO_CKPT_ON_CLOSE = 1006,
  ENCODING_UTF8 = 1,
  TYPE_NULL = 5,
};

// SQLITE_TRANSIENT: the bytes are copied at once.
#define TRANSIENT ((destructor)-1)

int sr_sqlite_open(const char *path, sr_database **database) {
  int code = sqlite.open_v2(path, database, OPEN_READWRITE | OPEN_NOMUTEX | OPEN_NOFOLLOW, NULL);
  if (code != 0) return code;
  sqlite.extended_result_codes(*database, 1);
  sqlite.db_config(*database, DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
  return 0;
}

void sr_sqlite_close(sr_database *database) { sqlite.close_v2(database); }

void sr_sqlite_busy_timeout(sr_database *database, int milliseconds) { sqlite.busy_timeout(database, milliseconds); }

int sr_sqlite_execute(sr_database *database, const char *sql) { return sqlite.exec(database, sql, NULL, NULL, NULL); }

const char *sr_sqlite_message(sr_database *database) { return sqlite.errmsg(database); }

int sr_sqlite_errno(sr_database *database) { return sqlite.system_errno(database); }

int64_t sr_sqlite_last_row(sr_database *database) { return sqlite.last_insert_rowid(database); }

int sr_sqlite_changes(sr_database *database) { return sqlite.changes(database); }

bool sr_sqlite_in_transaction(sr_database *database) { return sqlite.get_autocommit(database) == 0; }

int sr_sqlite_prepare(sr_database *database, const char *sql, sr_statement **statement) {
  return sqlite.prepare_v2(database, sql, -1, statement, NULL);
}

void sr_sqlite_finalize(sr_statement *statement) { sqlite.finalize(statement); }

void sr_sqlite_reset(sr_statement *statement) { sqlite.reset(statement); }

int sr_sqlite_bind_number(sr_statement *statement, int index, int64_t value) {
  return sqlite.bind_int64(statement, index, value);
}

// A null pointer would bind NULL instead of something empty.
int sr_sqlite_bind_text(sr_statement *statement, int index, const uint8_t *bytes, size_t length) {
  return sqlite.bind_text64(statement, index, bytes ? (const char *)bytes : "", length, TRANSIENT, ENCODING_UTF8);
}

int sr_sqlite_bind_blob(sr_statement *statement, int index, const uint8_t *bytes, size_t length) {
  return sqlite.bind_blob64(statement, index, bytes ? (const void *)bytes : "", length, TRANSIENT);
}

int sr_sqlite_bind_null(sr_statement *statement, int index) { return sqlite.bind_null(statement, index); }

int sr_sqlite_step(sr_statement *statement) { return sqlite.step(statement); }

bool sr_sqlite_column_is_null(sr_statement *statement, int column) {
  return sqlite.column_type(statement, column) == TYPE_NULL;
}

int64_t sr_sqlite_column_number(sr_statement *statement, int column) { return sqlite.column_int64(statement, column); }

const uint8_t *sr_sqlite_column_bytes(sr_statement *statement, int column, size_t *length) {
  // In this order: asking for the length first could convert the value afterwards.
  const uint8_t *bytes = sqlite.column_blob(statement, column);
  *length = (size_t)sqlite.column_bytes(statement, column);
  return bytes;
}
