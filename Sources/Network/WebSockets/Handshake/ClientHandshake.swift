import AsyncPrimitives
import Sockets

extension ConnectionRequest {
    /// Checks whether this is a valid request for a WebSocket connection.
    ///
    /// Each transport checks this when it is opened. Check it earlier if a person has typed the request.
    ///
    /// - Throws: `TransportError.invalidRequest`, with the problem.
    public func validate() throws(TransportError) { _ = try ClientHandshake(self) }
}

/// The handshake of a client: its request, and the parsing of the server's answer.
///
/// Source: RFC 6455, sections 4.1 and 4.2.2.
package struct ClientHandshake {
    package enum Answer: Hashable, Sendable {
        case accepted(subprotocol: String?)
        case refused(status: Int, headers: [HeaderField], body: String = "")
    }

    private struct Refusal {
        let status: Int
        let headers: [HeaderField]
        var body: RefusalBody
    }

    package let request: [UInt8]
    private let key: HandshakeKey
    private let subprotocols: [String]
    private var parser = HTTPHeadParser(beginning: "HTTP/1.")
    /// The refusal, once its head has come in. Its body may be incomplete.
    private var refusal: Refusal?

    /// The header fields that only the handshake itself may set, in lowercase.
    private static let ownFields: Set = [
        "host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol",
        "sec-websocket-extensions", "sec-websocket-accept", "content-length", "transfer-encoding",
    ]

    /// Prepares the request for a connection. Throws `TransportError.invalidRequest` if it is invalid.
    package init(_ request: ConnectionRequest) throws(TransportError) {
        try self.init(request, to: Endpoint(request.url), key: .random())
    }

    init(_ request: ConnectionRequest, to endpoint: Endpoint, key: HandshakeKey) throws(TransportError) {
        try ClientHandshake.check(request)
        var lines = [
            "GET \(endpoint.resource) HTTP/1.1",
            "Host: \(endpoint.authority)",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key.text)",
            "Sec-WebSocket-Version: 13",
        ]
        if !request.subprotocols.isEmpty {
            lines.append("Sec-WebSocket-Protocol: \(request.subprotocols.joined(separator: ", "))")
        }
        // The body of a refusal is read as it is, so a server should not compress it.
        if !request.headers.contains(where: { $0.name.equalsIgnoringASCIICase("Accept-Encoding") }) {
            lines.append("Accept-Encoding: identity")
        }
        lines += request.headers.map { "\($0.name): \($0.value)" }
        self.request = Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
        self.key = key
        subprotocols = request.subprotocols
    }

    /// Throws if a name or a value is invalid, a subprotocol is repeated, or a header is one of `ownFields`.
    private static func check(_ request: ConnectionRequest) throws(TransportError) {
        for header in request.headers {
            guard HTTPHead.isToken(header.name) else {
                throw .invalidRequest("no header can be named “\(header.name)”")
            }
            guard HTTPHead.isValue(header.value) else {
                throw .invalidRequest("the header \(header.name) has a control character in its value")
            }
            guard !ownFields.contains(header.name.lowercased()) else {
                throw .invalidRequest("the header \(header.name) is the protocol's own")
            }
        }
        for subprotocol in request.subprotocols where !HTTPHead.isToken(subprotocol) {
            throw .invalidRequest("no subprotocol can be named “\(subprotocol)”")
        }
        guard Set(request.subprotocols).count == request.subprotocols.count else {
            throw .invalidRequest("a subprotocol is offered twice")
        }
    }

    /// True if the head of a refusal has come in.
    var isRefused: Bool { refusal != nil }

    /// The refusal with the part of its body that has come in; `nil` if the server has not refused.
    var refusalSoFar: Answer? {
        refusal.map { .refused(status: $0.status, headers: $0.headers, body: $0.body.text) }
    }

    /// Takes the server's answer from the input, and leaves the bytes after it; `nil` if the answer is incomplete.
    ///
    /// Throws `TransportError.violation` if the bytes are no answer to the request.
    package mutating func answer(from input: inout UnsafeRawBufferPointer) throws(TransportError) -> Answer? {
        while refusal == nil, let (head, isWhole) = try nextHead(from: &input) {
            guard let status = ClientHandshake.status(of: head) else { throw .violation("the handshake is not HTTP") }
            switch status {
            case 101 where head.firstLine.hasPrefix("HTTP/1.0"): throw .violation("the answer is of HTTP/1.0")
            case 101: return .accepted(subprotocol: try acceptedSubprotocol(head))
            case 100..<200: continue  // An informational answer; the final answer follows.
            default:
                let isWhole = isWhole && ![204, 304].contains(status)
                refusal = Refusal(
                    status: status, headers: head.fields, body: RefusalBody(after: head, isWhole: isWhole))
            }
        }
        refusal?.body.read(from: &input)
        return refusal?.body.isComplete == true ? refusalSoFar : nil
    }

    private mutating func nextHead(
        from input: inout UnsafeRawBufferPointer
    ) throws(TransportError) -> (head: HTTPHead, isWhole: Bool)? {
        do throws(TransportError) {
            return try parser.next(from: &input).map { ($0, true) }
        } catch {
            // A refusal is reported even if its head is not read to the end, such as when the head is too large.
            if let head = parser.unfinished, let status = ClientHandshake.status(of: head), status >= 200 {
                return (head, false)
            }
            // The first line may be the greeting of another protocol. The error shows it.
            let greeting = parser.firstLine.map { String(decoding: $0 + input.prefix(60), as: UTF8.self) }
            guard let greeting = greeting?.shown(limit: 60), !greeting.isEmpty else { throw error }
            throw .violation("the handshake is not HTTP, but begins with “\(greeting)”")
        }
    }

    private static func status(of head: HTTPHead) -> Int? {
        // The line is compared byte by byte: a peer may send any number of heads, and only ASCII digits count.
        let line = head.firstLine.utf8
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].count == 8, words[0].starts(with: "HTTP/1.".utf8), words[0].last!.isASCIIDigit,
            words[1].count == 3, words[1].allSatisfy(\.isASCIIDigit), words[1].first != UInt8(ascii: "0")
        else { return nil }
        return Int(Substring(words[1]))
    }

    private func acceptedSubprotocol(_ head: HTTPHead) throws(TransportError) -> String? {
        guard head.list(of: "Upgrade", contains: "websocket") else {
            throw .violation("the answer has no Upgrade to websocket")
        }
        guard head.list(of: "Connection", contains: "upgrade") else {
            throw .violation("the answer has no Upgrade among its Connection options")
        }
        guard let acceptKey = head.value(of: "Sec-WebSocket-Accept"), acceptKey.utf8.elementsEqual(key.acceptKey.utf8)
        else {
            throw .violation("Sec-WebSocket-Accept does not answer the key")
        }
        if let extensions = head.list(of: "Sec-WebSocket-Extensions").first {
            throw .violation("the answer has the extension “\(extensions.shown(limit: 100))”, which was not offered")
        }
        let chosen = head.values(of: "Sec-WebSocket-Protocol")
        let offered = subprotocols.map { Array($0.utf8) }
        guard chosen.count <= 1, chosen.allSatisfy({ offered.contains(Array($0.utf8)) }) else {
            let names = chosen.joined(separator: ", ").shown(limit: 100)
            throw .violation("the answer has the subprotocol “\(names)”, which was not offered")
        }
        return chosen.first
    }
}
