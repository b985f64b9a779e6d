import Foundation

/// Standard input and output, where a person sits in front of them.
enum Terminal {
    /// Whether somebody can type and see the answers.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// How many characters go into a line.
    static var width: Int {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
        return isKnown ? Int(size.ws_col) : 80
    }

    /// The lines that are typed, to the end of the input. A thread of its own waits for them, so that nobody else does.
    static var lines: AsyncStream<String> {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
        return stream
    }

    /// Prints a line that may hold words of a peer: see ``Swift/String/escaped``.
    static func show(_ line: String) { print(line.escaped) }

    /// Writes at once, without a line break.
    ///
    /// What was printed before is there already, since on a terminal each printed line is.
    static func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Empties the line that the cursor is on.
    static func clearLine() { write("\r\u{1B}[K") }
}

extension String {
    /// The text as it may be shown, whoever wrote it: what a terminal would obey, instead of showing it, is written as in
    /// Swift.
    var escaped: String {
        unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: scalar.escaped(asASCII: true)
            default: scalar.properties.isBidiControl ? scalar.escaped(asASCII: true) : String(scalar)
            }
        }.joined()
    }
}
