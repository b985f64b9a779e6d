import Foundation

/// Source files in the folder `Fixtures` beside a test, which must compile, or must not.
public enum Fixture {
    /// Compiles a fixture against the package's modules, as a program outside the package would, in Swift 6 mode.
    ///
    /// - Returns: The compiler's errors, or `nil` when the fixture compiles.
    public static func complaint(about name: String, file: String = #filePath) throws -> String? {
        let folder = URL(filePath: file).deletingLastPathComponent()
        // Type-checking alone would not find data races, which are looked for in the intermediate language.
        let result = try Program.swift("swiftc").run([
            "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null",
            "-I", Program.modules.path(percentEncoded: false),
            folder.appending(path: "Fixtures/\(name).swift").path(percentEncoded: false),
        ])
        return result.status == 0 ? nil : result.errors
    }
}
