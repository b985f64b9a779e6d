import AsyncPrimitives
import Foundation
import Synchronization

/// A program that a test runs to its end.
public struct Program: Sendable {
    /// The exit status and the output of a finished program.
    public struct Result: Equatable, Sendable {
        public let status: Int32
        public let output: String
        public let errors: String

        public init(status: Int32 = 0, output: String = "", errors: String = "") {
            self.status = status
            self.output = output
            self.errors = errors
        }
    }

    package let executable: URL
    package let directory: URL?

    /// A program at a place in the file system.
    public init(at executable: URL, in directory: URL? = nil) {
        self.executable = executable
        self.directory = directory
    }

    /// A product of this package, as it was built with the tests.
    public init(product name: String) {
        self.init(at: Program.products.appending(path: name))
    }

    /// A program that `PATH` names, or `nil` if it is not installed.
    public static func installed(_ name: String) -> Program? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.lazy.map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path(percentEncoded: false)) }.map {
                Program(at: $0)
            }
    }

    /// True when a test that needs another program should run: it is installed, or `REQUIRE_PEERS` is set.
    ///
    /// Where `REQUIRE_PEERS` is set, a test without its program fails rather than being skipped.
    public static func isExpected(_ name: String) -> Bool {
        installed(name) != nil || ProcessInfo.processInfo.environment["REQUIRE_PEERS"] != nil
    }

    /// The Swift compiler or package manager.
    public static func swift(_ tool: String = "swiftc", in directory: URL? = nil) -> Program {
        guard let program = installed(tool) else { fatalError("\(tool) is not on the PATH") }
        return Program(at: program.executable, in: directory)
    }

    /// The folder with the products of the build that the running tests belong to.
    public static var products: URL {
        #if canImport(Darwin)
        // The tests are a bundle that a program of Xcode's loads: the loader knows its file.
        var image = Dl_info()
        if dladdr(#dsohandle, &image) != 0, let name = image.dli_fname {
            var file = URL(filePath: String(cString: name))
            while file.pathComponents.count > 1 {
                if file.pathExtension == "xctest" { return file.deletingLastPathComponent() }
                file.deleteLastPathComponent()
            }
        }
        #endif
        let tests = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent()
    }

    /// The folder of the modules of this build: a separate one with the native build system, that of the products with
    /// Swift Build.
    public static var modules: URL {
        let folder = products.appending(path: "Modules")
        return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : products
    }

    /// The root folder of this package.
    public static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Starts a process while no other one is started.
    ///
    /// - Parameter prepare: Opens what the process needs, such as a pipe.
    /// - Returns: The process, which runs, and what `prepare` returned.
    /// - Throws: What `prepare` throws, or an error when the program cannot be started.
    package static func startAlone<Value>(_ prepare: (Process) throws -> Value) throws -> (Process, Value) {
        let process = Process()
        var value: Value?
        try processStart.withLock { _ in
            value = try prepare(process)
            try process.run()
        }
        return (process, value!)
    }

    /// Runs the program and waits until it has ended.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - input: What it reads from standard input.
    /// - Returns: Its exit status and output.
    /// - Throws: When it cannot be started, or does not end.
    public func run(_ arguments: [String] = [], input: String = "") throws -> Result {
        try Program.withTemporaryFolder { folder in
            // Files instead of pipes: a program that prints much is never blocked.
            let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
            for file in files { try Data().write(to: file) }
            try Data(input.utf8).write(to: files[0])

            let (process, _) = try Program.startAlone { process in
                process.executableURL = executable
                process.arguments = arguments
                process.currentDirectoryURL = directory
                process.standardInput = try FileHandle(forReadingFrom: files[0])
                process.standardOutput = try FileHandle(forWritingTo: files[1])
                process.standardError = try FileHandle(forWritingTo: files[2])
            }
            // No task waits here, so no time limit of a test would end a program that hangs.
            let limit = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 3000, execute: limit)
            process.waitUntilExit()
            limit.cancel()
            if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
                throw Peer.Failure(description: "\(executable.path) \(arguments) was killed, or has run for 50 minutes")
            }
            return Result(
                status: process.terminationStatus,
                output: try String(contentsOf: files[1], encoding: .utf8),
                errors: try String(contentsOf: files[2], encoding: .utf8))
        }
    }
}
