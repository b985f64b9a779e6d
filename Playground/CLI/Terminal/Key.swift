/// A key of a terminal, as far as a line editor needs to know it.
enum Key: Equatable, Sendable {
    /// Characters that were typed or pasted at once, or a part of one, such as an accent.
    case text(String)
    case enter, tab
    case left, right, home, end, up, down
    case backspace, delete
    /// Erases the line from the cursor on, the line before the cursor, or the word before it.
    case eraseToEnd, eraseToStart, eraseWord
    case clearScreen
    /// Ctrl-C, where the terminal does not make a signal of it.
    case interrupt
    /// Ends the input in an empty line, and otherwise erases the character at the cursor.
    case endOfInput
}

/// Reads keys from the bytes that a terminal sends; they may come one by one.
struct KeyDecoder {
    /// The bytes of a key that is not complete.
    private var pending: [UInt8] = []

    /// Reads bytes.
    ///
    /// - Returns: The keys that they complete; characters without another key between them are one key, since a paste
    ///   has many of them.
    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        var (keys, text) = ([Key](), "")
        for byte in bytes {
            switch key(endingWith: byte) {
            case .text(let added)?: text += added
            case let key?:
                if !text.isEmpty { keys.append(.text(text)) }
                keys.append(key)
                text = ""
            case nil: break
            }
        }
        return text.isEmpty ? keys : keys + [.text(text)]
    }

    private mutating func key(endingWith byte: UInt8) -> Key? {
        switch pending.first {
        case 0x1B?:
            // The key Esc alone sends the same byte, and is no key of the editor: the next byte is another key.
            guard pending.count == 1, !KeyDecoder.beginnings.contains(byte) else {
                return keyOfSequence(endingWith: byte)
            }
        case let lead?:
            // A lead byte tells the number of bytes that follow it. A byte that is none of them begins anew.
            guard byte & 0xC0 == 0x80 else { break }
            pending.append(byte)
            guard pending.count == (lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2) else { return nil }
            let scalar = String(decoding: takePending(), as: UTF8.self).unicodeScalars.first
            // A paste may have characters that the terminal would obey when they are drawn.
            return scalar.flatMap { $0.isObeyed ? nil : .text(String($0)) }
        case nil: break
        }
        pending = []
        switch byte {
        case 0x1B, 0xC2...0xF4:
            pending = [byte]
            return nil
        case 0x20..<0x7F: return .text(String(Unicode.Scalar(byte)))
        default: return KeyDecoder.controls[byte]
        }
    }

    /// Reads `ESC [ 3 ~`, `ESC O H` and the like; a sequence that is not known is no key.
    private mutating func keyOfSequence(endingWith byte: UInt8) -> Key? {
        pending.append(byte)
        guard pending.count > 2, (0x40...0x7E).contains(byte) else { return nil }
        // The first number names the key; a second one would name the modifiers that are held with it.
        let number = takePending().dropFirst(2).prefix { (0x30...0x39).contains($0) }
        let name =
            (byte == UInt8(ascii: "~") ? String(decoding: number, as: UTF8.self) : "") + String(Unicode.Scalar(byte))
        return KeyDecoder.sequences[name]
    }

    private mutating func takePending() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// The bytes that, behind Esc, begin a sequence.
    private static let beginnings = Array("[O".utf8)

    private static let sequences: [String: Key] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end,
        "1~": .home, "7~": .home, "4~": .end, "8~": .end, "3~": .delete,
    ]

    private static let controls: [UInt8: Key] = [
        0x01: .home, 0x02: .left, 0x03: .interrupt, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace,
        0x09: .tab, 0x0A: .enter, 0x0B: .eraseToEnd, 0x0C: .clearScreen, 0x0D: .enter, 0x0E: .down, 0x10: .up,
        0x15: .eraseToStart, 0x17: .eraseWord, 0x7F: .backspace,
    ]
}
