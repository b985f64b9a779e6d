import Foundation
import TestSupport

/// The files that must, or must not, compile.
enum Fixture {
    /// Compiles a fixture against the library, in Swift 6 mode.
    ///
    /// - Returns: What the compiler has against it, or `nil` when it compiles.
    static func complaint(about name: String) throws -> String? {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        // Type-checking alone would not find data races, which are looked for in the intermediate language.
        let result = try Program.swift("swiftc").run([
            "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null",
            "-I", Program.products.appending(path: "Modules").path(),
            folder.appending(path: "Fixtures/\(name).swift").path(),
        ])
        return result.status == 0 ? nil : result.errors
    }
}
