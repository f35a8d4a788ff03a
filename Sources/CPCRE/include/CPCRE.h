#ifndef CPCRE_H
#define CPCRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PCRE2 (the engine inside GLib's GRegex, too) opened by dlopen when the first pattern is compiled. It is called
// directly and not through GRegex because GRegex gives neither the byte at which a pattern is wrong, nor the names of
// its groups, nor a bound on the work of a whole search: PCRE2's match limit begins anew at every start position.

/// A compiled pattern. PCRE2 never changes one after compiling, so threads may share it (pcre2api, "Multithreading").
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void *_Nullable code;
} sr_pattern;

/// Whether the library could be opened. Every other function may only be called after this was true.
bool sr_pcre_load(void);

/// Compiles UTF-8 bytes. On failure `code` is null, `error` is PCRE2's number and `offset` the byte that is wrong.
sr_pattern sr_pcre_compile(const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull error, size_t *_Nonnull offset);

void sr_pcre_free(sr_pattern pattern);

/// PCRE2's English phrase for one of its error numbers, ended by NUL.
void sr_pcre_message(int error, uint8_t *_Nonnull buffer, size_t size);

/// The number of groups, and the number and layout of named ones: entries of `entry_size` bytes, each a group number
/// of two bytes (high byte first) and a name ended by NUL, sorted by name.
typedef struct {
  uint32_t groups;
  uint32_t names;
  uint32_t entry_size;
  const uint8_t *_Nullable table;
} sr_pattern_names;

sr_pattern_names sr_pcre_names(sr_pattern pattern);

enum {
  sr_pcre_no_match = -1,
  sr_pcre_callout = -37,
  sr_pcre_match_limit = -47,
  sr_pcre_depth_limit = -53,
  sr_pcre_heap_limit = -63,
};

/// Searches valid UTF-8. Returns the number of groups that are set (at least 1) or an error number; `offsets` gets
/// start and end of the whole match and of each group, SIZE_MAX for a group that took no part. `work` bounds the
/// search: each step of the pattern costs 16, each byte that a step moves by costs 1; when it is used up the result
/// is `sr_pcre_callout`.
int sr_pcre_match(sr_pattern pattern, const uint8_t *_Nonnull bytes, size_t length, uint64_t work,
                  size_t *_Nullable offsets, size_t capacity);

#endif
