// Tells ThreadSanitizer what a contended lock of Synchronization.Mutex does, which happens in a library that is not
// instrumented: without this, whatever a contended mutex protects is reported as a race. To be preloaded, so that these
// functions come before those of the library. No headers, as a machine with only a toolchain has none.

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define NEXT_LIBRARY ((void *)-1l)

extern void *dlsym(void *library, const char *symbol);
// Not there in a program without the sanitizer, such as the one that runs the tests.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

typedef SWIFT void LockSlow(unsigned thread, SELF void *handle);
typedef SWIFT void UnlockSlow(SELF void *handle);

SWIFT void lock_slow(unsigned thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(unsigned thread, SELF void *handle) {
    ((LockSlow *)dlsym(NEXT_LIBRARY, LOCK_SLOW))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle) {
    if (__tsan_release) __tsan_release(handle);
    ((UnlockSlow *)dlsym(NEXT_LIBRARY, UNLOCK_SLOW))(handle);
}
