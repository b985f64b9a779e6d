import Foundation

/// Standard input and output, as a terminal.
enum Terminal {
    /// True when a user can type and see the answers.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// True if the terminal obeys escape sequences.
    static var hasCursor: Bool { !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "") }

    /// A way in which text stands out.
    enum Style: String {
        case bold = "1"
        case red = "31"
    }

    /// True if text may stand out: on a terminal that obeys escape sequences, unless `NO_COLOR` is set.
    static let hasStyles =
        isatty(STDOUT_FILENO) == 1 && hasCursor && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// The text in a style, where there are styles.
    static func styled(_ text: String, _ style: Style?) -> String {
        guard hasStyles, let style else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[m"
    }

    /// The number of columns in a line; 80 if that is not known.
    static var width: Int { knownWidth ?? 80 }

    /// The number of columns in a line; `nil` for what is no terminal, and for one that does not tell.
    private static var knownWidth: Int? {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : nil
    }

    /// The lines that are typed, to the end of the input; a thread of its own waits for them.
    static var lines: AsyncStream<String> { stream { readLine() } }

    /// The bytes that are typed, as they come, to the end of the input; a thread of its own waits for them.
    static var bytes: AsyncStream<[UInt8]> {
        stream {
            var buffer = [UInt8](repeating: 0, count: 1024)
            while true {
                let count = read(STDIN_FILENO, &buffer, buffer.count)
                if count > 0 { return Array(buffer[..<count]) }
                if count == 0 || errno != EINTR { return nil }
            }
        }
    }

    private static func stream<Element: Sendable>(_ next: @escaping @Sendable () -> Element?) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
        Thread.detachNewThread {
            while let element = next() { continuation.yield(element) }
            continuation.finish()
        }
        return stream
    }

    /// Prints lines; a terminal gets them broken between words.
    static func print(_ text: String) {
        guard let width = knownWidth else { return Swift.print(text) }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            Swift.print(String(line).wrapped(to: width))
        }
    }

    /// Prints a line that may contain text of a peer: see ``Swift/String/escaped``.
    static func show(_ line: String, _ style: Style? = nil) { print(styled(line.escaped, style)) }

    /// Writes at once, without a line break.
    ///
    /// All that was printed before is there already, since a terminal shows each line at once.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Empties the line that the cursor is on.
    static func clearLine() { write("\r\u{1B}[K") }
}

extension String {
    /// The text with characters that a terminal would obey, instead of showing them, escaped as in Swift.
    ///
    /// So it can be shown, whatever peer it comes from.
    var escaped: String {
        unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
            default: scalar.properties.isBidiControl ? scalar.escaped(asASCII: true) : String(scalar)
            }
        }.joined()
    }
}
