import Foundation

/// The sockets of a test, as numbers: writing to a peer that has gone is an error, and raises no signal.
package enum StreamSocket {
    #if canImport(Glibc)
    static let type = Int32(SOCK_STREAM.rawValue)
    #else
    static let type = SOCK_STREAM
    #endif
    #if canImport(Darwin)
    private static let sendFlags: Int32 = 0
    #else
    private static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif

    /// Makes a socket of a family, such as `AF_INET`; -1 if the system has none to give.
    package static func make(_ family: Int32) -> Int32 {
        let number = socket(family, type, 0)
        #if canImport(Darwin)
        // The connections that a socket accepts have this from it.
        var isOn: Int32 = 1
        setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return number
    }

    /// Sends bytes, as far as there is room for them.
    ///
    /// - Returns: Their number; -1 if the connection is lost.
    package static func send(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Int {
        Foundation.send(number, bytes.baseAddress, bytes.count, sendFlags)
    }
}
