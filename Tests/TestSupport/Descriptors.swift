import Foundation

/// How many descriptors this process has open, where the system tells.
public func openDescriptors() throws -> Int? {
    #if os(Linux)
    return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
    return nil
    #endif
}

/// Lets this process have so many descriptors, if the system allows it.
///
/// A test with more than a thousand of them runs in a process of its own. Not only does nobody else open any there:
/// Foundation's `Process` looks through all that are open, and on Linux it copies directory entries in their full size,
/// where the last ones that fit into the system's buffer are shorter. With some 1,400 descriptors it may read beyond the
/// buffer, and a test that starts a program meanwhile would crash.
public func raiseDescriptorLimit(to count: rlim_t) {
    var limit = rlimit()
    #if os(Linux)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    let resource = RLIMIT_NOFILE
    #endif
    getrlimit(resource, &limit)
    guard limit.rlim_cur < count else { return }
    limit.rlim_cur = min(count, limit.rlim_max)
    setrlimit(resource, &limit)
}
