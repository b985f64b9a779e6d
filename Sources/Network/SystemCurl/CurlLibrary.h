#ifndef CURL_LIBRARY_H
#define CURL_LIBRARY_H

#include <stddef.h>
#include <sys/socket.h>

// Copied from curl/curl.h and curl/multi.h, where the numbers never change.
typedef void CURL;
typedef void CURLM;
typedef int CURLcode;
typedef int CURLMcode;
enum {
    CURL_GLOBAL_DEFAULT = 3,
    CURL_ERROR_SIZE = 256,
    CURL_SSLVERSION_TLSv1_2 = 6,

    CURLOPT_SSLVERSION = 32,
    CURLOPT_SSL_VERIFYPEER = 64,
    CURLOPT_SSL_VERIFYHOST = 81,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_CONNECT_ONLY = 141,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_SSL_ENABLE_ALPN = 226,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_ERRORBUFFER = 10010,
    CURLOPT_CAINFO = 10065,
    CURLOPT_CAPATH = 10097,
    CURLOPT_SSL_CTX_DATA = 10109,
    CURLOPT_OPENSOCKETDATA = 10164,
    CURLOPT_CONNECT_TO = 10243,
    CURLOPT_SSL_CTX_FUNCTION = 20108,
    CURLOPT_OPENSOCKETFUNCTION = 20163,
    CURLOPT_CLOSESOCKETFUNCTION = 20208,

    CURLINFO_OS_ERRNO = 0x200000 + 25,

    CURLMOPT_SOCKETDATA = 10002,
    CURLMOPT_SOCKETFUNCTION = 20001,
    CURL_SOCKET_TIMEOUT = -1,
    CURL_POLL_INOUT = 3,
    CURLMSG_DONE = 1,
};

// The kind and address of a socket to open. `address` has `length` bytes.
struct curl_sockaddr {
    int family, type, protocol;
    unsigned int length;
    struct sockaddr address;
};

// A linked list of strings.
struct curl_slist {
    char *data;
    struct curl_slist *next;
};

// The result of a transfer.
struct curl_message {
    int kind;
    CURL *easy;
    union {
        void *pointer;
        CURLcode code;
    } data;
};

/// The functions of libcurl that are used here. If they are not available, `missing` is the reason, otherwise NULL.
struct CurlLibrary {
    const char *missing;
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *easy, int option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, int info, ...);
    CURLcode (*easy_recv)(CURL *easy, void *buffer, size_t size, size_t *count);
    CURLcode (*easy_send)(CURL *easy, const void *bytes, size_t size, size_t *count);
    const char *(*easy_strerror)(CURLcode code);
    void (*easy_cleanup)(CURL *easy);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_setopt)(CURLM *multi, int option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_socket_action)(CURLM *multi, int socket, int events, int *running);
    CURLMcode (*multi_timeout)(CURLM *multi, long *milliseconds);
    struct curl_message *(*multi_info_read)(CURLM *multi, int *left);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_cleanup)(CURLM *multi);
};

/// Loads libcurl at the first call, and returns its functions.
const struct CurlLibrary *curl_library(void);

/// The functions of the OpenSSL that libcurl encrypts with. All versions from 1.1.0 on have them.
struct OpenSSL {
    void *(*get_store)(const void *context);
    void (*set_store)(void *context, void *store);
    int (*retain_store)(void *store);
    void (*release_store)(void *store);
};

/// The functions of OpenSSL; NULL if libcurl encrypts by other means.
const struct OpenSSL *curl_library_openssl(void);

#endif
