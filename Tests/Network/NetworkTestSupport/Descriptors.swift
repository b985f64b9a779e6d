import Foundation

/// The number of file descriptors that this process has open, or `nil` where the system does not tell.
public func openDescriptors() throws -> Int? {
    #if os(Linux)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
    return nil
    #endif
}

/// Raises the limit of open file descriptors of this process, if the system allows it.
///
/// A test with more than a thousand of them runs in a separate process. No other test opens any there. Foundation's
/// `Process` lists all that are open. On Linux it copies directory entries in their full size, although the last ones
/// in the system's buffer are shorter. With some 1,400 descriptors it may read beyond the buffer, and a test that
/// starts a program at that time would crash.
public func raiseDescriptorLimit(to count: rlim_t) {
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = min(count, limit.rlim_max)
    #if canImport(Darwin)
    // The system refuses more than this, whatever the limit of the limit says.
    limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))
    #endif
    setrlimit(descriptorLimit, &limit)
}

/// Opens descriptors until the system gives no more, and closes one, so that exactly one can be had.
///
/// Only for a separate process, such as that of an exit test.
/// Returns the number of that one; all smaller ones are in use.
@discardableResult public func useUpDescriptors() -> Int32 {
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    limit.rlim_cur = min(512, limit.rlim_max)
    setrlimit(descriptorLimit, &limit)
    var latest: Int32 = -1
    while case let next = dup(STDERR_FILENO), next >= 0 { latest = next }
    close(latest)
    // A sanitizer that looks for leaks at the exit needs descriptors, and without them it may wait forever.
    atexit { raiseDescriptorLimit(to: 1024) }
    return latest
}

#if canImport(Glibc)
private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
private let descriptorLimit = RLIMIT_NOFILE
#endif
