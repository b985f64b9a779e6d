import TestSupport
import Foundation

/// A libcurl that was built otherwise than the one of this system, in the place of it.
///
/// Only for a process that has not encrypted anything yet, such as that of an exit test.
// The file belongs to this object, and is not changed.
public final class OtherCurl: Sendable {
    private static let soname = "libcurl.so.4"

    /// The shared library; see the source for what the environment can change of it.
    public let library: URL
    private let folder: URL

    /// True when a test should use it: the loader works as on Linux, and a compiler and libcurl are installed.
    public static var isExpected: Bool {
        #if os(Linux)
        return Program.isExpected("clang") && real != nil
        #else
        return false
        #endif
    }

    /// The file of the system's libcurl, in the folder in which the loader has found it.
    private static var real: String? {
        guard dlopen(soname, RTLD_NOW) != nil else { return nil }
        // Its size is unknown, so that it must be read to its end.
        let mappings = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        // An update may have replaced the file since it was loaded: then "(deleted)" follows its path, which has the version.
        return String(decoding: mappings ?? Data(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .first { $0.contains("/libcurl.so") }
            .map { URL(filePath: String($0)).deletingLastPathComponent().appending(path: soname) }?
            .path(percentEncoded: false)
    }

    /// Compiles the library. Throws when there is no compiler, or no libcurl.
    public init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID())")
        library = folder.appending(path: OtherCurl.soname)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard let real = OtherCurl.real, let clang = Program.installed("clang") else {
            throw Peer.Failure(description: "there is no clang, or no libcurl")
        }
        let source = Program.package.appending(path: "Tests/Network/NetworkTestSupport/Fixtures/other-curl.c")
        let result = try clang.run([
            "-shared", "-fPIC", "-Wl,-soname,\(OtherCurl.soname)", "-DCURL=\"\(real)\"", "-o",
            library.path(percentEncoded: false),
            source.path(percentEncoded: false), "-ldl",
        ])
        guard result.status == 0 else { throw Peer.Failure(description: result.errors) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Loads the library, so that a later lookup of libcurl by name finds this one.
    public static func load(_ library: String) -> Bool { dlopen(library, RTLD_NOW) != nil }
}
