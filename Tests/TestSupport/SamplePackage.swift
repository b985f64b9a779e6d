import Foundation

/// A package that depends on this one.
public struct SamplePackage: Sendable {
    /// The folder of all such packages, with a link to this one.
    private static let neighbors: URL = {
        let folder = Program.products.appending(path: "sample packages")
        let link = folder.appending(path: "state-pattern")
        try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: link)
        try! FileManager.default.createSymbolicLink(at: link, withDestinationURL: Program.package)
        return folder
    }()

    /// The folder with what is built. The packages share it, so that the modules of this one are built once.
    public static let build = neighbors.appending(path: "build")

    private let folder: URL

    /// A package without files.
    public init(_ name: String) throws {
        folder = SamplePackage.neighbors.appending(path: name)
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    public func text(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    public func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Runs lines of a shell in its folder. What is built has nothing for debuggers, which takes long.
    public func run(_ lines: String) throws -> Program.Result {
        let build = SamplePackage.build.path(percentEncoded: false)
        let lines = "swift() { verb=$1; shift; command swift $verb -debug-info-format none \"$@\"; }\n" + lines
        return try Program.swift("env", in: folder).run(["-u", "ONLY", "SWIFTPM_BUILD_DIR=\(build)", "sh", "-c", lines])
    }
}
