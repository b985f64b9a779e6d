import Foundation
import PackagePlugin

/// `swift package draw`: finds the machines of a package, explores them, and draws them.
@main struct DrawCharts: CommandPlugin {
    private static let help = """
        usage: swift package draw [--check] [--target <name>]… [--output <folder>] [--format svg|mermaid] [--no-comments]

        Draws all machines of this package, into the folder Charts and into the comments above their classes. With --check,
        it writes nothing, names what is out of date, and fails if anything is. See the article “Charts that stay true”.
        """

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var words = ArgumentExtractor(arguments)
        if words.extractFlag(named: "help") > 0 { return print(Self.help) }
        let checks = words.extractFlag(named: "check") > 0
        let hasComments = words.extractFlag(named: "comments") > 0 || words.extractFlag(named: "no-comments") == 0
        let names = words.extractOption(named: "target")
        let folder = words.extractOption(named: "output").last ?? "Charts"
        let format = words.extractOption(named: "format").last ?? "svg"
        if let word = words.remainingArguments.first { throw Failure(description: "unknown: \(word)\n\(Self.help)") }
        guard ["svg", "mermaid"].contains(format) else { throw Failure(description: "the formats are svg, mermaid") }
        let root = context.package.directoryURL.path + "/"
        let output = URL(filePath: folder, relativeTo: context.package.directoryURL).standardizedFileURL
        guard (output.path + "/").hasPrefix(root) else { throw Failure(description: "\(folder) is not in the package") }

        // The text of each file; `nil` for the chart of a machine that cannot be drawn.
        var files: [URL: String?] = [:]
        for (target, machines) in try machines(of: names, in: context.package) {
            var reports: [String] = []
            for machine in machines {
                let texts = try context.texts(about: machine, of: target)
                reports.append(report(on: machine, of: target.name, texts))
                let file = output.appending(path: "\(target.name)-\(machine.symbol.path).\(format)")
                files.updateValue(texts[format].map { $0 + mark(of: file) }, forKey: file)
                if hasComments, let chart = texts["mermaid"], let source = URL(string: machine.symbol.file) {
                    let text = try files[source] ?? String(contentsOf: source, encoding: .utf8)
                    files[source] = text?.withChart(chart, of: machine.symbol)
                }
            }
            for report in reports.sorted() { print(report) }
        }
        func old(_ file: URL) -> String? { try? String(contentsOf: file, encoding: .utf8) }
        // Charts in this format that this command wrote, of machines that are gone.
        let there = (try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []
        let gone = there.map { output.appending(path: $0) }.filter { file in
            let target = file.lastPathComponent.split(separator: "-").dropLast().joined(separator: "-")
            return files[file] == nil && file.pathExtension == format && (names.isEmpty || names.contains(target))
                && old(file)?.hasSuffix(mark(of: file)) == true
        }
        for file in gone { files.updateValue(nil, forKey: file) }
        let stale = files.filter { $1 != old($0) }
        let paths = stale.map { $0.path + ($1 == nil ? ", which no machine draws" : "") }
        let list = paths.sorted().map { "\n  " + $0.dropFirst(root.count) }.joined()
        if checks, list != "" { throw Failure(description: "out of date, until you run “swift package draw”:\(list)") }
        for case (let file, let text?) in stale {
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        try gone.forEach(FileManager.default.removeItem)
        let all = files.values.contains(nil) ? "all other" : "all"
        print(list.isEmpty ? "\(all) charts are up to date" : "written or removed:\(list)")
    }

    /// The last line of a chart in a file, so that only files of this command are removed.
    private func mark(of file: URL) -> String {
        let text = "Drawn by “swift package draw”: \(file.lastPathComponent)"
        return file.pathExtension == "svg" ? "<!-- \(text) -->\n" : "%% \(text)\n"
    }

    /// Builds targets, all by default, and finds the machines in each.
    private func machines(of names: [String], in package: Package) throws -> [(SwiftSourceModuleTarget, [Machine])] {
        func modules(_ targets: [any Target]) -> [SwiftSourceModuleTarget] {
            targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { target in
                target.name != "StateExploration" && [.generic, .executable].contains(target.kind)
                    && target.recursiveTargetDependencies.contains { $0.name == "StatePattern" }
            }.sorted { $0.name < $1.name }
        }
        let targets = modules(try names.isEmpty ? package.targets : package.targets(named: names))
        for name in ["StateExploration"] + targets.map(\.name) {
            let built = try packageManager.build(.target(name), parameters: .init(configuration: .debug))
            guard built.succeeded else { throw Failure(description: "\(name) cannot be built\n\(built.logText)") }
        }
        var (graph, symbols) = (SymbolGraph(), [String: [String]]())
        let options = PackageManager.SymbolGraphOptions(minimumAccessLevel: .internal, includeSynthesized: false)
        // A class may inherit from one in another module.
        for other in modules(targets + targets.flatMap(\.recursiveTargetDependencies)) where symbols[other.name] == nil
        {
            let folder = try packageManager.getSymbolGraph(for: other, options: options).directoryURL
            symbols[other.name] = try graph.add(folder.appending(path: "\(other.moduleName).symbols.json"))
        }
        return targets.map { ($0, graph.machines(among: symbols[$0.name]!, in: $0.moduleName)) }
    }

    private func report(on machine: Machine, of target: String, _ texts: [String: String]) -> String {
        let report = texts["report"] ?? "\nnot drawn, because \(texts["problem"]!)"
        var lines = ["\(machine.symbol.path) in \(target):\(report)"] + machine.omitted.map { "not tried: \($0)" }
        if texts["report"] != nil, let words = texts["printed"]?.split(separator: "\n").first {
            lines.append("prints “\(words)”: if its hooks do real work, write a model with an engine that does none")
        }
        if texts["report"] == nil || lines.count > 1, let advice = machine.advice { lines.append("write \(advice)") }
        return lines.joined(separator: "\n").replacing("\n", with: "\n  ")
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}
