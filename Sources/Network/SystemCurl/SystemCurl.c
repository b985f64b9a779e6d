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
    // What opening waits for, of its socket.
    int events;
    // The result of opening: `CURL_CONNECTION_AGAIN` while it is in progress. Before that, the first option that could not
    // be set, without which the connection must not be opened.
    CURLcode result;
    // The file of authorities; NULL for those of the system.
    char *authorities;
    // The authorities of an earlier connection, until the context of this one has them.
    void *shared;
    // Those that are read for this one, until they can be shared: some versions read them only after the context is made.
    void *read;
    struct curl_slist no_lookup;
    char error[CURL_ERROR_SIZE];
};

// Older versions, and some of the libraries they encrypt with, write in a way that raises SIGPIPE when the peer has gone.
// It is raised in the thread that writes, so that it can be kept from being delivered there.
static void hold_sigpipe(sigset_t *before) {
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, before);
}

static void drop_sigpipe(const sigset_t *before) {
#ifndef __APPLE__ // There, sockets are made not to raise it.
    if (!sigismember(before, SIGPIPE)) {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        while (sigtimedwait(&pipe, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR) {}
    }
#endif
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

// The socket belongs to the caller, and so does the choice of the address. libcurl allows both; that a socket is connected
// already could be told as well, but 7.88 connects it nevertheless, and fails.
static int give_socket(void *connection, int purpose, struct curl_sockaddr *address) {
    (void)purpose;
    CurlConnection *self = connection;
    address->family = self->address.ss_family;
    address->length = self->address_length;
    // There is room for any address, although only the beginning of it is declared.
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
    // Not for what the threads of libcurl wake each other with.
    if (socket == self->socket) self->events = events & CURL_POLL_INOUT;
    return 0;
}

// Called when the context of the connection is made.
static CURLcode exchange_authorities(CURL *easy, void *context, void *connection) {
    (void)easy;
    CurlConnection *self = connection;
    const struct OpenSSL *openssl = curl_library_openssl();
    if (self->shared) {
        openssl->set_store(context, self->shared); // Which the context releases.
        self->shared = NULL;
    } else if (!self->read && (self->read = openssl->get_store(context))) {
        openssl->retain_store(self->read);
    }
    return CURL_CONNECTION_OK;
}

// Takes note of an option without which the connection would not be safe.
static void need(CurlConnection *connection, CURLcode code) {
    if (!connection->result) connection->result = code;
}

// The same, for an option that switches something off: a library that does not know it does not do it.
static void need_off(CurlConnection *connection, CURLcode code) {
    if (code != CURL_CONNECTION_NOT_BUILT_IN && code != CURL_CONNECTION_UNKNOWN_OPTION) need(connection, code);
}

// Reading the authorities of a system takes a megabyte and tens of milliseconds, which is too much for each connection.
static void set_authorities(CurlConnection *connection) {
    const struct CurlLibrary *curl = connection->curl;
    CURL *easy = connection->easy;
    if (curl_library_openssl() && !curl->easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, exchange_authorities)) {
        need(connection, curl->easy_setopt(easy, CURLOPT_SSL_CTX_DATA, connection));
        connection->shared = shared_authorities(connection->authorities);
    }
    if (connection->shared) {
        // Nothing needs to be read: the store takes the place of what would be.
        need_off(connection, curl->easy_setopt(easy, CURLOPT_CAINFO, (char *)NULL));
        need_off(connection, curl->easy_setopt(easy, CURLOPT_CAPATH, (char *)NULL));
    } else if (connection->authorities) {
        need(connection, curl->easy_setopt(easy, CURLOPT_CAINFO, connection->authorities));
        // Or those in a folder of the system would be trusted besides.
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
    // The caller has a deadline of its own; without this one there would be one of five minutes.
    curl->easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 1000000000L);
    // The name was looked up. Instead of this address, which stands for any, `give_socket` puts the one that was chosen.
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
    // Not even one that the environment names, just as for connections without encryption.
    need_off(connection, curl->easy_setopt(easy, CURLOPT_PROXY, ""));
    // A peer must not choose HTTP/2, over which there would be no WebSocket.
    need_off(connection, curl->easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L));
    set_authorities(connection);

    if (curl->multi_setopt(connection->multi, CURLMOPT_SOCKETFUNCTION, note_events)
        || curl->multi_setopt(connection->multi, CURLMOPT_SOCKETDATA, connection)) {
        need(connection, CURL_CONNECTION_FAILED);
    }
    // From now on it may begin.
    if (!connection->result) {
        connection->result = CURL_CONNECTION_AGAIN;
        if (curl->multi_add_handle(connection->multi, easy)) connection->result = CURL_CONNECTION_FAILED;
    }
    return connection;
}

// Does what the timers of libcurl are due for, and what the socket is ready for, which it finds out by itself.
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
    // The authorities were read to their end, or the peer could not have been trusted.
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
    // In this order: a connection belongs to the multi handle, and refers to the easy one.
    if (connection->multi && connection->easy) curl->multi_remove_handle(connection->multi, connection->easy);
    if (connection->easy) curl->easy_cleanup(connection->easy);
    if (connection->multi) curl->multi_cleanup(connection->multi);
    drop_sigpipe(&before);
    if (connection->shared) curl_library_openssl()->release_store(connection->shared);
    if (connection->read) curl_library_openssl()->release_store(connection->read);
    free(connection->authorities);
    free(connection);
}
