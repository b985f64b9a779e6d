@preconcurrency import Foundation  // For `stdout` and `stderr`, variables of C.

/// Standard input and output, as a terminal.
enum Terminal {
    /// True when a user can type and see the answers.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// True if the terminal obeys escape sequences.
    private static var obeysSequences: Bool {
        !["", "dumb"].contains(ProcessInfo.processInfo.environment["TERM"] ?? "")
    }

    /// A way in which text stands out.
    enum Style: String {
        case bold = "1"
        case red = "31"
    }

    /// True if text may stand out: on a terminal that obeys escape sequences, unless `NO_COLOR` is set.
    static let hasStyles =
        isatty(STDOUT_FILENO) == 1 && obeysSequences && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty

    /// The text in a style, where there are styles.
    static func styled(_ text: String, _ style: Style?) -> String {
        guard hasStyles, let style else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[m"
    }

    /// The number of columns of the terminal behind a file descriptor; `nil` if it is no terminal, or does not tell.
    static func columns(of file: Int32 = STDOUT_FILENO) -> Int? {
        var size = winsize()
        return ioctl(file, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : nil
    }

    /// The typed lines, until the end of the input; a separate thread waits for them.
    static var lines: AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// Prints lines; a terminal gets them broken between words.
    static func print(_ text: String = "") {
        guard let width = columns() else { return write(text + "\n") }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            write(String(line).wrapped(to: width) + "\n")
        }
    }

    /// Prints a line that may contain text of a peer: see ``Swift/String/escaped``.
    static func show(_ line: String, _ style: Style? = nil) { print(styled(line.escaped, style)) }

    /// Prints a problem to standard error, escaped as by ``show(_:_:)``; errors of writing are ignored.
    static func complain(_ problem: Any) {
        let text = "playground: \(problem)".escaped.wrapped(to: columns(of: STDERR_FILENO) ?? .max)
        fputs(text + "\n", stderr)
    }

    /// Writes at once, also into a file or a pipe: the reader need not wait, and no output is lost if a signal ends the
    /// program.
    ///
    /// The program ends when its output cannot be written.
    static func write(_ text: String) {
        let bytes = Array(text.utf8)
        guard fwrite(bytes, 1, bytes.count, stdout) == bytes.count, fflush(stdout) == 0 else {
            complain("standard output cannot be written: \(String(cString: strerror(errno)))")
            exit(74)  // EX_IOERR
        }
    }

    /// Opens the standard streams that are closed, so that no file or socket takes their places. Using them still
    /// fails.
    static func holdStandardStreams() {
        for (stream, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", mode)  // It gets the lowest number that is free.
        }
    }

    /// Empties the line that the cursor is on.
    static func clearLine() { write("\r\u{1B}[K") }
}

extension String {
    /// The text with escapes, as in Swift, for characters that a terminal would obey.
    ///
    /// So the text of any peer can be shown.
    var escaped: String {
        unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }
}

extension Unicode.Scalar {
    /// True if a terminal would obey the scalar, instead of showing it.
    var isObeyed: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
