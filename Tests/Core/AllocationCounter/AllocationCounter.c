// Counts allocations: a program that is linked with this file has these functions in place of the C library's.
//
// The sanitizers put functions of their own in the same place, and other systems have other ways; there, nothing is
// counted.
#include "AllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)

// The C library's own functions under their other names.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local long count;
static _Thread_local long bytes;

static void add(size_t size) {
    count += 1;
    bytes += (long)size;
}

void *malloc(size_t size) {
    add(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    add(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    add(size);
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    add(size);
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

long allocation_count(void) { return count; }
long allocated_bytes(void) { return bytes; }

#else

long allocation_count(void) { return -1; }
long allocated_bytes(void) { return -1; }

#endif
