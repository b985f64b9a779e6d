import Foundation

/// A page of an inspector without a browser: it gets events, and posts messages.
public final class EventClient: Sendable {
    /// The server refuses the page, or is gone.
    public struct Refused: Error {}

    /// The events that come: their names and their data.
    public let events: AsyncStream<(name: String, data: String)>
    private let client: RawClient
    private let head: [String]
    private let port: UInt16

    /// Begins to get the events of the page at an address.
    public init(of url: URL) throws {
        port = UInt16(url.port ?? 0)
        let host = "127.0.0.1:\(port)"
        head = ["/live?\(url.query() ?? "") HTTP/1.1", "Host: \(host)", "Origin: http://\(host)"]
        guard let client = RawClient(port: port) else { throw Refused() }
        self.client = client
        client.send("GET \(head.joined(separator: "\r\n"))\r\n\r\n".utf8)
        let (events, continuation) = AsyncStream.makeStream(of: (name: String, data: String).self)
        self.events = events
        Thread.detachNewThread {
            var rest = Data()
            var separator = Data("\r\n\r\n".utf8)
            while case let bytes = client.read(), !bytes.isEmpty {
                rest += bytes
                while let end = rest.range(of: separator) {
                    let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
                    rest = Data(rest[end.upperBound...])
                    // The first one is the head.
                    if separator.count == 2, lines.count == 2 {
                        continuation.yield((String(lines[0].dropFirst(7)), String(lines[1].dropFirst(6))))
                    }
                    separator = Data("\n\n".utf8)
                }
            }
            continuation.finish()
        }
    }

    /// Posts a message, and waits until it is accepted.
    public func post(_ message: String) throws {
        let size = "Content-Length: \(message.utf8.count)"
        let answer = exchange(["POST " + head[0]] + head[1...] + [size], body: message, port: port)
        guard answer?.hasPrefix("HTTP/1.1 200 ") == true else { throw Refused() }
    }

    /// Leaves.
    public func end() { client.shutDown() }
}
