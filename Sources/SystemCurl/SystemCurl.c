#define _GNU_SOURCE
#include "SystemCurl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

// As in curl/curl.h, whose numbers never change.
typedef void CURL;
typedef int CURLcode;
enum {
    CURL_GLOBAL_DEFAULT = 3,
    CURL_ERROR_SIZE = 256,
    CURL_SSLVERSION_TLSv1_2 = 6,
    CURLINFO_ACTIVESOCKET = 0x500000 + 44,

    CURLOPT_SSLVERSION = 32,
    CURLOPT_NOPROGRESS = 43,
    CURLOPT_SSL_VERIFYPEER = 64,
    CURLOPT_SSL_VERIFYHOST = 81,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_TCP_NODELAY = 121,
    CURLOPT_CONNECT_ONLY = 141,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_SSL_ENABLE_ALPN = 226,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_ERRORBUFFER = 10010,
    CURLOPT_XFERINFODATA = 10057,
    CURLOPT_CAINFO = 10065,
    CURLOPT_CAPATH = 10097,
    CURLOPT_OPENSOCKETFUNCTION = 20163,
    CURLOPT_XFERINFOFUNCTION = 20219,
};
// What a socket is to be opened for; an address follows.
struct curl_sockaddr {
    int family, type, protocol;
    unsigned int length;
};

static struct {
    const char *missing;
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *easy, int option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, int info, ...);
    CURLcode (*easy_perform)(CURL *easy);
    CURLcode (*easy_recv)(CURL *easy, void *buffer, size_t size, size_t *count);
    CURLcode (*easy_send)(CURL *easy, const void *bytes, size_t size, size_t *count);
    const char *(*easy_strerror)(CURLcode code);
    void (*easy_cleanup)(CURL *easy);
} curl;

// OpenSSL frees what it needs when the process ends, while other threads may still be opening or closing connections
// with it, which would then crash. The system frees it anyway.
static void keep_openssl(void *library) {
    enum { OPENSSL_INIT_NO_ATEXIT = 0x80000 }; // As in openssl/crypto.h, since 1.1.1.
    int (*init)(unsigned long long options, const void *settings) = NULL;
    // There is none where libcurl encrypts by other means. Asked of libcurl, the loader looks in what that needs, too.
    *(void **)&init = dlsym(library, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

static void load(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        "libcurl.4.dylib",
#else
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "libcurl.so",
#endif
    };
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW);
    if (!library) {
        curl.missing = "encryption needs libcurl (libcurl.so.4), which is not installed";
        return;
    }
    const struct { void **function; const char *name; } symbols[] = {
        {(void **)&curl.global_init, "curl_global_init"},     {(void **)&curl.easy_init, "curl_easy_init"},
        {(void **)&curl.easy_setopt, "curl_easy_setopt"},     {(void **)&curl.easy_getinfo, "curl_easy_getinfo"},
        {(void **)&curl.easy_perform, "curl_easy_perform"},   {(void **)&curl.easy_recv, "curl_easy_recv"},
        {(void **)&curl.easy_send, "curl_easy_send"},         {(void **)&curl.easy_strerror, "curl_easy_strerror"},
        {(void **)&curl.easy_cleanup, "curl_easy_cleanup"},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        if (!(*symbols[i].function = dlsym(library, symbols[i].name))) {
            curl.missing = "libcurl is not what it should be: a function is missing";
            return;
        }
    }
    keep_openssl(library); // Has an effect only before it is used.
    if (curl.global_init(CURL_GLOBAL_DEFAULT)) curl.missing = "libcurl could not be started";
}

const char *curl_connection_missing(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return curl.missing;
}

struct CurlConnection {
    CURL *easy;
    // Why the connection must not be opened: the first option that could not be set.
    CURLcode problem;
    atomic_bool is_cancelled;
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
#ifndef __APPLE__ // There, libcurl makes its sockets ones that do not raise it.
    if (!sigismember(before, SIGPIPE)) {
        sigset_t pipe;
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        while (sigtimedwait(&pipe, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR) {}
    }
#endif
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

static int progress(void *connection, long long a, long long b, long long c, long long d) {
    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(&((CurlConnection *)connection)->is_cancelled);
}

// Programs that are started at this moment must not inherit the socket, where the system can see to that.
static int open_socket(void *unused, int purpose, const struct curl_sockaddr *address) {
    (void)unused, (void)purpose;
#ifdef SOCK_CLOEXEC
    int number = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
#else
    int number = socket(address->family, address->type, address->protocol);
    if (number >= 0) fcntl(number, F_SETFD, FD_CLOEXEC);
#endif
    return number;
}

// Takes note of an option without which the connection would not be safe.
static void need(CurlConnection *connection, CURLcode code) {
    if (!connection->problem) connection->problem = code;
}

// The same, for an option that switches something off: a library that does not know it does not do it.
static void need_off(CurlConnection *connection, CURLcode code) {
    if (code != CURL_CONNECTION_NOT_BUILT_IN && code != CURL_CONNECTION_UNKNOWN_OPTION) need(connection, code);
}

CurlConnection *curl_connection_create(const char *url, const char *authorities, long timeout) {
    if (curl_connection_missing()) return NULL;
    CurlConnection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    CURL *easy = connection->easy = curl.easy_init();
    if (!easy) {
        free(connection);
        return NULL;
    }
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, timeout);
    curl.easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, connection->error);
    curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    curl.easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress);
    curl.easy_setopt(easy, CURLOPT_XFERINFODATA, connection);
    curl.easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);

    need(connection, curl.easy_setopt(easy, CURLOPT_URL, url));
    need(connection, curl.easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L));
    need(connection, curl.easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2));
    need(connection, curl.easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L));
    need(connection, curl.easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L));
    // Not even one that the environment names, just as for connections without encryption.
    need_off(connection, curl.easy_setopt(easy, CURLOPT_PROXY, ""));
    // A peer must not choose HTTP/2, over which there would be no WebSocket.
    need_off(connection, curl.easy_setopt(easy, CURLOPT_SSL_ENABLE_ALPN, 0L));
    if (authorities) {
        need(connection, curl.easy_setopt(easy, CURLOPT_CAINFO, authorities));
        // Or those in a folder of the system would be trusted besides.
        need_off(connection, curl.easy_setopt(easy, CURLOPT_CAPATH, (char *)NULL));
    }
    return connection;
}

int curl_connection_open(CurlConnection *connection) {
    if (connection->problem) return connection->problem;
    sigset_t before;
    hold_sigpipe(&before);
    CURLcode code = curl.easy_perform(connection->easy);
    drop_sigpipe(&before);
    return code;
}

void curl_connection_cancel(CurlConnection *connection) { atomic_store(&connection->is_cancelled, true); }

const char *curl_connection_text(CurlConnection *connection, int code) {
    return *connection->error ? connection->error : curl.easy_strerror(code);
}

int curl_connection_socket(CurlConnection *connection) {
    int number = -1;
    return curl.easy_getinfo(connection->easy, CURLINFO_ACTIVESOCKET, &number) == CURL_CONNECTION_OK ? number : -1;
}

int curl_connection_receive(CurlConnection *connection, void *buffer, size_t size, size_t *count) {
    sigset_t before;
    hold_sigpipe(&before);
    *connection->error = 0;
    CURLcode code = curl.easy_recv(connection->easy, buffer, size, count);
    drop_sigpipe(&before);
    return code;
}

int curl_connection_send(CurlConnection *connection, const void *bytes, size_t size, size_t *count) {
    sigset_t before;
    hold_sigpipe(&before);
    *connection->error = 0;
    CURLcode code = curl.easy_send(connection->easy, bytes, size, count);
    drop_sigpipe(&before);
    return code;
}

void curl_connection_destroy(CurlConnection *connection) {
    sigset_t before;
    hold_sigpipe(&before);
    curl.easy_cleanup(connection->easy);
    drop_sigpipe(&before);
    free(connection);
}
