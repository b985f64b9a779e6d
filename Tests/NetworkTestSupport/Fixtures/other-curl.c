// libcurl as another system might have built it: it is the real one, whose path is CURL, with differences that the
// environment decides about:
// - CURL_DEFAULT_PATH is a folder whose certificates are trusted unless something else is said.
// - CURL_MISSING_OPTION is the number of an option that it does not know.
// - CURL_SOCKET is what it says of the socket of a connection.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>

enum { OPTION_CAPATH = 10097, INFO_ACTIVESOCKET = 0x500000 + 44, UNKNOWN_OPTION = 48 };

static void *real(const char *name) { return dlsym(dlopen(CURL, RTLD_NOW | RTLD_LOCAL), name); }

static int set(void *easy, int option, void *value) {
    return ((int (*)(void *, int, ...))real("curl_easy_setopt"))(easy, option, value);
}

int curl_easy_setopt(void *easy, int option, ...) {
    va_list values;
    va_start(values, option);
    // Whatever it is, on the platforms of these tests it is passed as a pointer would be.
    void *value = va_arg(values, void *);
    va_end(values);
    const char *missing = getenv("CURL_MISSING_OPTION");
    return missing && atoi(missing) == option ? UNKNOWN_OPTION : set(easy, option, value);
}

void *curl_easy_init(void) {
    void *easy = ((void *(*)(void))real("curl_easy_init"))();
    const char *path = getenv("CURL_DEFAULT_PATH");
    if (easy && path) set(easy, OPTION_CAPATH, (void *)path);
    return easy;
}

int curl_global_init(long flags) { return ((int (*)(long))real("curl_global_init"))(flags); }

int curl_easy_getinfo(void *easy, int info, ...) {
    va_list values;
    va_start(values, info);
    void *value = va_arg(values, void *);
    va_end(values);
    const char *socket = getenv("CURL_SOCKET");
    if (socket && info == INFO_ACTIVESOCKET) {
        *(int *)value = atoi(socket);
        return 0;
    }
    return ((int (*)(void *, int, ...))real("curl_easy_getinfo"))(easy, info, value);
}

int curl_easy_perform(void *easy) { return ((int (*)(void *))real("curl_easy_perform"))(easy); }

int curl_easy_recv(void *easy, void *buffer, size_t size, size_t *count) {
    return ((int (*)(void *, void *, size_t, size_t *))real("curl_easy_recv"))(easy, buffer, size, count);
}

int curl_easy_send(void *easy, const void *bytes, size_t size, size_t *count) {
    return ((int (*)(void *, const void *, size_t, size_t *))real("curl_easy_send"))(easy, bytes, size, count);
}

const char *curl_easy_strerror(int code) { return ((const char *(*)(int))real("curl_easy_strerror"))(code); }

void curl_easy_cleanup(void *easy) { ((void (*)(void *))real("curl_easy_cleanup"))(easy); }

// Not of libcurl, but of what it encrypts with.
int OPENSSL_init_crypto(unsigned long long options, const void *settings) {
    int (*init)(unsigned long long, const void *) = real("OPENSSL_init_crypto");
    return init ? init(options, settings) : 0;
}
