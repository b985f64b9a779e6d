#define _GNU_SOURCE
#include "SharedAuthorities.h"

#include "CurlLibrary.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A process usually trusts one set of authorities, and a few at most.
enum { STORE_LIMIT = 4, SECONDS_KEPT = 3600 };

// Stores that several connections use at the same time. OpenSSL counts the references to a store, and locks it for
// changes. libcurl only sets flags of a store that are set already.
static struct SharedStore {
    char *authorities; // NULL for the system's authorities.
    void *store;       // NULL if this place is free.
    time_t read;
} stores[STORE_LIMIT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static time_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

static bool is_same(const char *one, const char *other) { return one && other ? !strcmp(one, other) : one == other; }

// Drops the stores that were read an hour ago or earlier, because files of authorities change.
static void drop_old(const struct OpenSSL *openssl) {
    for (size_t i = 0; i < STORE_LIMIT; i++) {
        if (!stores[i].store || now() - stores[i].read < SECONDS_KEPT) continue;
        openssl->release_store(stores[i].store);
        free(stores[i].authorities);
        stores[i] = (struct SharedStore){0};
    }
}

void *shared_authorities(const char *authorities) {
    const struct OpenSSL *openssl = curl_library_openssl();
    if (!openssl) return NULL;
    void *store = NULL;
    pthread_mutex_lock(&lock);
    drop_old(openssl);
    for (size_t i = 0; i < STORE_LIMIT && !store; i++) {
        if (stores[i].store && is_same(stores[i].authorities, authorities)) store = stores[i].store;
    }
    if (store) openssl->retain_store(store);
    pthread_mutex_unlock(&lock);
    return store;
}

void share_authorities(const char *authorities, void *store) {
    const struct OpenSSL *openssl = curl_library_openssl();
    pthread_mutex_lock(&lock);
    // Replaces a store of the same authorities; otherwise uses a free place, or replaces the oldest store.
    struct SharedStore *place = stores;
    for (size_t i = 0; i < STORE_LIMIT; i++) {
        if (stores[i].store && is_same(stores[i].authorities, authorities)) {
            place = &stores[i];
            break;
        }
        if (place->store && (!stores[i].store || stores[i].read < place->read)) place = &stores[i];
    }
    char *copy = authorities ? strdup(authorities) : NULL;
    if (copy || !authorities) {
        if (place->store) openssl->release_store(place->store);
        free(place->authorities);
        *place = (struct SharedStore){.authorities = copy, .store = store, .read = now()};
    } else {
        openssl->release_store(store);
    }
    pthread_mutex_unlock(&lock);
}
