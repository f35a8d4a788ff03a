#include "CPCRE.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// The prototypes are declared here because the library's headers are not needed for building otherwise. They belong
// to the stable interface of libpcre2-8.so.0; the suffix _8 is the width of a code unit.
typedef struct {
  uint32_t version, callout_number, capture_top, capture_last;
  size_t *offset_vector;
  const uint8_t *mark, *subject;
  size_t subject_length, start_match, current_position, pattern_position, next_item_length;
} callout_block;

static struct {
  void *(*compile)(const uint8_t *, size_t, uint32_t, int *, size_t *, void *);
  void (*code_free)(void *);
  int (*get_error_message)(int, uint8_t *, size_t);
  int (*pattern_info)(const void *, uint32_t, void *);
  void *(*match_data_create_from_pattern)(const void *, void *);
  void (*match_data_free)(void *);
  size_t *(*get_ovector_pointer)(void *);
  uint32_t (*get_ovector_count)(void *);
  int (*match)(const void *, const uint8_t *, size_t, size_t, uint32_t, void *, void *);
  void *(*compile_context_create)(void *);
  void (*compile_context_free)(void *);
  int (*set_newline)(void *, uint32_t);
  void *(*match_context_create)(void *);
  void (*match_context_free)(void *);
  int (*set_callout)(void *, int (*)(callout_block *, void *), void *);
  int (*set_heap_limit)(void *, uint32_t);
} pcre;

static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libpcre2-8.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define FIND(name) \
  if (!(*(void **)&pcre.name = dlsym(library, "pcre2_" #name "_8"))) return
  FIND(compile);
  FIND(code_free);
  FIND(get_error_message);
  FIND(pattern_info);
  FIND(match_data_create_from_pattern);
  FIND(match_data_free);
  FIND(get_ovector_pointer);
  FIND(get_ovector_count);
  FIND(match);
  FIND(compile_context_create);
  FIND(compile_context_free);
  FIND(set_newline);
  FIND(match_context_create);
  FIND(match_context_free);
  FIND(set_callout);
  FIND(set_heap_limit);
#undef FIND
  loaded = true;
}

bool sr_pcre_load(void) {
  pthread_once(&once, load);
  return loaded;
}

enum {
  AUTO_CALLOUT = 0x00000004,
  UCP = 0x00020000,
  UTF = 0x00080000,
  NEVER_BACKSLASH_C = 0x00100000,
  NO_UTF_CHECK = 0x40000000,
  NEWLINE_ANYCRLF = 5,
  INFO_CAPTURECOUNT = 4,
  INFO_NAMECOUNT = 17,
  INFO_NAMEENTRYSIZE = 18,
  INFO_NAMETABLE = 19,
  ERROR_NOMEMORY = -48,
  // In KiB. The library's own limit is 20 GB: a repeated group over a text of some MB would eat all memory first.
  HEAP_LIMIT = 128 * 1024,
};

sr_pattern sr_pcre_compile(const uint8_t *bytes, size_t length, int *error, size_t *offset) {
  void *context = pcre.compile_context_create(NULL);
  if (context) pcre.set_newline(context, NEWLINE_ANYCRLF);
  uint32_t options = AUTO_CALLOUT | UCP | UTF | NEVER_BACKSLASH_C;
  sr_pattern pattern = {pcre.compile(bytes, length, options, error, offset, context)};
  pcre.compile_context_free(context);
  return pattern;
}

void sr_pcre_free(sr_pattern pattern) { pcre.code_free(pattern.code); }

void sr_pcre_message(int error, uint8_t *buffer, size_t size) {
  if (size > 0) buffer[0] = 0;
  pcre.get_error_message(error, buffer, size);
}

sr_pattern_names sr_pcre_names(sr_pattern pattern) {
  sr_pattern_names names = {0, 0, 0, NULL};
  pcre.pattern_info(pattern.code, INFO_CAPTURECOUNT, &names.groups);
  pcre.pattern_info(pattern.code, INFO_NAMECOUNT, &names.names);
  pcre.pattern_info(pattern.code, INFO_NAMEENTRYSIZE, &names.entry_size);
  pcre.pattern_info(pattern.code, INFO_NAMETABLE, &names.table);
  return names;
}

typedef struct {
  uint64_t left;
  size_t position;
} budget;

static int spend(callout_block *block, void *data) {
  budget *work = data;
  size_t position = block->current_position;
  uint64_t moved = position > work->position ? position - work->position : work->position - position;
  uint64_t cost = 16 + moved;
  if (cost > work->left) return sr_pcre_callout;
  work->left -= cost;
  work->position = position;
  return 0;
}

int sr_pcre_match(sr_pattern pattern, const uint8_t *bytes, size_t length, uint64_t work, size_t *offsets,
                  size_t capacity) {
  budget left = {work, 0};
  void *context = pcre.match_context_create(NULL);
  void *data = pcre.match_data_create_from_pattern(pattern.code, NULL);
  int result = ERROR_NOMEMORY;
  if (context && data) {
    pcre.set_callout(context, spend, &left);
    pcre.set_heap_limit(context, HEAP_LIMIT);
    result = pcre.match(pattern.code, bytes, length, 0, NO_UTF_CHECK, data, context);
    if (result > 0 && capacity > 0) {
      size_t count = 2 * (size_t)pcre.get_ovector_count(data);
      memcpy(offsets, pcre.get_ovector_pointer(data), (count < capacity ? count : capacity) * sizeof(size_t));
    }
  }
  pcre.match_data_free(data);
  pcre.match_context_free(context);
  return result;
}
