// Runs commands in turn, many times, and prints how long each took.
//
//   measure ROUNDS [NAME=VALUE…] COMMAND [ARGUMENT…] [::: [NAME=VALUE…] COMMAND [ARGUMENT…]]…
//
// One line per command: median and minimum wall time and median processor time in microseconds, and the largest resident
// size in KiB. Commands alternate, so that a machine that slows down slows all of them. One round before the measured ones
// warms the caches; in it a command's stderr is passed on. A command that does not exit with 0 ends the measurement with
// status 1.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

enum { MAXIMUM_COMMANDS = 16 };

typedef struct {
  char **arguments;
  char **environment;
  double *wall;
  double *processor;
  long resident;
} Command;

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (memory == NULL) {
    perror("measure");
    exit(2);
  }
  return memory;
}

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static double of_timeval(struct timeval value) { return (double)value.tv_sec * 1e6 + (double)value.tv_usec; }

static void run(Command *command, int round, int passes_stderr) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (!passes_stderr) posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child;
  double start = microseconds();
  int error = posix_spawnp(&child, command->arguments[0], &actions, NULL, command->arguments, command->environment);
  if (error != 0) {
    fprintf(stderr, "measure: %s: %s\n", command->arguments[0], strerror(error));
    exit(1);
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0) {
    if (errno != EINTR) {
      perror("measure: wait4");
      exit(2);
    }
  }
  double end = microseconds();
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fprintf(stderr, "measure: failed with wait status %d:", status);
    for (char **argument = command->arguments; *argument != NULL; argument++) fprintf(stderr, " %s", *argument);
    fputc('\n', stderr);
    exit(1);
  }
  if (round < 0) return;
  command->wall[round] = end - start;
  command->processor[round] = of_timeval(usage.ru_utime) + of_timeval(usage.ru_stime);
  if (usage.ru_maxrss > command->resident) command->resident = usage.ru_maxrss;
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return count % 2 == 1 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static char **environment_with(char **additions, int count) {
  int inherited = 0;
  while (environ[inherited] != NULL) inherited++;
  char **result = allocate((size_t)(inherited + count + 1), sizeof *result);
  int used = 0;
  for (int index = 0; index < inherited; index++) {
    int replaced = 0;
    for (int addition = 0; addition < count; addition++) {
      size_t name = (size_t)(strchr(additions[addition], '=') - additions[addition]) + 1;
      if (strncmp(environ[index], additions[addition], name) == 0) replaced = 1;
    }
    if (!replaced) result[used++] = environ[index];
  }
  for (int addition = 0; addition < count; addition++) result[used++] = additions[addition];
  return result;
}

int main(int count, char **arguments) {
  int rounds = count > 2 ? atoi(arguments[1]) : 0;
  if (rounds < 1) {
    fprintf(stderr, "usage: measure ROUNDS [NAME=VALUE...] COMMAND [ARGUMENT...] [::: ...]...\n");
    return 2;
  }
  Command commands[MAXIMUM_COMMANDS];
  int number = 0;
  int index = 2;
  while (index < count && number < MAXIMUM_COMMANDS) {
    int first = index;
    while (index < count && strchr(arguments[index], '=') != NULL) index++;
    Command *command = &commands[number];
    command->environment = environment_with(arguments + first, index - first);
    command->arguments = arguments + index;
    command->wall = allocate((size_t)rounds, sizeof(double));
    command->processor = allocate((size_t)rounds, sizeof(double));
    command->resident = 0;
    while (index < count && strcmp(arguments[index], ":::") != 0) index++;
    if (command->arguments == arguments + index) {
      fprintf(stderr, "measure: a command is missing\n");
      return 2;
    }
    // argv itself ends with NULL; the separators become the other ends.
    if (index < count) arguments[index++] = NULL;
    number++;
  }
  if (index < count) {
    fprintf(stderr, "measure: more than %d commands\n", MAXIMUM_COMMANDS);
    return 2;
  }
  for (int round = -1; round < rounds; round++) {
    for (int command = 0; command < number; command++) run(&commands[command], round, round < 0);
  }
  for (int command = 0; command < number; command++) {
    double wall = median(commands[command].wall, rounds);
    double processor = median(commands[command].processor, rounds);
    printf("%.1f %.1f %.1f %ld\n", wall, commands[command].wall[0], processor, commands[command].resident);
  }
  return 0;
}
