import Foundation

/// A TCP socket that never blocks, raises no signal, and is not inherited by child processes. It closes when it is
/// freed.
final class ServerSocket: Sendable {
    let number: Int32

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
    private static let streamType = SOCK_STREAM
    #endif

    private init(_ number: Int32) {
        self.number = number
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(number) }

    // MARK: Listening

    /// Listens on the loopback interface.
    ///
    /// - Parameter port: The port on 127.0.0.1, or 0 for any free port.
    /// - Throws: ``InspectorError`` if the port is taken.
    convenience init(listeningOn port: UInt16) throws(InspectorError) {
        self.init(socket(AF_INET, ServerSocket.streamType, 0))
        // Without this option, the port would stay taken for a minute after an inspector with connections has ended.
        set(SOL_SOCKET, SO_REUSEADDR)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = port.bigEndian
        let status = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0, listen(number, SOMAXCONN) == 0 else {
            throw InspectorError(
                description: "the inspector cannot listen on port \(port): \(String(cString: strerror(errno)))")
        }
    }

    /// The port on which the socket listens.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// A waiting connection; `nil` if none waits.
    ///
    /// - Throws: ``Shortage`` if the system has no descriptor for the connection, which then continues to wait.
    func acceptConnection() throws(Shortage) -> ServerSocket? {
        let connection = accept(number, nil, nil)
        guard connection >= 0 else {
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { throw Shortage() }
            return nil
        }
        let socket = ServerSocket(connection)
        socket.set(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        socket.set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
        return socket
    }

    /// Frees the port. The descriptor stays open until this object is freed.
    func finishListening() {
        #if canImport(Darwin)
        // On Darwin, shutting the socket down does not end listening, but replacing it does.
        let spare = socket(AF_INET, SOCK_STREAM, 0)
        guard spare >= 0 else { return }
        dup2(spare, number)
        close(spare)
        #else
        shutDown()
        #endif
    }

    struct Shortage: Error {}

    private func set(_ level: Int32, _ option: Int32) {
        var isOn: Int32 = 1
        setsockopt(number, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Reading and writing

    /// Two connected sockets.
    ///
    /// - Throws: ``InspectorError`` if the system has no free descriptors.
    static func pair() throws(InspectorError) -> (ServerSocket, ServerSocket) {
        var numbers: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, streamType, 0, &numbers) == 0 else {
            throw InspectorError(description: "the inspector cannot work: \(String(cString: strerror(errno)))")
        }
        return (ServerSocket(numbers[0]), ServerSocket(numbers[1]))
    }

    /// Reads the available bytes; an empty array at the end of the connection, `nil` if no bytes have arrived yet.
    func read() -> [UInt8]? {
        var isEmpty = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
            let result = recv(number, buffer.baseAddress, buffer.count, 0)
            isEmpty = result < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno)
            count = max(0, result)
        }
        return isEmpty ? nil : bytes
    }

    /// Writes as many bytes as possible without blocking.
    ///
    /// - Returns: The number of written bytes; `nil` if the connection is lost.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        let result = bytes.withUnsafeBytes { send(number, $0.baseAddress, $0.count, flags) }
        if result < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? 0 : nil }
        return result
    }

    /// Ends the connection. The descriptor stays open until this object is freed.
    func shutDown() { shutdown(number, Int32(SHUT_RDWR)) }
}

/// The reason for which an inspector could not start.
struct InspectorError: Error, CustomStringConvertible {
    /// A sentence with the reason, such as the taken port.
    let description: String
}
