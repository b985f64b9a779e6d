#ifndef SYSTEM_CURL_H
#define SYSTEM_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/// An encrypted connection of the system's libcurl, over a socket that the caller has opened, and closes afterwards.
///
/// The library is looked for when it is needed first, not when the program is built or started: its headers are not to
/// be found on every machine, and a program that needs no encryption runs without it.
///
/// One thread at a time may use a connection, and no function waits.
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

/// The events for which opening waits; the first of them lets it go on.
typedef struct {
    /// The socket can be read from.
    bool reads;
    /// The socket can be written to.
    bool writes;
    /// A time has passed; -1 for none.
    long milliseconds;
} CurlConnectionWait;

/// Why there is no libcurl to be had, or NULL if there is one.
const char *curl_connection_missing(void);

/// Prepares the encryption for an address such as `https://example.org:443`; the peer has to prove to be this host.
///
/// Connections that trust the same authorities share them for an hour at most, if libcurl encrypts by means of OpenSSL.
///
/// \param url The scheme https, host and port.
/// \param authorities A file with the certificates of the authorities that are trusted, in PEM, and no others, but on
///     Apple's platforms: libcurl there trusts those of the system as well; NULL for those of the system.
/// \param socket A socket that is not connected, and does not block; it stays open longer than this connection.
/// \param address The address to connect it to, of `length` bytes.
/// \returns NULL if there is no libcurl, or no memory.
CurlConnection *curl_connection_create(
    const char *url, const char *authorities, int socket, const struct sockaddr *address, unsigned int length);

/// Connects, or continues the handshake, as far as that is possible now.
///
/// \returns `CURL_CONNECTION_OK` when it has succeeded, `CURL_CONNECTION_AGAIN` when it has to be called again after
///     one of the events in `wait`, or the reason why it failed.
int curl_connection_resume(CurlConnection *connection, CurlConnectionWait *wait);

/// The text of libcurl for its latest failure, which was `code`.
const char *curl_connection_text(CurlConnection *connection, int code);

/// The error number of the system because of which the socket could not be connected, or 0.
int curl_connection_system_error(CurlConnection *connection);

/// Reads what is there; sets `count` to 0 at the end.
int curl_connection_receive(CurlConnection *connection, void *buffer, size_t size, size_t *count);

/// Writes what there is room for. After `CURL_CONNECTION_AGAIN`, the same bytes have to be written first.
int curl_connection_send(CurlConnection *connection, const void *bytes, size_t size, size_t *count);

/// Ends the encryption, tells the peer so, and frees the connection.
void curl_connection_destroy(CurlConnection *connection);

#endif
