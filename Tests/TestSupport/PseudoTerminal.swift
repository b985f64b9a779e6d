import Foundation

/// A program on a separate terminal, or in a pipe, at which a test types.
public final class PseudoTerminal {
    /// An error: the program has ended, or the system has no terminal left.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The longest time, in milliseconds, that a program may take to print something.
    private static let timeLimit: Int32 = 600_000

    private let process: Process
    /// The person's side of the terminal.
    private let person: Int32
    /// The end of a line as the terminal sends it.
    private let lineEnd: String
    /// Output that has not been expected yet.
    private var printed = Data()

    /// Starts a program on a new terminal, which does not tell its width if that is 0; `environment` has the variables that
    /// are not those of the tests. In place of the terminal there can be a pipe, into which standard error goes as well.
    public init(
        running program: Program, _ arguments: [String] = [], environment: [String: String] = ["TERM": "dumb"],
        columns: UInt16 = 0, isPipe: Bool = false
    ) throws {
        lineEnd = isPipe ? "\n" : "\r\n"
        let terminal: FileHandle
        (process, (person, terminal)) = try Program.startAlone { process in
            var size = winsize(ws_row: columns == 0 ? 0 : 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            var sides: (person: Int32, program: Int32) = (0, 0)
            let isOpen = isPipe ? Self.openPipe(&sides) : openpty(&sides.person, &sides.program, nil, nil, &size)
            guard isOpen == 0 else {
                throw Failure(description: "there is no terminal to be had")
            }
            let terminal = FileHandle(fileDescriptor: sides.program, closeOnDealloc: true)
            process.executableURL = program.executable
            process.arguments = arguments
            process.currentDirectoryURL = program.directory
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = terminal
            process.standardOutput = terminal
            process.standardError = terminal
            return (sides.person, terminal)
        }
        // Or the terminal would outlive the program.
        try terminal.close()
    }

    /// Opens a pipe that goes both ways.
    private static func openPipe(_ sides: inout (person: Int32, program: Int32)) -> Int32 {
        var ends: [Int32] = [0, 0]
        defer { sides = (ends[0], ends[1]) }
        return socketpair(AF_UNIX, StreamSocket.type, 0, &ends)
    }

    deinit {
        if process.isRunning { process.terminate() }
        close(person)
    }

    /// Types a line.
    public func type(_ line: String) { write(Array((line + "\n").utf8)) }

    /// Types the end of the input.
    public func endInput() { if shutdown(person, Int32(SHUT_WR)) != 0 { write([4]) } }

    /// The number that the system has given to the program.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Ends the program as a breakdown does: at once, and without its knowing.
    public func crash() { kill(process.processIdentifier, SIGKILL) }

    /// Interrupts the program, as Ctrl-C does.
    public func interrupt() { process.interrupt() }

    /// Ends the program as a supervisor does: it has no time left to write.
    public func terminate() { process.terminate() }

    /// Reads on until `text` has been printed, and returns all that was printed up to it.
    @discardableResult public func expect(_ text: String) throws -> String {
        let expected = Data(text.replacing("\n", with: lineEnd).utf8)
        while true {
            if let range = printed.range(of: expected) {
                defer { printed = Data(printed[range.upperBound...]) }
                return String(decoding: printed[..<range.upperBound], as: UTF8.self)
            }
            guard readSome() else {
                let rest = String(decoding: printed, as: UTF8.self)
                throw Failure(description: "the program has not said “\(text)”; it printed “\(rest)”")
            }
        }
    }

    /// Waits until the program has ended, and returns its exit status.
    public func end() -> Int32 {
        while readSome() {}
        process.terminate()  // It has ended by now, unless it hangs.
        process.waitUntilExit()
        return process.terminationStatus
    }

    private func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(person, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for the program to print something; it has ended, or hangs, if there is nothing more.
    private func readSome() -> Bool {
        // A test that waits forever would keep all the others from being reported.
        var readiness = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&readiness, 1, PseudoTerminal.timeLimit) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { read(person, $0.baseAddress, $0.count) }
        guard count > 0 else { return false }
        printed.append(contentsOf: buffer[..<count])
        return true
    }
}
