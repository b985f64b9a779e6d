import Foundation
import Synchronization

extension Program {
    /// Compiles `source` as a program that may import this package's libraries, and runs it in a temporary folder.
    ///
    /// - Parameters:
    ///   - source: Its source, top-level code included. A warning is an error.
    ///   - options: Further options for the compiler.
    /// - Returns: The result of the program, or of the compiler if that failed.
    /// - Throws: When the compiler or the program cannot be started.
    public static func compileAndRun(_ source: String, options: [String] = []) throws -> Result {
        try withTemporaryFolder { folder in
            let main = folder.appending(path: "main.swift")
            try source.write(to: main, atomically: true, encoding: .utf8)
            let executable = folder.appending(path: "program")
            let compiled = try swift().run(
                ["-swift-version", "6", "-warnings-as-errors", main.path(percentEncoded: false)] + options
                    + importOptions() + sharedLibraries(importedBy: source) + [
                        "-o", executable.path(percentEncoded: false),
                    ])
            return compiled.status == 0 ? try Program(at: executable, in: folder).run() : compiled
        }
    }

    /// The folders of all modules in Sources, by their floors: `Sources/Core/StatePattern`.
    private static func folders() throws -> [String] {
        func names(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(
                atPath: package.appending(path: folder).path(percentEncoded: false)
            ).sorted()
        }
        return try names(in: "Sources").flatMap { floor in
            try names(in: "Sources/" + floor).map { "Sources/\(floor)/\($0)" }
        }
    }

    /// The folder of a module in Sources; `nil` if it is not there.
    public static func folder(of module: String) throws -> String? {
        try folders().first { $0.hasSuffix("/" + module) }
    }

    private static func objects(in folder: String) throws -> [String] {
        let name = folder.split(separator: "/").last!
        let build = products.appending(path: name + ".build")
        guard FileManager.default.fileExists(atPath: build.path(percentEncoded: false)) else {
            // With Swift Build, a module is one object.
            return [products.appending(path: name + ".o").path(percentEncoded: false)]
        }
        // A file that was renamed leaves its old object behind.
        let sources = Set(Document.files(below: folder, withExtension: "").map(\.lastPathComponent))
            .union(["embedded_resources.swift"])
        return try FileManager.default.contentsOfDirectory(atPath: build.path(percentEncoded: false))
            .filter { $0.hasSuffix(".o") && sources.contains(String($0.dropLast(2))) }
            .map { build.appending(path: $0).path(percentEncoded: false) }
    }

    /// The libraries of the modules that `source` imports, and of those that these import.
    ///
    /// Only these modules are looked at: with `ONLY`, others are not built, or are older than what they need.
    ///
    /// - Returns: The paths of the shared libraries. A program links with them in half the time that objects take.
    public static func sharedLibraries(importedBy source: String) throws -> [String] {
        try libraries.withLock { libraries in
            try imports(in: source).flatMap { try link($0, with: &libraries) }
        }
    }

    /// The paths of the libraries that have been linked, each with those that it needs, by their modules.
    private static let libraries = Mutex<[String: Set<String>]>([:])

    /// Links the objects of a module and of the modules that it imports.
    ///
    /// - Returns: The paths of their libraries.
    private static func link(_ module: String, with libraries: inout [String: Set<String>]) throws -> Set<String> {
        if let linked = libraries[module] { return linked }
        guard let folder = try folder(of: module) else { return [] }
        // The files of a tutorial import the module that they are about.
        let imported = try Document.files(below: folder, withExtension: "swift").filter { !$0.path.contains(".docc/") }
            .flatMap { imports(in: try String(contentsOf: $0, encoding: .utf8)) }
        let needed = try Set(Set(imported).sorted().flatMap { try link($0, with: &libraries) })
        #if canImport(Darwin)
        let name = "lib\(module)ForTests.dylib"
        #else
        let name = "lib\(module)ForTests.so"
        #endif
        let path = products.appending(path: name).path(percentEncoded: false)
        let linked = try swift().run(["-emit-library", "-o", path] + objects(in: folder) + needed.sorted())
        guard linked.status == 0 else { throw Peer.Failure(description: linked.errors) }
        libraries[module] = needed.union([path])
        return needed.union([path])
    }

    private static func imports(in source: String) -> [String] {
        source.matches(of: /(?m)^(?:@?\w+ )*import (\w+)/).map { String($0.output.1) }
    }

    /// The options with which the compiler finds this package's modules, those in C as well.
    public static func importOptions() throws -> [String] {
        let headers = try folders().map { package.appending(path: $0 + "/include").path(percentEncoded: false) }
        return ([modules.path(percentEncoded: false)] + headers).flatMap { ["-I", $0] }
    }

    /// Makes a folder for `body`, and removes it again.
    public static func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Makes a folder for `body`, which waits for something, and removes it again.
    public static func withTemporaryFolder<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
