import Foundation
import Synchronization

/// A server of one file over HTTP, which sends a part of it, and the rest when a test says so.
public final class StallingServer: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let rest: DispatchSemaphore?
    private let connections = Counter()

    private final class Counter: Sendable { let count = Atomic(0) }

    /// The number of connections so far.
    public var connectionCount: Int { connections.count.load(ordering: .relaxed) }

    /// Serves `content`, of which it sends `first` bytes at once; if it `closes`, the connection ends with them.
    public init(_ content: Data, first: Int, closes: Bool = false) {
        rest = closes ? nil : DispatchSemaphore(value: 0)
        let listener = StreamSocket.make(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                precondition(bind(listener, pointer, length) == 0 && listen(listener, 5) == 0)
                precondition(getsockname(listener, pointer, &length) == 0)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        self.port = port
        self.listener = listener
        Thread.detachNewThread { [rest, connections] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                connections.count.add(1, ordering: .relaxed)
                Thread.detachNewThread { Self.serve(client, content, first, rest) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        rest?.signal()
    }

    /// Sends the rest of the file.
    public func sendRest() { rest?.signal() }

    private static func serve(_ client: Int32, _ content: Data, _ first: Int, _ rest: DispatchSemaphore?) {
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
        let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: \(content.count)\r\n\r\n"
        write(client, Data(head.utf8) + content.prefix(first))
        guard let rest else { return }
        rest.wait()
        write(client, content.dropFirst(first))
    }

    private static func write(_ client: Int32, _ data: Data) {
        var bytes = [UInt8](data)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { StreamSocket.send($0, to: client) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
