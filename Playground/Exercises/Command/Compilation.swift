import Foundation

/// Compiles answers with the grader.
///
/// The package does not build answers into this program. So it builds even if an answer does not compile.
struct Compilation {
    /// This program. Its folder also contains the modules and the objects of its build.
    let executable: URL

    /// The root folder of the package that contains this source.
    static var package: URL {
        (1...4).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
    }

    enum Result {
        case program(URL)
        case errors([String])
    }

    #if os(macOS) || os(Linux)
    /// Compiles answers into a program that takes the number of an exercise, and compares the machine with the solution.
    ///
    /// - Parameters:
    ///   - answers: The exercises with the files of their answers.
    ///   - folder: The folder for the program.
    /// - Returns: The program, or the compiler's errors.
    /// - Throws: An error if the compiler is missing or the library cannot be built.
    func compile(_ answers: [(exercise: Exercise, file: String)], in folder: URL) throws -> Result {
        try buildGrader()
        let (program, main) = (folder.appending(path: "answers"), folder.appending(path: "Main.swift"))
        let conformances = answers.map { "extension \($0.exercise.machine): \($0.exercise.machine)Requests {}" }
        let cases = answers.map {
            "case \"\($0.exercise.number)\": grade(\($0.exercise.machine).self, as: \($0.exercise.number))"
        }
        let text = """
            import Grader
            \(conformances.joined(separator: "\n"))
            @main enum Main {
                static func main() {
                    switch CommandLine.arguments[1] {
                    \(cases.joined(separator: "\n"))
                    default: break
                    }
                }
            }
            """
        try text.write(to: main, atomically: true, encoding: .utf8)
        let options = [
            "-swift-version", "6", "-parse-as-library", "-wmo", "-suppress-warnings", "-module-name", "Yours",
        ]
        let files = answers.map(\.file) + [main.path(percentEncoded: false)]
        let (status, output) = try Process.run(
            URL(filePath: "/usr/bin/env"),
            ["swiftc"] + options + files + ["-I", modules, "-o", program.path(percentEncoded: false)]
                + Self.library.flatMap(objects))
        guard status != 0 else { return .program(program) }
        // Each error has its line number but no path, and is listed once even if several sources report it.
        var errors: [String] = []
        for match in output.matches(of: /(?m)[^\/\n]*:\d+:\d+: error: .*$/) where !errors.contains(String(match.output))
        {
            errors.append(String(match.output))
        }
        return .errors(errors.isEmpty ? output.split(separator: "\n").map(String.init) : errors)
    }

    /// The folders of the modules that a program needs.
    private static let library = [
        "Playground/Exercises/Grader", "Sources/Core/StateExploration", "Sources/Core/StatePattern",
    ]

    /// Builds the grader if it is missing or older than its sources: this program is built without it, so that the first
    /// exercise can be begun at once.
    private func buildGrader() throws {
        func date(_ path: String) -> Date {
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return attributes?[.modificationDate] as? Date ?? .distantPast
        }
        // Not the library's objects: this program is built with some of them.
        let files = objects(of: Self.library[0]) + [mark.path(percentEncoded: false)]
        let built = files.map(date).max() ?? .distantPast
        guard Self.library.flatMap(Self.files).contains(where: { date($0) > built }) else { return }
        var words = [
            "swift", "build", "--target", "Grader", "--package-path", Self.package.path(percentEncoded: false),
        ]
        if products.lastPathComponent.lowercased().contains("release") { words += ["-c", "release"] }
        if !isNative { words += ["--build-system", "swiftbuild"] }
        let (status, output) = try Process.run(URL(filePath: "/usr/bin/env"), words)
        guard status == 0 else { throw Exercises.UsageError(message: "the library cannot be built: \(output)") }
        try markAsBuilt()
    }

    /// Notes that the grader is as new as its sources: objects stay as they are when only comments have changed.
    func markAsBuilt() throws { try Data().write(to: mark) }

    private var mark: URL { products.appending(path: "Grader.build/checked") }

    private var products: URL { executable.deletingLastPathComponent() }

    /// True for the native build system, which has a folder for modules. Swift Build uses the products' folder.
    private var isNative: Bool {
        FileManager.default.fileExists(atPath: products.appending(path: "Modules").path(percentEncoded: false))
    }

    private var modules: String {
        (isNative ? products.appending(path: "Modules") : products).path(percentEncoded: false)
    }

    /// The object files of a module with sources in a folder. The native build system makes one for each source; Swift
    /// Build makes a single one.
    private func objects(of folder: String) -> [String] {
        let module = URL(filePath: folder).lastPathComponent
        let names = Self.files(below: folder).map { "\(URL(filePath: $0).lastPathComponent).o" }
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
