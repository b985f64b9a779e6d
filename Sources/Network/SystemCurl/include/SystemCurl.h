#ifndef SYSTEM_CURL_H
#define SYSTEM_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/// An encrypted connection of the system's libcurl, over a socket that the caller opens, and closes afterwards.
///
/// The library is loaded when it is first needed, not when the program is built or started. Its headers are not
/// installed on every machine, and a program that needs no encryption runs without it.
///
/// Only one thread at a time may use a connection, and no function waits.
typedef struct CurlConnection CurlConnection;

/// The codes of libcurl that a caller distinguishes (curl/curl.h, enum CURLcode).
enum {
    CURL_CONNECTION_OK = 0,
    CURL_CONNECTION_UNSUPPORTED = 1,
    CURL_CONNECTION_FAILED = 2,
    CURL_CONNECTION_NOT_BUILT_IN = 4,
    CURL_CONNECTION_NOT_CONNECTED = 7,
    CURL_CONNECTION_TIMED_OUT = 28,
    CURL_CONNECTION_HANDSHAKE_FAILED = 35,
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

/// The events that opening waits for. After the first of them, call `curl_connection_resume` again.
typedef struct {
    /// The socket can be read from.
    bool reads;
    /// The socket can be written to.
    bool writes;
    /// The time in milliseconds after which opening continues in any case; -1 for no such time.
    long milliseconds;
} CurlConnectionWait;

/// The reason why libcurl cannot be used; NULL if it can.
const char *curl_connection_missing(void);

/// Prepares the encryption for a URL such as `https://example.org:443`. The peer must prove to be this host.
///
/// Connections that trust the same authorities share them for at most an hour, if libcurl encrypts with OpenSSL.
///
/// \param url The scheme https, host and port.
/// \param authorities A PEM file with the certificates of the only authorities to trust; NULL for the system's
///     authorities. On Apple's platforms, libcurl trusts the system's authorities as well.
/// \param socket A socket that is not connected, and does not block. It must stay open longer than this connection.
/// \param address The address to connect the socket to, of `length` bytes.
/// \returns The connection; NULL without libcurl, or without memory.
CurlConnection *curl_connection_create(
    const char *url, const char *authorities, int socket, const struct sockaddr *address, unsigned int length);

/// Connects, or continues the handshake, as far as possible without waiting.
///
/// \returns `CURL_CONNECTION_OK` if the connection is open; `CURL_CONNECTION_AGAIN` if this must be called again after
///     one of the events in `wait`; otherwise the error.
int curl_connection_resume(CurlConnection *connection, CurlConnectionWait *wait);

/// libcurl's text for the latest failure, which had this code.
const char *curl_connection_text(CurlConnection *connection, int code);

/// The system's error number if the socket could not be connected; otherwise 0.
int curl_connection_system_error(CurlConnection *connection);

/// Reads available bytes, and sets `count` to their number; 0 at the end of the stream.
int curl_connection_receive(CurlConnection *connection, void *buffer, size_t size, size_t *count);

/// Writes as many bytes as there is room for. After `CURL_CONNECTION_AGAIN`, pass the same bytes again first.
int curl_connection_send(CurlConnection *connection, const void *bytes, size_t size, size_t *count);

/// Ends the encryption, notifies the peer, and frees the connection.
void curl_connection_destroy(CurlConnection *connection);

#endif
