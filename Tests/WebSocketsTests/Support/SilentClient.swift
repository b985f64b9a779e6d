import Foundation

/// A connection of a client that says nothing but what a test says, and never reads.
final class SilentClient {
    struct NoConnection: Error {}

    private var descriptor: Int32

    init(port: UInt16) throws {
        #if os(Linux)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var size: Int32 = 2048
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = port.bigEndian
        target.sin_addr.s_addr = inet_addr("127.0.0.1")
        let status = withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                connect(descriptor, target, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status != 0 { throw NoConnection() }
    }

    deinit { close() }

    func send(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        #if os(Linux)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
        _ = Foundation.send(descriptor, bytes, bytes.count, 0)
        #endif
    }

    func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }
}
