#ifndef CCurl_H
#define CCurl_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libcurl opened by dlopen when the first request is sent: linking it costs 6 ms at every start. The prototypes and
// numbers are declared by hand, so that no headers are needed for building; they belong to the stable interface of
// libcurl.so.4. Variadic functions, which Swift cannot call, are wrapped for each type of argument.

/// Opens the library, once; false when it, or one of the functions, is not there.
bool sr_curl_load(void);

/// One exchange: a handle, its header list, its multipart body and the text of its error. Used by one thread at a time.
typedef struct sr_transfer sr_transfer;

sr_transfer *_Nullable sr_transfer_new(void);
void sr_transfer_free(sr_transfer *_Nonnull);

/// The options that are used, with the numbers of <curl/curl.h>.
enum sr_option {
  sr_option_url = 10002,
  sr_option_proxy = 10004,
  sr_option_custom_request = 10036,
  sr_option_no_body = 44,
  sr_option_upload = 46,
  sr_option_post = 47,
  sr_option_ca_file = 10065,
  sr_option_http_get = 80,
  sr_option_fresh_connect = 74,
  sr_option_no_signal = 99,
  sr_option_accept_encoding = 10102,
  sr_option_upload_size = 30115,
  sr_option_connect_timeout_ms = 156,
  sr_option_no_proxy = 10177,
  sr_option_unix_socket = 10231,
  sr_option_protocols = 181,
  sr_option_path_as_is = 234,
  sr_option_proxy_ca_file = 10246,
  sr_option_suppress_connect_headers = 265,
  sr_option_quick_exit = 322,
};

/// Of `sr_option_protocols`: http and https.
enum { sr_protocols_web = 3 };

/// Each returns a CURLcode; 0 is success. Texts are copied.
int sr_transfer_set_long(sr_transfer *_Nonnull, int option, long value);
int sr_transfer_set_offset(sr_transfer *_Nonnull, int option, int64_t value);
int sr_transfer_set_text(sr_transfer *_Nonnull, int option, const char *_Nonnull value);
/// A body that is copied.
int sr_transfer_set_body(sr_transfer *_Nonnull, const uint8_t *_Nullable bytes, size_t length);
/// A line `Name: value`; `Name;` for an empty value, `Name:` to leave out a header that libcurl adds by itself.
int sr_transfer_add_header(sr_transfer *_Nonnull, const char *_Nonnull line);

/// Takes bytes of a header line or of the body; returns how many were taken, fewer ends the transfer.
typedef size_t (*sr_sink)(char *_Nonnull, size_t size, size_t count, void *_Nonnull context);
void sr_transfer_set_sinks(sr_transfer *_Nonnull, sr_sink _Nonnull header, sr_sink _Nonnull body,
                           void *_Nonnull context);

/// A file that is sent from an open descriptor, which stays the caller's; it is read from its beginning, exactly `size`
/// bytes. A file that has become shorter ends the transfer.
int sr_transfer_set_file(sr_transfer *_Nonnull, int descriptor, int64_t size);

/// Parts of a multipart/form-data body (RFC 7578). Name, filename and type may be any text; all are copied.
int sr_transfer_add_data_part(sr_transfer *_Nonnull, const char *_Nonnull name, const uint8_t *_Nullable bytes,
                              size_t length, const char *_Nullable filename, const char *_Nullable type);
int sr_transfer_add_file_part(sr_transfer *_Nonnull, const char *_Nonnull name, int descriptor, int64_t size,
                              const char *_Nullable filename, const char *_Nullable type);
/// A part whose file is opened when its turn comes, and closed when it was read. It has to be the same file then, by
/// device and inode; another one, or none, ends the transfer.
int sr_transfer_add_later_part(sr_transfer *_Nonnull, const char *_Nonnull name, const char *_Nonnull path,
                               uint64_t device, uint64_t inode, int64_t size, const char *_Nullable filename,
                               const char *_Nullable type);

/// Begins the transfer, after which nothing is set any more.
int sr_transfer_start(sr_transfer *_Nonnull);
/// Moves what can be moved, then waits for more, for the descriptor (-1: none) or the time. True when the transfer is
/// over; `code` is then its CURLcode.
bool sr_transfer_step(sr_transfer *_Nonnull, int descriptor, int timeout_ms, int *_Nonnull code);

/// The numbers of <curl/curl.h>.
enum sr_info {
  sr_info_status = 0x200000 + 2,
  sr_info_header_size = 0x200000 + 11,
  sr_info_request_size = 0x200000 + 12,
  sr_info_uploaded = 0x600000 + 7,
  sr_info_downloaded = 0x600000 + 8,
  /// What is to be moved; -1 when it is not known.
  sr_info_download_length = 0x600000 + 15,
  sr_info_upload_length = 0x600000 + 16,
  /// Microseconds until the request could be sent; 0 before.
  sr_info_pretransfer_time = 0x600000 + 53,
};

int64_t sr_transfer_number(sr_transfer *_Nonnull, int info);
/// What libcurl says about the error, else the phrase for the code.
const char *_Nonnull sr_transfer_error(sr_transfer *_Nonnull, int code);
/// Whether a file that was being sent became shorter, was taken away or could not be read.
bool sr_transfer_file_failed(const sr_transfer *_Nonnull);

#endif
