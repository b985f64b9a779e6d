import Foundation
import PackagePlugin

extension PluginContext {
    /// Builds and runs a program that explores and draws a machine. A trap in it stops no other machine.
    ///
    /// - Returns: The chart as `svg` and `mermaid`, and a `report`; or the `problem`. What the machine prints is `printed`.
    func texts(about machine: Machine, of target: SwiftSourceModuleTarget) throws -> [String: String] {
        let folder = pluginWorkDirectoryURL.appending(path: "\(target.name)-\(machine.symbol.path)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let code = """
            // Written by “swift package draw”.
            import Foundation
            import StatePattern
            @testable import StateExploration
            @testable import \(target.moduleName)

            alarm(60)
            let texts = chartReport(
                of: \(machine.model),
                among: [\(machine.states.map { $0 + ".self" }.joined(separator: ", "))])
            try JSONEncoder().encode(texts).write(to: URL(filePath: "texts"))

            """
        try Data(code.utf8).write(to: folder.appending(path: "main.swift"))
        let script = #"cd "$0" && rm -f texts && "$@" >output 2>&1 && exec ./chart >output 2>&1 </dev/null"#
        let words = try ["-c", script, folder.path, tool(named: "swiftc").url.path] + options(for: target)
        let process = try Process.run(URL(filePath: "/bin/sh"), arguments: words)
        process.waitUntilExit()

        let printed = String(decoding: try Data(contentsOf: folder.appending(path: "output")), as: UTF8.self)
        let file = folder.appending(path: "texts")
        let texts = try? JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
        let status = process.terminationStatus
        let error = printed.components(separatedBy: "\n").first { $0.contains("error: ") } ?? "exit status \(status)"
        let problem = status == SIGALRM ? "it does not end in a minute" : "it fails: \(error)"
        return (texts ?? ["problem": problem]).merging(["printed": printed]) { $1 }
    }

    /// The options of the compiler, with the target's objects of the debug build, and all that it depends on.
    private func options(for target: SwiftSourceModuleTarget) throws -> [String] {
        let build = pluginWorkDirectoryURL.appending(path: "../../../debug").standardizedFileURL.path
        let cache = pluginWorkDirectoryURL.path + "/cache"
        var options = ["main.swift", "-o", "chart", "-swift-version", "6", "-suppress-warnings"]
        options += ["-I", build + "/Modules", "-module-cache-path", cache, "-package-name", package.id]
        var modules: Set = ["StateExploration", "StatePattern"]
        for other in [target as any Target] + target.recursiveTargetDependencies {
            let library = other as? SystemLibraryTarget
            let headers = (other as? ClangSourceModuleTarget)?.publicHeadersDirectoryURL
            options += [headers, library?.directoryURL].compactMap { $0 }.flatMap { ["-I", $0.path] }
            options += library?.linkerFlags ?? []
            guard let module = other.sourceModule else { continue }
            options += module.linkedLibraries.map { "-l" + $0 }
            modules.insert(module.moduleName)
        }
        for folder in modules.sorted().map({ "\(build)/\($0).build/" }) {
            let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
            let table = try? String(contentsOfFile: folder + "output-file-map.json", encoding: .utf8)
            // A Swift file that was renamed leaves its old object behind, which is not in this table.
            options += files.filter { $0.hasSuffix(".o") && table?.contains("/\($0)\"") != false }.map { folder + $0 }
            options +=
                files.contains("module.modulemap") ? ["-Xcc", "-fmodule-map-file=\(folder)module.modulemap"] : []
        }
        return options
    }
}
