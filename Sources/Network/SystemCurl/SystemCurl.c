#define _GNU_SOURCE
#include "SystemCurl.h"

#include "CurlLibrary.h"
#include "SharedAuthorities.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *curl_connection_missing(void) { return curl_library()->missing; }

struct CurlConnection {
    const struct CurlLibrary *curl;
    CURL *easy;
    CURLM *multi;
    int socket;
    struct sockaddr_storage address;
    unsigned int address_length;
    // The events of the socket that opening waits for.
    int events;
    // The result of opening: `CURL_CONNECTION_AGAIN` while opening is in progress. Before that, the error of the first
    // option that could not be set. With such an error the connection must not be opened.
    CURLcode result;
    // The file of authorities; NULL for the system's authorities.
    char *authorities;
    // The store of an earlier connection, until the context of this connection has got it.
    void *shared;
    // The store that is read for this connection, until it can be shared. Some versions read it only after the context
    // is made.
    void *read;
    struct curl_slist no_lookup;
    char error[CURL_ERROR_SIZE];
};

// Some versions of libcurl, and some TLS libraries, write in a way that raises SIGPIPE after the peer has gone. The
// signal is raised in the writing thread, so that thread can block and drop it.
static void hold_sigpipe(sigset_t *before) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, before);
}

static void drop_sigpipe(const sigset_t *before) {
#ifndef __APPLE__ // On Apple's platforms, sockets are made not to raise it.
    if (!sigismember(before, SIGPIPE)) {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        while (sigtimedwait(&pipe, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR) {}
    }
#endif
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

// The caller owns the socket, and has chosen the address. libcurl allows both. A callback could also report that the
// socket is connected already, but libcurl 7.88 then connects it nevertheless, and fails.
static int give_socket(void *connection, int purpose, struct curl_sockaddr *address) {
    (void)purpose;
    CurlConnection *self = connection;
    address->family = self->address.ss_family;
    address->length = self->address_length;
    // There is room for any address, although only the beginning of the address is declared.
    memcpy((char *)address + offsetof(struct curl_sockaddr, address), &self->address, self->address_length);
    return self->socket;
}

static int leave_open(void *unused, int socket) {
    (void)unused, (void)socket;
    return 0;
}

static int note_events(CURL *easy, int socket, int events, void *connection, void *unused) {
    (void)easy, (void)unused;
    CurlConnection *self = connection;
    // Other sockets are those with which threads of libcurl wake each other.
    if (socket == self->socket) self->events = events & CURL_POLL_INOUT;
    return 0;
}

// Called when the TLS context of the connection is made: sets the shared store, or keeps the context's own store.
static CURLcode exchange_authorities(CURL *easy, void *context, void *connection) {
    (void)easy;
    CurlConnection *self = connection;
    const struct OpenSSL *openssl = curl_library_openssl();
    if (self->shared) {
        openssl->set_store(context, self->shared); // The context releases the store.
        self->shared = NULL;
    } else if (!self->read && (self->read = openssl->get_store(context))) {
        openssl->retain_store(self->read);
    }
    return CURL_CONNECTION_OK;
}

// Records the error of an option without which the connection would not be safe.
static void need(CurlConnection *connection, CURLcode code) {
    if (!connection->result) connection->result = code;
}

// Records the error of an option that switches a feature off. A library without the option lacks the feature.
static void need_off(CurlConnection *connection, CURLcode code) {
    if (code != CURL_CONNECTION_NOT_BUILT_IN && code != CURL_CONNECTION_UNKNOWN_OPTION) need(connection, code);
}

// Shares a store if possible: reading the system's authorities takes a megabyte and tens of milliseconds.
static void set_authorities(CurlConnection *connection) {
    const struct CurlLibrary *curl = connection->curl;
    CURL *easy = connection->easy;
    if (curl_library_openssl() && !curl->easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, exchange_authorities)) {
        need(connection, curl->easy_setopt(easy, CURLOPT_SSL_CTX_DATA, connection));
        connection->shared = shared_authorities(connection->authorities);
    }
    if (connection->shared) {
        // Nothing needs to be read, because the shared store replaces what would be read.
        need_off(connection, curl->easy_setopt(easy, CURLOPT_CAINFO, (char *)NULL));
        need_off(connection, curl->easy_setopt(easy, CURLOPT_CAPATH, (char *)NULL));
    } else if (connection->authorities) {
        need(connection, curl->easy_setopt(easy, CURLOPT_CAINFO, connection->authorities));
        // Otherwise the authorities in a folder of the system would be trusted, too.
        need_off(connection, curl->easy_setopt(easy, CURLOPT_CAPATH, (char *)NULL));
    }
}

CurlConnection *curl_connection_create(
    const char *url, const char *authorities, int socket, const struct sockaddr *address, unsigned int length) {
    CurlConnection *connection = calloc(1, sizeof *connection);
    if (!connection || curl_connection_missing() || length > sizeof connection->address) {
        free(connection);
        return NULL;
    }
    memcpy(&connection->address, address, length);
    connection->address_length = length;
    const struct CurlLibrary *curl = connection->curl = curl_library();
    connection->socket = socket;
    connection->multi = curl->multi_init();
    CURL *easy = connection->easy = curl->easy_init();
    if (authorities) connection->authorities = strdup(authorities);
    if (!connection->multi || !easy || (authorities && !connection->authorities)) {
        curl_connection_destroy(connection);
        return NULL;
    }
    curl->easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl->easy_setopt(easy, CURLOPT_ERRORBUFFER, connection->error);
    // The caller sets its own deadline. Without this option, libcurl would set a deadline of five minutes.
    curl->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 1000000000L);
    // The name was looked up already. `give_socket` replaces this placeholder by the chosen address.
    connection->no_lookup.data = "::127.0.0.1:";
    need(connection, curl->easy_setopt(easy, CURLOPT_CONNECT_TO, &connection->no_lookup));
    need(connection, curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, give_socket));
    need(connection, curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, connection));
    need(connection, curl->easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, leave_open));
    need(connection, curl->easy_setopt(easy, CURLOPT_URL, url));
    need(connection, curl->easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L));
    need(connection, curl->easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2));
    need(connection, curl->easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L));
    need(connection, curl->easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L));
    // No proxy is used, even if the environment names one, just as for connections without encryption.
    need_off(connection, curl->easy_setopt(easy, CURLOPT_PROXY, ""));
    // With ALPN, a peer could choose HTTP/2, over which there would be no WebSocket.
    need_off(connection, curl->easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L));
    set_authorities(connection);

    if (curl->multi_setopt(connection->multi, CURLMOPT_SOCKETFUNCTION, note_events)
        || curl->multi_setopt(connection->multi, CURLMOPT_SOCKETDATA, connection)) {
        need(connection, CURL_CONNECTION_FAILED);
    }
    // All options are set, so opening may begin.
    if (!connection->result) {
        connection->result = CURL_CONNECTION_AGAIN;
        if (curl->multi_add_handle(connection->multi, easy)) connection->result = CURL_CONNECTION_FAILED;
    }
    return connection;
}

// Lets libcurl handle its due timers, and the events of the socket, which it finds out by itself.
static CURLcode advance(CurlConnection *connection) {
    const struct CurlLibrary *curl = connection->curl;
    int running = 0, left = 0;
    CURLMcode failure = curl->multi_socket_action(connection->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    if (!failure && connection->events) {
        failure = curl->multi_socket_action(connection->multi, connection->socket, 0, &running);
    }
    struct curl_message *message = curl->multi_info_read(connection->multi, &left);
    if (message && message->kind == CURLMSG_DONE) return message->data.code;
    return failure || !running ? CURL_CONNECTION_FAILED : CURL_CONNECTION_AGAIN;
}

int curl_connection_resume(CurlConnection *connection, CurlConnectionWait *wait) {
    if (connection->result == CURL_CONNECTION_AGAIN) {
        sigset_t before;
        hold_sigpipe(&before);
        connection->result = advance(connection);
        drop_sigpipe(&before);
    }
    // The peer was trusted, so the authorities were read completely.
    if (connection->result == CURL_CONNECTION_OK && connection->read) {
        share_authorities(connection->authorities, connection->read);
        connection->read = NULL;
    }
    *wait = (CurlConnectionWait){.reads = connection->events & 1, .writes = connection->events & 2, .milliseconds = -1};
    connection->curl->multi_timeout(connection->multi, &wait->milliseconds);
    return connection->result;
}

const char *curl_connection_text(CurlConnection *connection, int code) {
    return *connection->error ? connection->error : connection->curl->easy_strerror(code);
}

int curl_connection_system_error(CurlConnection *connection) {
    long number = 0;
    return connection->curl->easy_getinfo(connection->easy, CURLINFO_OS_ERRNO, &number) ? 0 : (int)number;
}

int curl_connection_receive(CurlConnection *connection, void *buffer, size_t size, size_t *count) {
    sigset_t before;
    hold_sigpipe(&before);
    *connection->error = 0;
    CURLcode code = connection->curl->easy_recv(connection->easy, buffer, size, count);
    drop_sigpipe(&before);
    return code;
}

int curl_connection_send(CurlConnection *connection, const void *bytes, size_t size, size_t *count) {
    sigset_t before;
    hold_sigpipe(&before);
    *connection->error = 0;
    CURLcode code = connection->curl->easy_send(connection->easy, bytes, size, count);
    drop_sigpipe(&before);
    return code;
}

void curl_connection_destroy(CurlConnection *connection) {
    const struct CurlLibrary *curl = connection->curl;
    sigset_t before;
    hold_sigpipe(&before);
    // The order matters: a connection belongs to the multi handle, and refers to the easy handle.
    if (connection->multi && connection->easy) curl->multi_remove_handle(connection->multi, connection->easy);
    if (connection->easy) curl->easy_cleanup(connection->easy);
    if (connection->multi) curl->multi_cleanup(connection->multi);
    drop_sigpipe(&before);
    if (connection->shared) curl_library_openssl()->release_store(connection->shared);
    if (connection->read) curl_library_openssl()->release_store(connection->read);
    free(connection->authorities);
    free(connection);
}
