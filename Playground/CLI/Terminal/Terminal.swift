@preconcurrency import Foundation  // For `stdout` and `stderr`, variables of C.

/// Standard input and output, which may be a terminal.
enum Terminal {
    /// True if both standard input and output are a terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// True if `TERM` names a terminal, and not `dumb`: escape sequences then have an effect.
    private static var obeysSequences: Bool {
        !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
    }

    /// A style of highlighted text; the raw value is its code in an escape sequence.
    enum Style: String {
        case bold = "1"
        case red = "31"
    }

    /// True if text is highlighted: on a terminal that supports escape sequences, unless `NO_COLOR` is set.
    static let hasStyles =
        isatty(STDOUT_FILENO) == 1 && obeysSequences && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// The text with the escape sequences of a style; unchanged if `hasStyles` is false or `style` is `nil`.
    static func styled(_ text: String, _ style: Style?) -> String {
        guard hasStyles, let style else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[m"
    }

    /// The width of the terminal behind a file descriptor; `nil` if it is no terminal, or if its width is unknown.
    static func columns(of file: Int32 = STDOUT_FILENO) -> Int? {
        var size = winsize()
        return ioctl(file, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : nil
    }

    /// The lines of standard input until its end. A separate thread reads them.
    static var lines: AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// Prints lines. On a terminal, they are wrapped between words.
    static func print(_ text: String = "") {
        guard let width = columns() else { return write(text + "\n") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            write(String(line).wrapped(to: width) + "\n")
        }
    }

    /// Prints a line that may contain a peer's text, with control characters escaped: see ``Swift/String/escaped``.
    static func show(_ line: String, _ style: Style? = nil) { print(styled(line.escaped, style)) }

    /// Prints a problem to standard error, escaped as by ``show(_:_:)``; errors of writing are ignored.
    static func complain(_ problem: Any) {
        let text = "playground: \(problem)".escaped.wrapped(to: columns(of: STDERR_FILENO) ?? .max)
        fputs(text + "\n", stderr)
    }

    /// Writes and flushes a text, also into a file or a pipe. So no output is late, or lost if a signal ends the
    /// program.
    ///
    /// If the output cannot be written, the program ends with exit status 74.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count, fflush(stdout) == 0 else {
            complain("standard output cannot be written: \(String(cString: strerror(errno)))")
            exit(74)  // EX_IOERR
        }
    }

    /// Opens `/dev/null` for each closed standard stream, so that no file or socket gets its descriptor. Reading from
    /// or writing to that stream still fails.
    static func holdStandardStreams() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", mode)  // `open` takes the lowest free descriptor.
        }
    }

    /// Clears the line on which the cursor is.
    static func clearLine() { write("\r\u{1B}[K") }
}

extension String {
    /// The text, with Swift's escapes in place of characters that would control a terminal.
    ///
    /// Use it to print text that comes from a peer.
    var escaped: String {
        unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    /// True if the scalar controls a terminal, or the direction of text, instead of being shown.
    var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
