#ifndef CCurses_H
#define CCurses_H

/// ncursesw's knowledge of terminals (its terminfo functions), opened when it is first needed. Its screen is not used:
/// it counts columns scalar by scalar. One terminal at a time, from one thread.

/// What came of looking up a terminal.
enum sr_terminal_result {
  SR_TERMINAL_OK = 0,
  /// libncursesw.so.6 is not installed, or lacks a function.
  SR_TERMINAL_NO_LIBRARY = 1,
  /// The database has no entry of that name.
  SR_TERMINAL_UNKNOWN = 2,
};

/// Reads the entry of a terminal, such as `xterm-256color`; it stays until the next call.
int sr_terminal_read(const char *_Nonnull name, int descriptor);

/// The sequence of a capability, such as `smcup`; NULL where the terminal has none. Valid until the next sr_terminal_read.
const char *_Nullable sr_terminal_string(const char *_Nonnull capability);

/// The sequence of a capability that takes numbers, such as `cup`; NULL where the terminal has none. Valid until the next
/// call.
const char *_Nullable sr_terminal_format(const char *_Nonnull capability, int first, int second);

/// A number, such as that of `colors`; -1 where the terminal has none.
int sr_terminal_number(const char *_Nonnull capability);

#endif
