import Foundation

/// Source files in the folder `Fixtures` beside a test, which must compile, or must not.
public enum Fixture {
    /// Returns the compiler's errors about a fixture, as a program outside the package, in Swift 6 mode; `nil` for none.
    public static func complaint(about name: String, file: String = #filePath) throws -> String? {
        let folder = URL(filePath: file).deletingLastPathComponent()
        // Type-checking alone would not find data races, which are looked for in the intermediate language.
        let result = try Program.swift("swiftc").run([
            "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null",
            "-I", Program.products.appending(path: "Modules").path(),
            folder.appending(path: "Fixtures/\(name).swift").path(),
        ])
        return result.status == 0 ? nil : result.errors
    }
}
