// The escapes for characters that would end a header or a part of it: carriage return, line feed, colon, and the
// backslash itself.
// Source: STOMP 1.2, "Value Encoding".

private let backslash = UInt8(ascii: "\\")

extension [UInt8] {
    /// Appends a header's name or value with its escapes.
    mutating func appendEscaped(_ text: String) {
        for byte in text.utf8 {
            guard let letter = escape(for: byte) else {
                append(byte)
                continue
            }
            append(backslash)
            append(letter)
        }
    }
}

private func escape(for byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: ":"): UInt8(ascii: "c")
    case backslash: backslash
    default: nil
    }
}

extension ArraySlice<UInt8> {
    /// Decodes the escapes of a header's name or value. Throws `undefinedEscape` with the first undefined escape.
    func unescaped() throws(FrameError.Problem) -> ArraySlice<UInt8> {
        guard contains(backslash) else { return self }
        var result: ArraySlice<UInt8> = []
        result.reserveCapacity(count)
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == backslash else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "c"): result.append(UInt8(ascii: ":"))
            case backslash: result.append(backslash)
            case let other: throw .undefinedEscape(escapeText(other, rest))
            }
        }
        return result
    }
}

/// The text of an escape for an error message: the backslash, and all bytes of the character after it.
private func escapeText(_ byte: UInt8?, _ rest: ArraySlice<UInt8>) -> String {
    guard let byte else { return "\\" }
    let character = String(decoding: [byte] + rest.prefix { UTF8.isContinuation($0) }, as: UTF8.self)
    return "\\\(character)"
}
