import Foundation
import Sockets

/// The system calls of a TCP socket that never blocks and never raises `SIGPIPE`.
///
/// The value is only a number and closes nothing itself. Its owner calls ``dispose()``, once.
package struct SocketDescriptor: Sendable {
    package let number: Int32

    /// The greatest number of unsent bytes that the system keeps.
    private static let unsentLimit: Int32 = 128 << 10

    package init(_ number: Int32) { self.number = number }

    #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let openFlags = Int32(SOCK_CLOEXEC.rawValue)
    #elseif os(Linux)
    static let streamType = SOCK_STREAM
    private static let openFlags = SOCK_CLOEXEC
    #else
    static let streamType = SOCK_STREAM
    private static let openFlags: Int32 = 0
    #endif

    /// Opens a socket of `AF_INET` or `AF_INET6`. Throws `TransportError.unreachable` if the system has no free socket.
    package init(family: Int32) throws(TransportError) {
        // If the system can prevent it, programs that are started at this moment do not inherit the socket.
        number = socket(family, SocketDescriptor.streamType | SocketDescriptor.openFlags, 0)
        guard number >= 0 else { throw .unreachable(SystemError.text()) }
        prepare()
    }

    /// Sets options: the socket never blocks, raises no signal, is not inherited, and sends small messages at once.
    package func prepare() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        limitUnsent()
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    /// Limits the number of unsent bytes that the system keeps. Otherwise pings would wait for large messages.
    package func limitUnsent() {
        #if canImport(Darwin)
        // On Darwin, `TCP_NOTSENT_LOWAT` affects only the watch for room, not the bytes that the socket takes.
        set(SOL_SOCKET, SO_SNDBUF, SocketDescriptor.unsentLimit)
        #else
        set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, SocketDescriptor.unsentLimit)
        #endif
    }

    package func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
        withUnsafeBytes(of: value) { value in
            _ = setsockopt(number, level, option, value.baseAddress, socklen_t(value.count))
        }
    }

    /// Begins to connect. Returns true if the socket is connected already; if false, wait until it is writable.
    ///
    /// Throws `TransportError.unreachable` if it cannot be connected.
    func startConnecting(to address: SocketAddress) throws(TransportError) -> Bool {
        if address.withPointer({ connect(number, $0, $1) }) == 0 { return true }
        guard errno == EINPROGRESS || errno == EINTR else { throw .unreachable(SystemError.text()) }
        return false
    }

    /// Returns true if an attempt to connect has succeeded, and false while it is in progress.
    ///
    /// - Throws: `TransportError.unreachable` if the attempt has failed.
    func isConnected() throws(TransportError) -> Bool {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout.size(ofValue: error))
        let status = getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size)
        guard status == 0, error == 0 else { throw .unreachable(SystemError.text(status == 0 ? error : errno)) }
        if hasPeer { return true }
        guard errno == ENOTCONN else { throw .unreachable(SystemError.text()) }
        return false
    }

    /// True while the socket is connected: until the connection fails, or the peer resets it.
    var hasPeer: Bool {
        var peer = sockaddr()
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        return getpeername(number, &peer, &size) == 0
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        try transfer { recv(number, buffer.baseAddress, buffer.count, 0) }
    }

    func transmit(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        #if canImport(Darwin)
        try transfer { send(number, bytes.baseAddress, bytes.count, 0) }
        #else
        try transfer { send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
        #endif
    }

    var unacknowledgedByteCount: Int {
        var count: Int32 = 0
        #if canImport(Darwin)
        var size = socklen_t(MemoryLayout.size(ofValue: count))
        let status = getsockopt(number, SOL_SOCKET, SO_NWRITE, &count, &size)
        #else
        let status = ioctl(number, UInt(TIOCOUTQ), &count)
        #endif
        return status == 0 ? Int(count) : 0
    }

    private func transfer(_ call: () -> Int) throws(TransportError) -> Int? {
        while true {
            let count = call()
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: return nil
            default: throw .connectionLost(SystemError.text())
            }
        }
    }

    func finishWriting() { shutdown(number, Int32(SHUT_WR)) }

    /// Makes the peer see a reset instead of an orderly end when the socket is disposed of.
    func resetWhenDisposed() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    /// The reason why the system cannot open a file now, such as too many open files; `nil` if it can.
    static func shortage(reading path: String?) -> String? {
        let number = open(path ?? "/dev/null", O_RDONLY | O_CLOEXEC)
        guard number < 0 else {
            close(number)
            return nil
        }
        return [EMFILE, ENFILE, ENOMEM].contains(errno) ? SystemError.text() : nil
    }

    /// Returns the socket to the system, which may reuse its number at once.
    package func dispose() { close(number) }
}

/// The system's words for a failed call.
package enum SystemError {
    /// The text of an error number, by default of the latest error in this thread.
    package static func text(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
}
