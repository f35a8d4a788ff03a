#define _GNU_SOURCE
#include "CCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct waitfd {
  int descriptor;
  short events, revents;
};

/// `struct CURLMsg`.
struct message {
  int kind;
  void *easy;
  union {
    void *pointer;
    int result;
  } data;
};

typedef size_t (*read_function)(char *, size_t, size_t, void *);
typedef int (*seek_function)(void *, int64_t, int);

static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*multi_init)(void);
  int (*multi_cleanup)(void *);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, struct waitfd *, unsigned, int, int *);
  struct message *(*multi_info_read)(void *, int *);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*mime_init)(void *);
  void (*mime_free)(void *);
  void *(*mime_addpart)(void *);
  int (*mime_name)(void *, const char *);
  int (*mime_filename)(void *, const char *);
  int (*mime_type)(void *, const char *);
  int (*mime_data)(void *, const char *, size_t);
  int (*mime_data_cb)(void *, int64_t, read_function, seek_function, void (*)(void *), void *);
} curl;

static bool loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // Most of the time goes into finding the names that libcurl's thirty libraries use of each other, each looked for in one
  // after the other. So the ones with the most names come first, each with its own few libraries (a quarter less to do),
  // and each looks there before it looks in the program. One that is missing is left out; one that libcurl was built
  // without is loaded in vain. What the person preloads (torsocks, an allocator) must still come first for all of them.
  const int mode = RTLD_LAZY | RTLD_LOCAL | (getenv("LD_PRELOAD") ? 0 : RTLD_DEEPBIND);
  static const char *const first[] = {"libcrypto.so.3", "libgnutls.so.30", "libldap-2.5.so.0"};
  for (size_t index = 0; index < sizeof first / sizeof *first; index++) (void)dlopen(first[index], mode);
  // Debian has one build for each TLS library; the second is what desktops bring along.
  void *library = dlopen("libcurl.so.4", mode);
  if (!library) library = dlopen("libcurl-gnutls.so.4", mode);
  if (!library) return;
#define FIND(name) \
  if (!(*(void **)&curl.name = dlsym(library, "curl_" #name))) return
  FIND(global_init);
  FIND(easy_init);
  FIND(easy_cleanup);
  FIND(easy_setopt);
  FIND(easy_getinfo);
  FIND(easy_strerror);
  FIND(multi_init);
  FIND(multi_cleanup);
  FIND(multi_add_handle);
  FIND(multi_remove_handle);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_info_read);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(mime_init);
  FIND(mime_free);
  FIND(mime_addpart);
  FIND(mime_name);
  FIND(mime_filename);
  FIND(mime_type);
  FIND(mime_data);
  FIND(mime_data_cb);
#undef FIND
  // CURL_GLOBAL_ALL. Never undone: other threads may send.
  loaded = curl.global_init(3) == 0;
}

bool sr_curl_load(void) {
  pthread_once(&once, load);
  return loaded;
}

/// A file that is being sent.
struct file {
  struct file *next;
  struct sr_transfer *owner;
  int descriptor;
  int64_t size, position;
  /// Of a file that is opened when its turn comes; its descriptor is -1 before and after.
  char *path;
  uint64_t device, inode;
};

struct sr_transfer {
  void *easy, *multi, *headers, *mime;
  struct file *files;
  bool started, file_failed;
  char error[256];  // CURL_ERROR_SIZE
};

enum {
  OPTION_ERROR_BUFFER = 10010,
  OPTION_READ_DATA = 10009,
  OPTION_READ_FUNCTION = 20012,
  OPTION_WRITE_DATA = 10001,
  OPTION_WRITE_FUNCTION = 20011,
  OPTION_HEADERS = 10023,
  OPTION_HEADER_DATA = 10029,
  OPTION_HEADER_FUNCTION = 20079,
  OPTION_POST_SIZE = 30120,
  OPTION_COPY_POST_FIELDS = 10165,
  OPTION_SEEK_FUNCTION = 20167,
  OPTION_SEEK_DATA = 10168,
  OPTION_MIME = 10269,
  READ_ABORT = 0x10000000,
  CODE_OUT_OF_MEMORY = 27,
};

sr_transfer *sr_transfer_new(void) {
  if (!sr_curl_load()) return NULL;
  sr_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) return NULL;
  transfer->easy = curl.easy_init();
  transfer->multi = curl.multi_init();
  if (!transfer->easy || !transfer->multi) {
    sr_transfer_free(transfer);
    return NULL;
  }
  curl.easy_setopt(transfer->easy, OPTION_ERROR_BUFFER, transfer->error);
  return transfer;
}

static void close_file(struct file *file) {
  if (file->descriptor >= 0) close(file->descriptor);
  file->descriptor = -1;
}

void sr_transfer_free(sr_transfer *transfer) {
  if (transfer->started) curl.multi_remove_handle(transfer->multi, transfer->easy);
  if (transfer->easy) curl.easy_cleanup(transfer->easy);
  if (transfer->multi) curl.multi_cleanup(transfer->multi);
  if (transfer->mime) curl.mime_free(transfer->mime);
  if (transfer->headers) curl.slist_free_all(transfer->headers);
  while (transfer->files) {
    struct file *file = transfer->files;
    transfer->files = file->next;
    if (file->path) close_file(file);
    free(file->path);
    free(file);
  }
  free(transfer);
}

int sr_transfer_set_long(sr_transfer *transfer, int option, long value) {
  return curl.easy_setopt(transfer->easy, option, value);
}

int sr_transfer_set_offset(sr_transfer *transfer, int option, int64_t value) {
  return curl.easy_setopt(transfer->easy, option, value);
}

int sr_transfer_set_text(sr_transfer *transfer, int option, const char *value) {
  return curl.easy_setopt(transfer->easy, option, value);
}

int sr_transfer_set_body(sr_transfer *transfer, const uint8_t *bytes, size_t length) {
  int code = curl.easy_setopt(transfer->easy, OPTION_POST_SIZE, (int64_t)length);
  if (code != 0) return code;
  return curl.easy_setopt(transfer->easy, OPTION_COPY_POST_FIELDS, length > 0 ? (const char *)bytes : "");
}

int sr_transfer_add_header(sr_transfer *transfer, const char *line) {
  void *list = curl.slist_append(transfer->headers, line);
  if (!list) return CODE_OUT_OF_MEMORY;
  transfer->headers = list;
  return 0;
}

void sr_transfer_set_sinks(sr_transfer *transfer, sr_sink header, sr_sink body, void *context) {
  curl.easy_setopt(transfer->easy, OPTION_HEADER_FUNCTION, header);
  curl.easy_setopt(transfer->easy, OPTION_HEADER_DATA, context);
  curl.easy_setopt(transfer->easy, OPTION_WRITE_FUNCTION, body);
  curl.easy_setopt(transfer->easy, OPTION_WRITE_DATA, context);
}

// MARK: Files

/// Opens a file whose turn has come, unless another one has taken its place.
static bool open_file(struct file *file) {
  // O_NONBLOCK: opening a FIFO would wait for its writer.
  file->descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status;
  if (file->descriptor < 0 || fstat(file->descriptor, &status) != 0) return false;
  return S_ISREG(status.st_mode) && status.st_dev == file->device && status.st_ino == file->inode;
}

static size_t read_file(char *buffer, size_t size, size_t count, void *context) {
  struct file *file = context;
  int64_t left = file->size - file->position;
  size_t wanted = size * count;
  if (left <= 0) return 0;
  if (file->path && file->descriptor < 0 && !open_file(file)) {
    file->owner->file_failed = true;
    return READ_ABORT;
  }
  if ((int64_t)wanted > left) wanted = (size_t)left;
  // From its own position: the same file may be in two parts.
  ssize_t got = pread(file->descriptor, buffer, wanted, file->position);
  if (got <= 0) {
    // The length was announced already.
    file->owner->file_failed = true;
    return READ_ABORT;
  }
  file->position += got;
  if (file->path && file->position == file->size) close_file(file);
  return (size_t)got;
}

static int seek_file(void *context, int64_t offset, int origin) {
  struct file *file = context;
  if (origin == SEEK_CUR) offset += file->position;
  if (origin == SEEK_END) offset += file->size;
  if (offset < 0 || offset > file->size) return 1;
  file->position = offset;
  return 0;
}

static struct file *add_file(sr_transfer *transfer, int descriptor, int64_t size) {
  struct file *file = calloc(1, sizeof *file);
  if (!file) return NULL;
  *file = (struct file){.next = transfer->files, .owner = transfer, .descriptor = descriptor, .size = size};
  transfer->files = file;
  return file;
}

int sr_transfer_set_file(sr_transfer *transfer, int descriptor, int64_t size) {
  struct file *file = add_file(transfer, descriptor, size);
  if (!file) return CODE_OUT_OF_MEMORY;
  curl.easy_setopt(transfer->easy, OPTION_READ_FUNCTION, read_file);
  curl.easy_setopt(transfer->easy, OPTION_READ_DATA, file);
  curl.easy_setopt(transfer->easy, OPTION_SEEK_FUNCTION, seek_file);
  curl.easy_setopt(transfer->easy, OPTION_SEEK_DATA, file);
  int code = curl.easy_setopt(transfer->easy, sr_option_upload, 1L);
  return code != 0 ? code : curl.easy_setopt(transfer->easy, sr_option_upload_size, size);
}

// MARK: Multipart

static void *add_part(sr_transfer *transfer, const char *name) {
  if (!transfer->mime) transfer->mime = curl.mime_init(transfer->easy);
  void *part = transfer->mime ? curl.mime_addpart(transfer->mime) : NULL;
  return part && curl.mime_name(part, name) == 0 ? part : NULL;
}

static int describe_part(void *part, const char *filename, const char *type) {
  int code = filename ? curl.mime_filename(part, filename) : 0;
  return code == 0 && type ? curl.mime_type(part, type) : code;
}

int sr_transfer_add_data_part(sr_transfer *transfer, const char *name, const uint8_t *bytes, size_t length,
                              const char *filename, const char *type) {
  void *part = add_part(transfer, name);
  if (!part) return CODE_OUT_OF_MEMORY;
  int code = curl.mime_data(part, length > 0 ? (const char *)bytes : "", length);
  return code != 0 ? code : describe_part(part, filename, type);
}

int sr_transfer_add_file_part(sr_transfer *transfer, const char *name, int descriptor, int64_t size,
                              const char *filename, const char *type) {
  void *part = add_part(transfer, name);
  struct file *file = part ? add_file(transfer, descriptor, size) : NULL;
  if (!file) return CODE_OUT_OF_MEMORY;
  int code = curl.mime_data_cb(part, size, read_file, seek_file, NULL, file);
  return code != 0 ? code : describe_part(part, filename, type);
}

int sr_transfer_add_later_part(sr_transfer *transfer, const char *name, const char *path, uint64_t device,
                               uint64_t inode, int64_t size, const char *filename, const char *type) {
  void *part = add_part(transfer, name);
  struct file *file = part ? add_file(transfer, -1, size) : NULL;
  if (!file) return CODE_OUT_OF_MEMORY;
  file->path = strdup(path);
  file->device = device;
  file->inode = inode;
  if (!file->path) return CODE_OUT_OF_MEMORY;
  int code = curl.mime_data_cb(part, size, read_file, seek_file, NULL, file);
  return code != 0 ? code : describe_part(part, filename, type);
}

// MARK: Running

int sr_transfer_start(sr_transfer *transfer) {
  if (transfer->headers) curl.easy_setopt(transfer->easy, OPTION_HEADERS, transfer->headers);
  if (transfer->mime) {
    int code = curl.easy_setopt(transfer->easy, OPTION_MIME, transfer->mime);
    if (code != 0) return code;
  }
  if (curl.multi_add_handle(transfer->multi, transfer->easy) != 0) return CODE_OUT_OF_MEMORY;
  transfer->started = true;
  return 0;
}

bool sr_transfer_step(sr_transfer *transfer, int descriptor, int timeout_ms, int *code) {
  int running = 0;
  if (curl.multi_perform(transfer->multi, &running) != 0) {
    *code = CODE_OUT_OF_MEMORY;
    return true;
  }
  int left = 0;
  struct message *message;
  while ((message = curl.multi_info_read(transfer->multi, &left))) {
    if (message->kind != 1) continue;  // CURLMSG_DONE
    *code = message->data.result;
    return true;
  }
  struct waitfd extra = {descriptor, 1, 0};  // CURL_WAIT_POLLIN
  curl.multi_poll(transfer->multi, &extra, descriptor >= 0 ? 1 : 0, timeout_ms, NULL);
  return false;
}

int64_t sr_transfer_number(sr_transfer *transfer, int info) {
  if ((info & 0xF00000) == 0x200000) {
    long number = 0;
    return curl.easy_getinfo(transfer->easy, info, &number) == 0 ? number : 0;
  }
  int64_t number = 0;
  return curl.easy_getinfo(transfer->easy, info, &number) == 0 ? number : 0;
}

const char *sr_transfer_error(sr_transfer *transfer, int code) {
  return transfer->error[0] ? transfer->error : curl.easy_strerror(code);
}

bool sr_transfer_file_failed(const sr_transfer *transfer) { return transfer->file_failed; }
