import Sockets

/// A parser for the head of an HTTP message that arrives in pieces. It leaves the bytes after the head in the input.
package struct HTTPHeadParser {
    /// The greatest size of a head, in bytes.
    package static let sizeLimit = 16 * 1024

    /// The expected beginning of the first line; a peer that sends anything else does not speak HTTP.
    private let beginning: String
    private var size = 0
    private var line: [UInt8] = []
    private var lines: [String] = []

    package init(beginning: String) { self.beginning = beginning }

    /// The head as far as complete lines have arrived; `nil` if these lines are malformed.
    var unfinished: HTTPHead? { HTTPHead(lines: lines) }

    /// The part of the first line that has arrived; `nil` once the line is complete.
    var firstLine: [UInt8]? { lines.isEmpty ? line : nil }

    /// Takes the next bytes of a head from the input; returns `nil` if the head is not complete.
    ///
    /// Throws `TransportError.violation` as soon as the bytes cannot be a head, or exceed ``sizeLimit``.
    package mutating func next(from input: inout UnsafeRawBufferPointer) throws(TransportError) -> HTTPHead? {
        while let byte = input.first {
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
            size += 1
            guard size <= HTTPHeadParser.sizeLimit else {
                throw .violation("the head of the handshake has more than \(HTTPHeadParser.sizeLimit) bytes")
            }
            guard try !append(byte) else {
                guard let head = HTTPHead(lines: lines) else { throw .violation("the handshake is not HTTP") }
                lines = []
                size = 0
                return head
            }
        }
        return nil
    }

    /// Adds a byte to the current line, or ends the line. Returns true if the head is complete.
    private mutating func append(_ byte: UInt8) throws(TransportError) -> Bool {
        guard byte == UInt8(ascii: "\n") else {
            // Only the end of a line may have a carriage return.
            guard byte != 0, line.last != UInt8(ascii: "\r") else { throw .violation("the handshake is not HTTP") }
            line.append(byte)
            guard !lines.isEmpty || zip(line, beginning.utf8).allSatisfy(==) else {
                throw .violation("the handshake is not HTTP")
            }
            return false
        }
        guard line.popLast() == UInt8(ascii: "\r") else { throw .violation("the handshake is not HTTP") }
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return true }
        lines.append(String(decoding: line, as: UTF8.self))
        return false
    }
}
