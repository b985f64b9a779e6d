import Sockets

/// A parser for the head of an HTTP message that arrives in pieces; it leaves all bytes behind the head alone.
package struct HTTPHeadParser {
    /// The greatest number of bytes of a head.
    package static let sizeLimit = 16 * 1024

    /// The beginning of the first line; a peer that sends another one does not speak HTTP.
    private let beginning: String
    private var size = 0
    private var line: [UInt8] = []
    private var lines: [String] = []

    package init(beginning: String) { self.beginning = beginning }

    /// The lines that are complete of a head that is not, if they are in order.
    var unfinished: HTTPHead? { HTTPHead(lines: lines) }

    /// Reads on.
    ///
    /// - Parameter input: What follows the input of earlier calls; what is read is taken away.
    /// - Returns: The head, or `nil` if it is not complete.
    /// - Throws: `TransportError.violation` if it is no head, as early as that can be told.
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

    /// Takes a byte.
    ///
    /// - Returns: True if the head is complete.
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
