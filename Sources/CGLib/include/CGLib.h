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

typedef struct sr_object sr_object;
typedef struct sr_variant sr_variant;

/// `GError`.
typedef struct {
  uint32_t domain;
  int code;
  char *_Nonnull message;
} sr_error;

/// What is used of GIO's D-Bus. A connection may be used by any thread.
typedef struct __attribute__((swift_attr("@Sendable"))) {
  void (*_Nonnull free)(void *_Nullable);
  void (*_Nonnull error_free)(sr_error *_Nonnull);
  void (*_Nonnull object_unref)(sr_object *_Nonnull);
  void (*_Nonnull variant_unref)(sr_variant *_Nonnull);
  sr_variant *_Nonnull (*_Nonnull variant_get_child_value)(sr_variant *_Nonnull, size_t);
  const char *_Nonnull *_Nonnull (*_Nonnull variant_get_strv)(sr_variant *_Nonnull, size_t *_Nonnull length);
  sr_variant *_Nonnull (*_Nonnull variant_new_parsed)(const char *_Nonnull format, ...);
  char *_Nonnull (*_Nonnull dbus_address_escape_value)(const char *_Nonnull);
  sr_object *_Nullable (*_Nonnull dbus_address_get_stream_sync)(const char *_Nonnull address, char *_Nullable *_Nullable id,
                                                                void *_Nullable cancellable,
                                                                sr_error *_Nullable *_Nonnull);
  size_t (*_Nonnull socket_connection_get_type)(void);
  int (*_Nonnull type_check_instance_is_a)(sr_object *_Nonnull, size_t type);
  sr_object *_Nonnull (*_Nonnull socket_connection_get_socket)(sr_object *_Nonnull);
  void (*_Nonnull socket_set_timeout)(sr_object *_Nonnull, unsigned seconds);
  sr_object *_Nullable (*_Nonnull dbus_connection_new_sync)(sr_object *_Nonnull stream, const char *_Nullable id,
                                                            unsigned flags, void *_Nullable observer,
                                                            void *_Nullable cancellable,
                                                            sr_error *_Nullable *_Nonnull);
  sr_variant *_Nullable (*_Nonnull dbus_connection_call_sync)(
      sr_object *_Nonnull, const char *_Nonnull name, const char *_Nonnull path, const char *_Nonnull interface,
      const char *_Nonnull method, sr_variant *_Nullable parameters, const char *_Nullable reply_type, unsigned flags,
      int milliseconds, void *_Nullable cancellable, sr_error *_Nullable *_Nonnull);
  int (*_Nonnull dbus_connection_close_sync)(sr_object *_Nonnull, void *_Nullable cancellable,
                                             sr_error *_Nullable *_Nullable);
} sr_gdbus;

/// `G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION`.
enum { sr_dbus_to_bus = 1 << 0 | 1 << 3 };

/// The arguments of `org.freedesktop.Notifications.Notify`; a call with them takes them over.
sr_variant *_Nonnull sr_notification(const sr_gdbus *_Nonnull table, const char *_Nonnull program,
                                     const char *_Nonnull icon, const char *_Nonnull summary,
                                     const char *_Nonnull body, uint8_t urgency);

/// Fill the table; false when the library or one of the functions is not there.
bool sr_glib_load(sr_glib *_Nonnull table);
bool sr_gio_load(sr_gio *_Nonnull table);
bool sr_gdbus_load(sr_gdbus *_Nonnull table);

#endif
