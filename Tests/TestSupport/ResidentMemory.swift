import Foundation

/// The bytes of physical memory that this process uses, or `nil` where the system does not tell.
public func residentMemory() throws -> Int? {
    #if os(Linux)
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
    return Int(pages).map { $0 * sysconf(Int32(_SC_PAGESIZE)) }
    #else
    return nil
    #endif
}
