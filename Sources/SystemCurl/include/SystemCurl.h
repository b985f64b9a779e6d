#ifndef SYSTEM_CURL_H
#define SYSTEM_CURL_H

#include <stdbool.h>
#include <stddef.h>

/// A connection that the system's libcurl encrypts.
///
/// The library is looked for when it is needed first, not when the program is built or started: its headers are not to
/// be found on every machine, and a program that needs no encryption runs without it.
///
/// One thread at a time may use a connection; only `curl_connection_cancel` may be called meanwhile.
typedef struct CurlConnection CurlConnection;

/// What libcurl answers, as far as somebody makes a difference of it (curl/curl.h, enum CURLcode).
enum {
    CURL_CONNECTION_OK = 0,
    CURL_CONNECTION_UNSUPPORTED = 1,
    CURL_CONNECTION_NOT_BUILT_IN = 4,
    CURL_CONNECTION_TIMED_OUT = 28,
    CURL_CONNECTION_HANDSHAKE_FAILED = 35,
    CURL_CONNECTION_CANCELLED = 42,
    CURL_CONNECTION_BAD_OPTION = 43,
    CURL_CONNECTION_UNKNOWN_OPTION = 48,
    CURL_CONNECTION_BAD_PEER_BEFORE_7_62 = 51,
    CURL_CONNECTION_BAD_CERTIFICATE = 58,
    CURL_CONNECTION_BAD_CIPHER = 59,
    CURL_CONNECTION_BAD_PEER = 60,
    CURL_CONNECTION_BAD_ENGINE = 66,
    CURL_CONNECTION_BAD_AUTHORITIES = 77,
    CURL_CONNECTION_AGAIN = 81,
    CURL_CONNECTION_BAD_REVOCATIONS = 82,
    CURL_CONNECTION_BAD_ISSUER = 83,
    CURL_CONNECTION_BAD_PIN = 90,
    CURL_CONNECTION_BAD_STATUS = 91,
};

/// Why there is no libcurl to be had, or NULL if there is one.
const char *curl_connection_missing(void);

/// Prepares a connection to an address such as `https://example.org:443`; the peer has to prove that it is this host.
///
/// \param url The scheme https, host and port.
/// \param authorities A file with the certificates of those who are trusted, in PEM, and nobody else; NULL for those of
///     the system.
/// \param timeout Milliseconds until it has to be connected, at least 1.
/// \returns NULL if there is no libcurl, or no memory.
CurlConnection *curl_connection_create(const char *url, const char *authorities, long timeout);

/// Connects, and waits until that has succeeded or failed: name lookup, TCP and TLS.
///
/// \returns `CURL_CONNECTION_OK`, or why it failed.
int curl_connection_open(CurlConnection *connection);

/// Makes `curl_connection_open` end within a second; may be called by any thread.
void curl_connection_cancel(CurlConnection *connection);

/// What libcurl says about its latest failure, which was `code`.
const char *curl_connection_text(CurlConnection *connection, int code);

/// The socket of a connection that is open, to be watched only; -1 if there is none.
int curl_connection_socket(CurlConnection *connection);

/// Reads what is there; sets `count` to 0 at the end.
int curl_connection_receive(CurlConnection *connection, void *buffer, size_t size, size_t *count);

/// Writes what there is room for. After `CURL_CONNECTION_AGAIN`, the same bytes have to be written first.
int curl_connection_send(CurlConnection *connection, const void *bytes, size_t size, size_t *count);

/// Closes the connection, and frees it.
void curl_connection_destroy(CurlConnection *connection);

#endif
