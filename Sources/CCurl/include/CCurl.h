#ifndef CCurl_H
#define CCurl_H

/// Opens libcurl.so.4 when it is first needed, so that programs which never need it do not pay for loading it.
///
/// Returns the handle of dlopen, or NULL when the library is not installed.
void *sr_curl_open(void);

#endif
