#include "CGLib.h"

#include <dlfcn.h>

#define FIND(field, name) \
  if (!(*(void **)&table->field = dlsym(library, "g_" #name))) return false

bool sr_glib_load(sr_glib *table) {
  void *library = dlopen("libglib-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  FIND(free, free);
  FIND(checksum_new, checksum_new);
  FIND(checksum_update, checksum_update);
  FIND(checksum_get_digest, checksum_get_digest);
  FIND(checksum_free, checksum_free);
  FIND(hmac_new, hmac_new);
  FIND(hmac_update, hmac_update);
  FIND(hmac_get_digest, hmac_get_digest);
  FIND(hmac_unref, hmac_unref);
  FIND(hostname_to_ascii, hostname_to_ascii);
  return true;
}

bool sr_gio_load(sr_gio *table) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  // dlsym searches what the library depends on, too: g_free is libglib's.
  FIND(free, free);
  FIND(content_type_guess, content_type_guess);
  FIND(content_type_is_a, content_type_is_a);
  return true;
}

bool sr_gdbus_load(sr_gdbus *table) {
  void *library = dlopen("libgio-2.0.so.0", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return false;
  FIND(free, free);
  FIND(error_free, error_free);
  FIND(object_unref, object_unref);
  FIND(variant_unref, variant_unref);
  FIND(variant_get_child_value, variant_get_child_value);
  FIND(variant_get_strv, variant_get_strv);
  FIND(variant_new_parsed, variant_new_parsed);
  FIND(dbus_address_escape_value, dbus_address_escape_value);
  FIND(dbus_address_get_stream_sync, dbus_address_get_stream_sync);
  FIND(socket_connection_get_type, socket_connection_get_type);
  FIND(type_check_instance_is_a, type_check_instance_is_a);
  FIND(socket_connection_get_socket, socket_connection_get_socket);
  FIND(socket_set_timeout, socket_set_timeout);
  FIND(dbus_connection_new_sync, dbus_connection_new_sync);
  FIND(dbus_connection_call_sync, dbus_connection_call_sync);
  FIND(dbus_connection_close_sync, dbus_connection_close_sync);
  return true;
}

sr_variant *sr_notification(const sr_gdbus *table, const char *program, const char *icon, const char *summary,
                            const char *body, uint8_t urgency) {
  return table->variant_new_parsed("(%s, uint32 0, %s, %s, %s, @as [], {'urgency': <%y>}, int32 -1)", program, icon,
                                   summary, body, urgency);
}
