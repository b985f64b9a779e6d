import AsyncPrimitives

/// The beginning of the body of a refusal. The body often says more than the status.
///
/// A compressed body is ignored. A body of unknown length is read up to the limit.
///
/// Source: RFC 9112, sections 6.3 and 7.1.
struct RefusalBody {
    /// The greatest number of bytes of the body that are kept.
    private static let sizeLimit = 4 << 10
    /// The greatest number of bytes that are read, including the sizes of chunks.
    private static let readLimit = 16 << 10

    private enum Framing {
        /// The number of bytes of the body that have not come in.
        case length(Int)
        /// The received part of the line with the next chunk's size. The line end after a chunk's bytes is skipped.
        case sizeOfChunk([UInt8])
        case chunk(Int)
        case untilEnd
    }

    private var framing: Framing
    private var bytes: [UInt8] = []
    private var bytesRead = 0
    /// True if no more bytes of the body are needed.
    private(set) var isComplete: Bool

    /// Creates an empty body after a head. If the head is not whole, the body is complete at once.
    init(after head: HTTPHead, isWhole: Bool) {
        let codings = head.list(of: "Transfer-Encoding")
        if let last = codings.last {
            framing = last.equalsIgnoringASCIICase("chunked") ? .sizeOfChunk([]) : .untilEnd
        } else if let length = head.value(of: "Content-Length").flatMap({ Int(digits: $0.utf8) }) {
            framing = .length(length)
        } else {
            framing = .untilEnd
        }
        let isPlain = head.list(of: "Content-Encoding").allSatisfy { $0.equalsIgnoringASCIICase("identity") }
        isComplete = !isWhole || !isPlain
        if case .length(0) = framing { isComplete = true }
    }

    /// The body as text, on one line.
    var text: String {
        var text = String(decoding: bytes, as: UTF8.self)
        // The last character may have been cut, and is then dropped.
        while text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return text.shown(limit: RefusalBody.sizeLimit)
    }

    /// Reads the available part of the body, and removes it from the input.
    mutating func read(from input: inout UnsafeRawBufferPointer) {
        while !isComplete, let byte = input.first {
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
            bytesRead += 1
            read(byte)
            if bytesRead == RefusalBody.readLimit { isComplete = true }
        }
    }

    private mutating func read(_ byte: UInt8) {
        switch framing {
        case .untilEnd:
            append(byte)
        case .length(let count):
            append(byte)
            if count == 1 { isComplete = true } else { framing = .length(count - 1) }
        case .chunk(let count):
            append(byte)
            framing = count == 1 ? .sizeOfChunk([]) : .chunk(count - 1)
        case .sizeOfChunk(let line) where byte != UInt8(ascii: "\n") && line.count < 100:
            framing = .sizeOfChunk(line + [byte])
        case .sizeOfChunk(let line):
            let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: " ") }
            if digits.isEmpty, line == [UInt8(ascii: "\r")] {
                framing = .sizeOfChunk([])
            } else if let size = Int(digits: digits, radix: 16), size > 0 {
                framing = .chunk(size)
            } else {
                isComplete = true
            }
        }
    }

    private mutating func append(_ byte: UInt8) {
        bytes.append(byte)
        if bytes.count == RefusalBody.sizeLimit { isComplete = true }
    }
}
