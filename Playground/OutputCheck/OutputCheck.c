#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// `print` says nothing when its output cannot be written: the page of a playground would seem to have run.
static void check_output(void) {
    errno = 0;
    int had_failed = ferror(stdout);
    int has_failed = fflush(stdout) != 0;
    if (!had_failed && !has_failed) return;
    const char *reason = errno != 0 ? strerror(errno) : "an earlier part is missing";
    fprintf(stderr, "standard output cannot be written: %s\n", reason);
    _Exit(74);  // EX_IOERR
}

__attribute__((constructor)) static void check_output_at_exit(void) { atexit(check_output); }
