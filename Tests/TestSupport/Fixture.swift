import Foundation

/// Source files in the folder `Fixtures` next to a test, which must compile, or must not.
public enum Fixture {
    /// Returns the compiler's errors about a fixture, as a program outside the package, in Swift 6 mode; `nil` for none.
    ///
    /// With code that is added at its end, a fixture that compiles shows that the errors are about the code.
    public static func complaint(about name: String, adding code: String = "", file: String = #filePath) throws
        -> String?
    {
        let fixture = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures/\(name).swift")
        return try Program.withTemporaryFolder { folder in
            let source = folder.appending(path: "Fixture.swift")
            let text = try String(contentsOf: fixture, encoding: .utf8)
            try (text + code).write(to: source, atomically: true, encoding: .utf8)
            // Type-checking alone would not find data races, which are looked for in the intermediate language.
            let result = try Program.swift("swiftc").run([
                "-swift-version", "6", "-parse-as-library", "-emit-sil", "-o", "/dev/null",
                "-I", Program.modules.path(percentEncoded: false), source.path(percentEncoded: false),
            ])
            return result.status == 0 ? nil : result.errors
        }
    }
}
