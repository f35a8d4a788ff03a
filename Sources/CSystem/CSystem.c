#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
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

char **sr_environment(void) { return environ; }

int sr_pipe(int *ends) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int sr_event(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

int sr_open_folder(const char *path) {
  int descriptor = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int sr_spawn_add_session(posix_spawnattr_t *attributes) {
  short flags = 0;
  int result = posix_spawnattr_getflags(attributes, &flags);
  return result != 0 ? result : posix_spawnattr_setflags(attributes, flags | POSIX_SPAWN_SETSID);
}

int sr_spawn_add_fchdir(posix_spawn_file_actions_t *actions, int descriptor) {
  return posix_spawn_file_actions_addfchdir_np(actions, descriptor);
}

int sr_spawn_add_closefrom(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

int sr_spawn_add_tcsetpgrp(posix_spawn_file_actions_t *actions, int terminal) {
  return posix_spawn_file_actions_addtcsetpgrp_np(actions, terminal);
}

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

int sr_pidfd_open(pid_t process) {
  long descriptor = syscall(SYS_pidfd_open, process, 0);
  return descriptor < 0 ? -errno : (int)descriptor;
}

int sr_wait(pid_t process, int options, int *code, int *status) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  while (waitid(P_PID, (id_t)process, &info, options) != 0) {
    if (errno != EINTR) return -errno;
  }
  if (info.si_pid == 0) return 0;
  *code = info.si_code;
  *status = info.si_status;
  return 1;
}

static void *reap(void *argument) {
  pid_t process = (pid_t)(intptr_t)argument;
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
  return NULL;
}

int sr_reap_in_background(pid_t process) {
  pthread_attr_t attributes;
  int result = pthread_attr_init(&attributes);
  if (result != 0) return result;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN < 65536 ? 65536 : PTHREAD_STACK_MIN);
  // The thread inherits a full mask, so that no signal of the process is handled on its small stack.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  result = pthread_create(&thread, &attributes, reap, (void *)(intptr_t)process);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  pthread_attr_destroy(&attributes);
  return result;
}

int sr_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return descriptor < 0 ? -errno : descriptor;
}

int sr_seal_memory_file(int descriptor) {
  if (ftruncate(descriptor, 0) != 0) return errno;
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_GROW) == 0 ? 0 : errno;
}

int sr_temporary_file(char *name) {
  int descriptor = mkostemp(name, O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int sr_rename_exclusively(const char *from, const char *to) {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

ssize_t sr_copy_range(int from, int to, size_t count) {
  ssize_t copied = copy_file_range(from, NULL, to, NULL, count, 0);
  return copied < 0 ? -errno : copied;
}

const char *sr_signal_abbreviation(int signal) { return sigabbrev_np(signal); }

const char *sr_error_description(int number) { return strerrordesc_np(number); }

static const int forwarded[] = {SIGINT, SIGTERM, SIGHUP};
enum { forwarded_count = sizeof forwarded / sizeof forwarded[0] };

static volatile sig_atomic_t event_descriptor = -1;
static volatile sig_atomic_t last_signal = 0;
static struct sigaction previous_actions[forwarded_count];
static char is_replaced[forwarded_count];

static void forward(int signal) {
  int saved = errno;
  last_signal = signal;
  uint64_t one = 1;
  if (event_descriptor >= 0 && write(event_descriptor, &one, sizeof one) < 0) {
    // The counter of an event descriptor is full only when nobody looks any more.
  }
  errno = saved;
}

int sr_forward_signals(int event) {
  struct sigaction child;
  if (event >= 0 && sigaction(SIGCHLD, NULL, &child) == 0 && child.sa_handler == SIG_IGN) signal(SIGCHLD, SIG_DFL);
  int is_first = event_descriptor < 0;
  if (event >= 0) event_descriptor = event;
  for (int index = 0; index < forwarded_count; index += 1) {
    if (event >= 0 && is_first) {
      struct sigaction current;
      if (sigaction(forwarded[index], NULL, &current) != 0) return errno;
      if (current.sa_handler == SIG_IGN) continue;
      struct sigaction action;
      memset(&action, 0, sizeof action);
      action.sa_handler = forward;
      action.sa_flags = SA_RESTART;
      sigemptyset(&action.sa_mask);
      if (sigaction(forwarded[index], &action, &previous_actions[index]) != 0) return errno;
      is_replaced[index] = 1;
    } else if (event < 0 && is_replaced[index]) {
      sigaction(forwarded[index], &previous_actions[index], NULL);
      is_replaced[index] = 0;
    }
  }
  if (event < 0) event_descriptor = -1;
  return 0;
}

int sr_forwarded_signal(void) { return last_signal; }

int sr_window_size(int terminal, int *rows, int *columns) {
  struct winsize size;
  memset(&size, 0, sizeof size);
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0) return errno;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return 0;
}

int sr_hold_signals(sigset_t *previous) {
  static const int held[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
  sigset_t set;
  sigemptyset(&set);
  for (size_t index = 0; index < sizeof held / sizeof held[0]; index += 1) {
    struct sigaction action;
    // One that is blocked is kept although it is ignored (nohup), so it must not be blocked.
    if (sigaction(held[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN) sigaddset(&set, held[index]);
  }
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) return -errno;
  int result = pthread_sigmask(SIG_BLOCK, &set, previous);
  if (result == 0) return descriptor;
  close(descriptor);
  return -result;
}

int sr_next_signal(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void sr_stop_job(const sigset_t *previous) {
  sigset_t mask = *previous, current;
  sigdelset(&mask, SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, &current);
  kill(0, SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &current, NULL);
}
