import Foundation

/// A program that a test runs to its end.
public struct Program {
    /// What a finished program left behind.
    public struct Result: Equatable, Sendable {
        public let status: Int32
        public let output: String
        public let errors: String
    }

    private let executable: URL
    private let directory: URL?

    /// A program at a place in the file system.
    public init(at executable: URL, in directory: URL? = nil) {
        self.executable = executable
        self.directory = directory
    }

    /// A product of this package, as it was built beside the tests.
    public init(product name: String) {
        self.init(at: Program.products.appending(path: name))
    }

    /// The Swift compiler or package manager that `PATH` names.
    public static func swift(_ tool: String = "swiftc", in directory: URL? = nil) -> Program {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let found = folders.lazy.map { URL(filePath: String($0)).appending(path: tool) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
        guard let found else { fatalError("\(tool) is not on the PATH") }
        return Program(at: found, in: directory)
    }

    /// The folder with the products of the build that the running tests belong to.
    public static var products: URL {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
        let tests = bundles.first?.bundleURL ?? Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent()
    }

    /// The root folder of this package.
    public static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Runs the program and waits until it has ended.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - input: What it reads from standard input.
    /// - Returns: What it left behind.
    /// - Throws: What went wrong when it could not be started or its output could not be read.
    public func run(_ arguments: [String] = [], input: String = "") throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files instead of pipes: a program that prints much is never blocked.
        let files = ["input", "output", "errors"].map { folder.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        try Data(input.utf8).write(to: files[0])

        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }
}
