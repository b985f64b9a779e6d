import Foundation

/// A program that runs next to a test, such as a server that the test talks to.
// Sound: the process belongs to the test that made it, and is only ever sent signals by its id.
public final class Peer: @unchecked Sendable {
    /// The program has ended before it was ready.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        package init(description: String) { self.description = description }
    }

    private let process: Process
    /// The program's standard input, if that was asked for.
    let input: FileHandle?
    /// The program's standard output.
    let output: FileHandle
    private let errors: URL

    /// Starts a program; the test may write to its standard input.
    public init(_ program: Program, _ arguments: [String] = [], hasInput: Bool = false) throws {
        let errors = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID()).txt")
        try Data().write(to: errors)
        let (process, (input, output)) = try Program.startAlone { process in
            let (input, output) = (hasInput ? Pipe() : nil, Pipe())
            process.executableURL = program.executable
            process.arguments = arguments
            process.standardInput = input ?? FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            return (input?.fileHandleForWriting, output.fileHandleForReading)
        }
        (self.process, self.input, self.output, self.errors) = (process, input, output, errors)
    }

    /// Starts a program that ends within the hour, even if the tests crash.
    package convenience init(boundedInTime command: [String], _ environment: [String] = []) throws {
        guard let env = Program.installed("env") else { throw Failure(description: "there is no env") }
        try self.init(env, environment + ["timeout", "-k", "5", "3000"] + command)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: errors)
    }

    /// Waits until the program has printed a line, and reads no further than that.
    ///
    /// If it has ended before, the error is what it wrote to standard error.
    public func line() throws -> String {
        var line: [UInt8] = []
        while let byte = try output.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw Failure(description: (try? String(contentsOf: errors, encoding: .utf8)) ?? "it said nothing")
    }

    /// Ends the program as if the machine had lost its power, and waits until it has ended.
    public func kill() {
        guard process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
    }

    /// Keeps the program from running; the system continues to accept connections for it.
    public func freeze() { signal(SIGSTOP) }

    /// Lets a frozen program run on.
    public func thaw() { signal(SIGCONT) }

    /// Sends a signal to the program, and to those that it has started: Foundation gives it a separate process group.
    package func signal(_ number: Int32) {
        // The id still is that of this program: it is given to no other before the end has been waited for.
        if process.isRunning { _ = Foundation.kill(-process.processIdentifier, number) }
    }
}
