#define _GNU_SOURCE
#include "CurlLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static struct CurlLibrary curl;
static struct OpenSSL openssl;
static bool has_openssl;

struct symbol {
    void *function;
    const char *name;
};

// Looks up the addresses of functions. Returns false if a function is missing.
static bool find(void *library, size_t count, const struct symbol symbols[]) {
    for (size_t i = 0; i < count; i++) {
        if (!(*(void **)symbols[i].function = dlsym(library, symbols[i].name))) return false;
    }
    return true;
}

// At the end of the process, OpenSSL frees its memory, although other threads may still be opening or closing
// connections. These threads would crash. So this keeps OpenSSL from freeing it; the system frees it anyway.
static void keep_openssl(void *library) {
    enum { OPENSSL_INIT_NO_ATEXIT = 0x80000 }; // The value in openssl/crypto.h since 1.1.1.
    int (*init)(unsigned long long options, const void *settings) = NULL;
    // The function is missing if libcurl encrypts without OpenSSL. `dlsym` also searches libcurl's libraries.
    *(void **)&init = dlsym(library, "OPENSSL_init_crypto");
    if (init) init(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// Looks up the functions of the OpenSSL that libcurl encrypts with. Returns false if libcurl encrypts by other means.
//
// It is not enough that libcurl needs a library with these functions: libcurl may encrypt with another library, and use
// this one only through a third. So the version that libcurl names must be the version of the library that is found.
static bool find_openssl(void *library) {
    const char *(*curl_version)(void) = NULL;
    const char *(*openssl_version)(int) = NULL;
    const struct symbol symbols[] = {
        {&curl_version, "curl_version"},
        {&openssl_version, "OpenSSL_version"},
        {&openssl.get_store, "SSL_CTX_get_cert_store"},
        {&openssl.set_store, "SSL_CTX_set_cert_store"},
        {&openssl.retain_store, "X509_STORE_up_ref"},
        {&openssl.release_store, "X509_STORE_free"},
    };
    if (!find(library, sizeof symbols / sizeof *symbols, symbols)) return false;
    // "libcurl/7.88.1 OpenSSL/3.0.19 …", where brackets mark libraries that are not used; "OpenSSL 3.0.19 …".
    static const char used[] = " OpenSSL/", found[] = "OpenSSL ";
    const char *one = strstr(curl_version(), used), *other = openssl_version(0);
    if (!one || strncmp(other, found, sizeof found - 1)) return false;
    one += sizeof used - 1;
    other += sizeof found - 1;
    size_t length = strcspn(one, " ");
    return length > 0 && length == strcspn(other, " ") && !strncmp(one, other, length);
}

static void load(void) {
    static const char *const names[] = {
#ifdef __APPLE__
        // The path is complete, because a bare name is also searched in the working directory.
        "/usr/lib/libcurl.4.dylib",
#else
        "libcurl.so.4", "libcurl-gnutls.so.4", "libcurl-nss.so.4", "libcurl.so",
#endif
    };
    void *library = NULL;
    for (size_t i = 0; !library && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_NOW);
    if (!library) {
#ifdef __APPLE__
        curl.missing = "encryption needs the system's libcurl, which is not there";
#else
        curl.missing = "encryption needs libcurl (libcurl.so.4), which is not installed";
#endif
        return;
    }
    const struct symbol symbols[] = {
        {&curl.global_init, "curl_global_init"},
        {&curl.easy_init, "curl_easy_init"},
        {&curl.easy_setopt, "curl_easy_setopt"},
        {&curl.easy_getinfo, "curl_easy_getinfo"},
        {&curl.easy_recv, "curl_easy_recv"},
        {&curl.easy_send, "curl_easy_send"},
        {&curl.easy_strerror, "curl_easy_strerror"},
        {&curl.easy_cleanup, "curl_easy_cleanup"},
        {&curl.multi_init, "curl_multi_init"},
        {&curl.multi_setopt, "curl_multi_setopt"},
        {&curl.multi_add_handle, "curl_multi_add_handle"},
        {&curl.multi_socket_action, "curl_multi_socket_action"},
        {&curl.multi_timeout, "curl_multi_timeout"},
        {&curl.multi_info_read, "curl_multi_info_read"},
        {&curl.multi_remove_handle, "curl_multi_remove_handle"},
        {&curl.multi_cleanup, "curl_multi_cleanup"},
    };
    if (!find(library, sizeof symbols / sizeof *symbols, symbols)) {
        curl.missing = "libcurl is not what it should be: a function is missing";
        return;
    }
    keep_openssl(library); // Must come before OpenSSL is used.
    if (curl.global_init(CURL_GLOBAL_DEFAULT)) {
        curl.missing = "libcurl could not be started";
        return;
    }
    has_openssl = find_openssl(library);
}

const struct CurlLibrary *curl_library(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return &curl;
}

const struct OpenSSL *curl_library_openssl(void) { return curl_library() && has_openssl ? &openssl : NULL; }
