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
