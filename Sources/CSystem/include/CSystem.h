#ifndef CSystem_H
#define CSystem_H

#include <signal.h>
#include <spawn.h>
#include <sys/types.h>

/// The number of terminal columns that one Unicode scalar takes (0, 1 or 2), or -1 for a control character and for one that
/// the C library does not know. Any thread may call it.
int sr_wcwidth(unsigned int scalar);

/// The environment of this process, `NAME=VALUE` each, ended by NULL; valid until somebody calls setenv.
char *_Nullable *_Nullable sr_environment(void);

/// Both ends of a pipe, reader first, closed on exec. 0 or an errno.
int sr_pipe(int *_Nonnull ends);
/// An event descriptor with the counter 0, closed on exec and never waiting; or minus an errno.
int sr_event(void);

/// A folder that can be entered and searched though perhaps not read, closed on exec; or minus an errno.
int sr_open_folder(const char *_Nonnull path);

/// Adds a session of its own to what the child gets. 0 or an errno.
int sr_spawn_add_session(posix_spawnattr_t *_Nonnull attributes);
/// The child changes into the folder of an open descriptor. 0 or an errno.
int sr_spawn_add_fchdir(posix_spawn_file_actions_t *_Nonnull actions, int descriptor);
/// The child closes every descriptor from `lowest` on. 0 or an errno.
int sr_spawn_add_closefrom(posix_spawn_file_actions_t *_Nonnull actions, int lowest);
/// The child makes its group the foreground group of the terminal. 0 or an errno.
int sr_spawn_add_tcsetpgrp(posix_spawn_file_actions_t *_Nonnull actions, int terminal);

/// A descriptor that becomes readable when the process ends; or minus an errno (ENOSYS before Linux 5.3).
int sr_pidfd_open(pid_t process);

/// Asks for a change of a child's state; `options` are waitid's. 1 when there is one, 0 when there is none, or minus an
/// errno. `code` is CLD_EXITED, CLD_KILLED, CLD_DUMPED or CLD_STOPPED; `status` the exit status or the signal.
int sr_wait(pid_t process, int options, int *_Nonnull code, int *_Nonnull status);

/// Collects a child's exit status whenever it ends, on a thread of its own, so that no zombie stays. 0 or an errno.
int sr_reap_in_background(pid_t process);

/// A file that lies in memory only and whose growth can be stopped; or minus an errno.
int sr_memory_file(const char *_Nonnull name);
/// Empties a memory file and makes every later write fail with EPERM. 0 or an errno.
int sr_seal_memory_file(int descriptor);

/// Makes a private file, closed on exec, and puts its name in the place of the X's; or minus an errno.
int sr_temporary_file(char *_Nonnull name);
/// Renames a file unless something has the new name. 0 or an errno: EEXIST, or EINVAL where the file system cannot.
int sr_rename_exclusively(const char *_Nonnull from, const char *_Nonnull to);
/// Copies up to `count` bytes between files at their offsets inside the kernel; the number copied, 0 at the end, or
/// minus an errno where it cannot be done for these files.
ssize_t sr_copy_range(int from, int to, size_t count);

/// The abbreviation of a signal, such as `KILL`; NULL for an unknown one.
const char *_Nullable sr_signal_abbreviation(int signal);

/// What an errno means, in English; NULL for an unknown one.
const char *_Nullable sr_error_description(int number);

/// Makes SIGINT, SIGTERM and SIGHUP wake whoever polls the event descriptor instead of ending the process; a signal
/// that was ignored stays ignored (nohup). Undoes an ignored SIGCHLD, which would lose every exit status. -1 restores
/// what was there before. 0 or an errno.
int sr_forward_signals(int event);
/// The signal that was forwarded last; 0 when there was none.
int sr_forwarded_signal(void);

/// The size of a terminal in characters. 0 or an errno.
int sr_window_size(int terminal, int *_Nonnull rows, int *_Nonnull columns);

/// Blocks SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP and SIGWINCH in this thread, those that are ignored excepted, and
/// returns a descriptor that is readable while one of them waits; or minus an errno. `previous` keeps the thread's mask.
int sr_hold_signals(sigset_t *_Nonnull previous);
/// Takes the next signal that waits; 0 when none does.
int sr_next_signal(int descriptor);
/// Stops this process's job as Ctrl-Z does, and returns when it is continued: at once where nobody could continue it. The
/// mask is that of the thread before its signals were held.
void sr_stop_job(const sigset_t *_Nonnull previous);

#endif
