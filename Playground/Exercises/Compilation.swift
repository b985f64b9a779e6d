import Foundation

/// Compiles this program with answers in place of their starters.
///
/// The package does not build answers into this program. So it builds even if an answer does not compile.
struct Compilation {
    /// This program. Its folder also contains the modules and the objects of its build.
    let executable: URL

    /// The root folder of the package that contains this source.
    static var package: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    enum Result {
        case program(URL)
        case errors([String])
    }

    #if os(macOS) || os(Linux)
    /// Compiles the program.
    ///
    /// - Parameters:
    ///   - exercises: The exercises whose answers replace the starters.
    ///   - folder: The folder for the new program.
    /// - Returns: The program, or the compiler's errors.
    /// - Throws: An error if the sources or the compiler are missing.
    func compile(_ exercises: [Exercise], in folder: URL) throws -> Result {
        let replaced = Set(exercises.map { Self.package.appending(path: $0.starter).path(percentEncoded: false) })
        let sources = Self.files(below: "Playground/Exercises").filter {
            !$0.contains("/Answers/") && !replaced.contains($0)
        }
        let program = folder.appending(path: "exercises")
        let options = [
            "-swift-version", "6", "-parse-as-library", "-wmo", "-suppress-warnings", "-module-name", "exercises",
        ]
        let (status, output) = try Process.run(
            URL(filePath: "/usr/bin/env"),
            ["swiftc"] + options + sources + exercises.map(\.answer.file) + ["-I", modules, "-o"]
                + [program.path(percentEncoded: false)] + objects(of: "StatePattern") + objects(of: "StateExploration"))
        guard status != 0 else { return .program(program) }
        // Each error has its line number but no path, and is listed once even if several sources report it.
        var errors: [String] = []
        for match in output.matches(of: /(?m)[^\/\n]*:\d+:\d+: error: .*$/) where !errors.contains(String(match.output))
        {
            errors.append(String(match.output))
        }
        return .errors(errors.isEmpty ? output.split(separator: "\n").map(String.init) : errors)
    }

    private var products: URL { executable.deletingLastPathComponent() }

    /// The folder of the modules. The native build system has a separate one; Swift Build uses the products' folder.
    private var modules: String {
        let folder = products.appending(path: "Modules").path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: folder) ? folder : products.path(percentEncoded: false)
    }

    /// The object files of a module. The native build system makes one for each source; Swift Build makes a single one.
    private func objects(of module: String) -> [String] {
        let names = Self.files(below: "Sources/Core/\(module)").map { "\(URL(filePath: $0).lastPathComponent).o" }
        let objects = (names + ["embedded_resources.swift.o"]).map { products.appending(path: "\(module).build/\($0)") }
            .map { $0.path(percentEncoded: false) }.filter(FileManager.default.fileExists)
        return objects.isEmpty ? [products.appending(path: "\(module).o").path(percentEncoded: false)] : objects
    }

    /// The paths of all Swift sources in a folder of the package and its subfolders.
    private static func files(below folder: String) -> [String] {
        let folder = package.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))?.allObjects ?? []
        return paths.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
            .sorted().map { folder.appending(path: $0).path(percentEncoded: false) }
    }
    #endif
}

#if os(macOS) || os(Linux)
extension Process {
    /// Runs a program to its end. Returns its output and its status; the status is `nil` if a signal ended the program.
    static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32?, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = arguments
        // The message of a trap is enough. A backtrace would take seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationReason == .exit ? process.terminationStatus : nil, output)
    }
}
#endif
