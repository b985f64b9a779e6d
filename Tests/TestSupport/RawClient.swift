import Foundation

/// A TCP connection of a client that says what a test says, and reads only when the test says so.
// Sound: the number is that of an open socket until the test closes the connection, and while nothing else uses it.
public final class RawClient: @unchecked Sendable {
    private var descriptor: Int32

    /// Connects, or fails if there is no connection to be had; `receiveBuffer` is what the system keeps for the client.
    public init?(port: UInt16, address: String = "127.0.0.1", receiveBuffer: Int32? = nil) {
        descriptor = StreamSocket.make(AF_INET)
        if var receiveBuffer {
            let size = socklen_t(MemoryLayout.size(ofValue: receiveBuffer))
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, size)
        }
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = inet_addr(address)
        let status = withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                connect(descriptor, target, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { return nil }
    }

    deinit { close() }

    /// Sends bytes, if the connection is still there.
    public func send(_ bytes: some Sequence<UInt8>) {
        _ = Array(bytes).withUnsafeBytes { StreamSocket.send($0, to: descriptor) }
    }

    /// Reads the next bytes; none at the end of the connection.
    public func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer[..<max(0, count)])
    }

    /// Reads until the server closes the connection.
    public func readAll() -> String {
        var answer: [UInt8] = []
        while case let bytes = read(), !bytes.isEmpty { answer += bytes }
        return String(decoding: answer, as: UTF8.self)
    }

    /// Ends the connection, for a thread that reads as well.
    public func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Closes the connection.
    public func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }
}

/// Sends a request to a server, without the empty line at the end of its head, and returns all that it answers until it
/// closes the connection; `nil` if there is none.
public func exchange(_ request: [String], body: String = "", port: UInt16, address: String = "127.0.0.1") -> String? {
    guard let client = RawClient(port: port, address: address) else { return nil }
    client.send(((request + ["", ""]).joined(separator: "\r\n") + body).utf8)
    return client.readAll()
}
