// libcurl as another system might have built it: it is the real one at the path CURL, with differences that the
// environment decides about:
// - CURL_DEFAULT_PATH is a folder with certificates that are trusted unless something else is said.
// - CURL_MISSING_OPTION is the number of an option that it does not know.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>

enum { OPTION_CAPATH = 10097, UNKNOWN_OPTION = 48 };

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
    return ((int (*)(void *, int, ...))real("curl_easy_getinfo"))(easy, info, value);
}

int curl_easy_recv(void *easy, void *buffer, size_t size, size_t *count) {
    return ((int (*)(void *, void *, size_t, size_t *))real("curl_easy_recv"))(easy, buffer, size, count);
}

int curl_easy_send(void *easy, const void *bytes, size_t size, size_t *count) {
    return ((int (*)(void *, const void *, size_t, size_t *))real("curl_easy_send"))(easy, bytes, size, count);
}

const char *curl_easy_strerror(int code) { return ((const char *(*)(int))real("curl_easy_strerror"))(code); }

void curl_easy_cleanup(void *easy) { ((void (*)(void *))real("curl_easy_cleanup"))(easy); }

void *curl_multi_init(void) { return ((void *(*)(void))real("curl_multi_init"))(); }

int curl_multi_setopt(void *multi, int option, ...) {
    va_list values;
    va_start(values, option);
    void *value = va_arg(values, void *);
    va_end(values);
    return ((int (*)(void *, int, ...))real("curl_multi_setopt"))(multi, option, value);
}

int curl_multi_add_handle(void *multi, void *easy) {
    return ((int (*)(void *, void *))real("curl_multi_add_handle"))(multi, easy);
}

int curl_multi_socket_action(void *multi, int socket, int events, int *running) {
    return ((int (*)(void *, int, int, int *))real("curl_multi_socket_action"))(multi, socket, events, running);
}

int curl_multi_timeout(void *multi, long *milliseconds) {
    return ((int (*)(void *, long *))real("curl_multi_timeout"))(multi, milliseconds);
}

void *curl_multi_info_read(void *multi, int *left) {
    return ((void *(*)(void *, int *))real("curl_multi_info_read"))(multi, left);
}

int curl_multi_remove_handle(void *multi, void *easy) {
    return ((int (*)(void *, void *))real("curl_multi_remove_handle"))(multi, easy);
}

int curl_multi_cleanup(void *multi) { return ((int (*)(void *))real("curl_multi_cleanup"))(multi); }

// Not of libcurl, but of what it encrypts with.
int OPENSSL_init_crypto(unsigned long long options, const void *settings) {
    int (*init)(unsigned long long, const void *) = real("OPENSSL_init_crypto");
    return init ? init(options, settings) : 0;
}
