import Foundation
import PackagePlugin

/// A program that explores and draws the machines of one target.
///
/// It is linked with the objects of the debug build, which shows internal declarations. It is built again only when one of
/// them has changed.
struct ChartProgram {
    let target: SwiftSourceModuleTarget
    let context: PluginContext

    /// Texts about a machine: `svg`, `mermaid`, `report`, `problem`, and `printed`, which the machine itself prints.
    typealias Answer = [String: String]

    /// Builds the program, and runs it once for each machine, so that a trap in one stops no other.
    func answers(about machines: [Machine], in folder: URL) throws -> [Answer] {
        let program = folder.appending(path: "charts")
        let errors = try build(machines.filter { $0.problem == nil }, as: program)
        return try machines.map { machine in
            if let problem = machine.problem { return ["problem": problem] }
            if errors.isEmpty { return try answer(about: machine, by: program) }
            if machines.count == 1 { return ["problem": "it is nothing to explore:\n\(errors)"] }
            return try answers(about: [machine], in: folder.appending(path: machine.path))[0]
        }
    }

    /// Builds the program if needed, and returns the compiler's errors.
    private func build(_ machines: [Machine], as program: URL) throws -> String {
        let main = program.deletingLastPathComponent().appending(path: "main.swift")
        let code = """
            // Written by “swift package draw”.
            import StatePattern
            @testable import StateExploration
            @testable import \(target.moduleName)

            switch CommandLine.arguments[1] {
            \(machines.map(\.code).joined())default: break
            }

            """
        let build = context.pluginWorkDirectoryURL.appending(path: "../../../debug").standardizedFileURL
        let inputs = try inputs(from: build)
        let isBuilt = date(of: program.path).map { made in
            inputs.allSatisfy { !$0.hasSuffix(".o") || date(of: $0) ?? .now < made }
        }
        if machines.isEmpty || isBuilt == true && (try? Data(contentsOf: main)) == Data(code.utf8) { return "" }
        let folder = main.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(code.utf8).write(to: main)
        try? FileManager.default.removeItem(at: program)
        let options = ["-swift-version", "6", "-suppress-warnings", "-package-name", context.package.id]
        let folders = ["-I", build.path + "/Modules", "-module-cache-path", folder.path + "/cache"]
        let compiler = try context.tool(named: "swiftc").url
        let ended = try run(compiler, options + folders + [main.path, "-o", program.path] + inputs, in: folder)
        return ended.problem == nil ? "" : ended.errors
    }

    private func answer(about machine: Machine, by program: URL) throws -> Answer {
        let ended = try run(program, [machine.path], in: program.deletingLastPathComponent(), seconds: 60)
        var answer: Answer = [:]
        // Every second part is a record, and the others are what the machine prints.
        for (number, part) in ended.output.components(separatedBy: "\u{1e}").enumerated() {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if number % 2 == 0 { answer["printed", default: ""] += part } else { answer[lines[0]] = lines[1] }
        }
        if let problem = ended.problem {
            let reason = ended.errors.components(separatedBy: "\n").first { $0.contains("Fatal error: ") }
            answer["problem"] = "\(problem): \(reason ?? ended.errors)"
        }
        return answer
    }

    private func run(
        _ executable: URL, _ arguments: [String], in folder: URL, seconds: Int = .max
    ) throws -> (problem: String?, output: String, errors: String) {
        // Files instead of pipes: a program that prints much is never blocked.
        let files = ["output", "errors"].map { folder.appending(path: $0) }
        for file in files { try Data().write(to: file) }
        let process = Process()
        (process.executableURL, process.arguments, process.currentDirectoryURL) = (executable, arguments, folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        let end = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
        if seconds < .max { DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds), execute: end) }
        process.waitUntilExit()
        end.cancel()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        let status = process.terminationStatus
        let problem = status == SIGKILL ? "it does not end in \(seconds) seconds" : "it stops with an error"
        return (status == 0 ? nil : problem, texts[0], texts[1])
    }

    /// The objects and options to link with: of the target, all that it depends on, and the library.
    private func inputs(from build: URL) throws -> [String] {
        struct Outputs: Decodable { let object: String? }
        var inputs: [String] = []
        var modules: Set = ["StateExploration", "StatePattern"]
        for other in [target as any Target] + target.recursiveTargetDependencies {
            let (swift, c) = (other as? SwiftSourceModuleTarget, other as? ClangSourceModuleTarget)
            if let module = swift?.moduleName ?? c?.moduleName { modules.insert(module) }
            inputs += (swift?.linkedLibraries ?? c?.linkedLibraries ?? []).map { "-l" + $0 }
            if let folder = c?.publicHeadersDirectoryURL { inputs += ["-I", folder.path] }
            if let library = other as? SystemLibraryTarget {
                inputs += ["-I", library.directoryURL.path] + library.linkerFlags
            }
        }
        for folder in modules.sorted().map({ build.appending(path: "\($0).build") }) {
            // A file that was renamed leaves its old object behind, which is not in this table.
            if let table = try? Data(contentsOf: folder.appending(path: "output-file-map.json")) {
                let outputs = try JSONDecoder().decode([String: Outputs].self, from: table)
                inputs += outputs.values.compactMap(\.object).sorted()
            } else {
                let files = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
                inputs += files.filter { $0.hasSuffix(".o") }.sorted().map { "\(folder.path)/\($0)" }
                if files.contains("module.modulemap") {
                    inputs += ["-Xcc", "-fmodule-map-file=\(folder.path)/module.modulemap"]
                }
            }
        }
        return inputs
    }

    private func date(of file: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: file))?[.modificationDate] as? Date
    }
}
