// Commits rows of 1 KB to an SQLite database, each in a transaction of its own that is on the disk when it returns (WAL,
// synchronous=FULL), which is the least that accepting a job takes.
//
//   commit FILE COUNT
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Declared here, so that no headers are needed.
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
int sqlite3_open(const char *, sqlite3 **);
int sqlite3_exec(sqlite3 *, const char *, void *, void *, char **);
int sqlite3_prepare_v2(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int sqlite3_bind_blob(sqlite3_stmt *, int, const void *, int, void (*)(void *));
int sqlite3_step(sqlite3_stmt *);
int sqlite3_reset(sqlite3_stmt *);
int sqlite3_db_config(sqlite3 *, int, ...);
const char *sqlite3_errmsg(sqlite3 *);

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: commit FILE COUNT\n");
    return 2;
  }
  static char row[1024];
  memset(row, 'a', sizeof row);
  sqlite3 *database;
  sqlite3_stmt *insert;
  if (sqlite3_open(arguments[1], &database) != 0) return 1;
  // SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: the measured program does not copy its log at its end either.
  sqlite3_db_config(database, 1006, 1, (int *)NULL);
  if (sqlite3_exec(database,
                   "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS row(content)", NULL,
                   NULL, NULL) != 0 ||
      sqlite3_prepare_v2(database, "INSERT INTO row VALUES(?)", -1, &insert, NULL) != 0) {
    fprintf(stderr, "commit: %s\n", sqlite3_errmsg(database));
    return 1;
  }
  for (int number = atoi(arguments[2]); number > 0; number--) {
    sqlite3_bind_blob(insert, 1, row, sizeof row, NULL);
    if (sqlite3_step(insert) != 101) {
      fprintf(stderr, "commit: %s\n", sqlite3_errmsg(database));
      return 1;
    }
    sqlite3_reset(insert);
  }
  return 0;
}
