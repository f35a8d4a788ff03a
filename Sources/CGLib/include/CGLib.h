#ifndef CGLib_H
#define CGLib_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// GLib and GIO opened by dlopen when they are first needed: linking them costs 1.5 ms at every start. The prototypes
// are declared by hand, so that no headers are needed for building; they belong to the stable interface of
// libglib-2.0.so.0 and libgio-2.0.so.0. `gboolean` is int, `gssize` is ptrdiff_t, `guchar` is unsigned char.

typedef struct sr_checksum sr_checksum;
typedef struct sr_hmac sr_hmac;

/// What is used of GLib. The functions may be called by any thread (one checksum by one thread at a time).
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*_Nonnull free)(void *_Nullable);
  sr_checksum *_Nullable (*_Nonnull checksum_new)(unsigned type);
  void (*_Nonnull checksum_update)(sr_checksum *_Nonnull, const uint8_t *_Nullable, ptrdiff_t);
  void (*_Nonnull checksum_get_digest)(sr_checksum *_Nonnull, uint8_t *_Nonnull, size_t *_Nonnull);
  void (*_Nonnull checksum_free)(sr_checksum *_Nonnull);
  sr_hmac *_Nullable (*_Nonnull hmac_new)(unsigned type, const uint8_t *_Nullable key, size_t);
  void (*_Nonnull hmac_update)(sr_hmac *_Nonnull, const uint8_t *_Nullable, ptrdiff_t);
  void (*_Nonnull hmac_get_digest)(sr_hmac *_Nonnull, uint8_t *_Nonnull, size_t *_Nonnull);
  void (*_Nonnull hmac_unref)(sr_hmac *_Nonnull);
  char *_Nullable (*_Nonnull hostname_to_ascii)(const char *_Nonnull);
} sr_glib;

/// `GChecksumType`.
enum { sr_checksum_sha1 = 1, sr_checksum_sha256 = 2 };

/// What is used of GIO. On Linux its content types are media types. The functions may be called by any thread.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*_Nonnull free)(void *_Nullable);
  char *_Nonnull (*_Nonnull content_type_guess)(const char *_Nullable name, const uint8_t *_Nullable, size_t,
                                                int *_Nullable uncertain);
  int (*_Nonnull content_type_is_a)(const char *_Nonnull type, const char *_Nonnull supertype);
} sr_gio;

/// Fill the table; false when the library or one of the functions is not there.
bool sr_glib_load(sr_glib *_Nonnull table);
bool sr_gio_load(sr_gio *_Nonnull table);

#endif
