import Foundation
import PackagePlugin

/// `swift package draw`: finds the machines of a package, explores them, and draws them.
@main struct DrawCharts: CommandPlugin {
    private static let help = """
        usage: swift package draw [--check] [--target <name>]… [--output <folder>] [--format svg|mermaid] [--no-comments]

        Draws each context that can be made without arguments, into the folder Charts, and into the comment above its class.
        Its requests are its methods that return an Outcome, or those of a static “requests”, “model” or “overview”. With
        --check, it writes nothing, names what is out of date, and fails if anything is. See “Charts that stay true”.
        """

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        var words = ArgumentExtractor(arguments)
        if words.extractFlag(named: "help") > 0 { return print(Self.help) }
        let checks = words.extractFlag(named: "check") > 0
        let hasComments = words.extractFlag(named: "comments") > 0 || words.extractFlag(named: "no-comments") == 0
        let names = words.extractOption(named: "target")
        let folder = words.extractOption(named: "output").last ?? "Charts"
        let format = words.extractOption(named: "format").last ?? "svg"
        if let word = words.remainingArguments.first { throw Failure("“\(word)” is unknown\n\(Self.help)") }
        guard let ending = ["svg": "svg", "mermaid": "mmd"][format] else {
            throw Failure("there is no format “\(format)”; there is svg, mermaid")
        }
        let root = context.package.directoryURL.path + "/"
        let output = URL(filePath: folder, relativeTo: context.package.directoryURL).standardizedFileURL
        guard (output.path + "/").hasPrefix(root) else { throw Failure("“\(folder)” is not in the package") }

        // The text of each file; `nil` for the chart of a machine that is not drawn any more.
        var (files, comments) = ([URL: String?](), [URL: [(machine: Machine, mermaid: String)]]())
        for (target, machines) in try machines(of: try targets(named: names, in: context.package)) {
            let folder = context.pluginWorkDirectoryURL.appending(path: target.name)
            let answers = try ChartProgram(target: target, context: context).answers(about: machines, in: folder)
            for (machine, answer) in zip(machines, answers) {
                print(report(on: machine, of: target.name, answer))
                let file = output.appending(path: "\(target.name)-\(machine.path).\(ending)")
                if answer["problem"] == nil || FileManager.default.fileExists(atPath: file.path) {
                    files[file] = .some(answer[format])
                }
                if hasComments, let source = machine.file, let mermaid = answer["mermaid"] {
                    comments[source, default: []].append((machine, mermaid))
                }
            }
        }
        for (source, charts) in comments {
            files[source] = try String(contentsOf: source, encoding: .utf8).withCharts(charts)
        }
        let stale = files.filter { file, text in
            text == nil || (try? Data(contentsOf: file)) != text.map { Data($0.utf8) }
        }
        let lines = stale.map { "\n  " + $0.path.dropFirst(root.count) + ($1 == nil ? ", which is not drawn" : "") }
        let list = lines.sorted().joined()
        if checks && !stale.isEmpty { throw Failure("out of date, until you run “swift package draw”:\(list)") }
        for case (let file, let text?) in stale {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        }
        print(files.isEmpty ? "nothing to draw" : stale.isEmpty ? "all charts are up to date" : "drawn:\(list)")
    }

    private func targets(named names: [String], in package: Package) throws -> [SwiftSourceModuleTarget] {
        let all = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { target in
            [.generic, .executable].contains(target.kind) && Self.mayHaveMachines(target)
        }.sorted { $0.name < $1.name }
        for name in names where !all.contains(where: { $0.name == name }) {
            let list = all.map(\.name).joined(separator: ", ")
            throw Failure("no target “\(name)” depends on StatePattern; these do: \(list)")
        }
        return all.filter { names.isEmpty || names.contains($0.name) }
    }

    /// Builds targets, and finds the machines in each.
    private func machines(
        of targets: [SwiftSourceModuleTarget]
    ) throws -> [(target: SwiftSourceModuleTarget, machines: [Machine])] {
        for name in ["StateExploration"] + targets.map(\.name) {
            let built = try packageManager.build(.target(name), parameters: .init(configuration: .debug))
            guard built.succeeded else { throw Failure("\(name) cannot be built\n\(built.logText)") }
        }
        var (graph, symbols) = (SymbolGraph(), [String: [String]]())
        let options = PackageManager.SymbolGraphOptions(minimumAccessLevel: .internal, includeSynthesized: false)
        // A class may inherit from one in another module.
        for case let target as SwiftSourceModuleTarget in targets.flatMap({ [$0] + $0.recursiveTargetDependencies })
        where symbols[target.name] == nil && Self.mayHaveMachines(target) {
            let folder = try packageManager.getSymbolGraph(for: target, options: options).directoryURL
            symbols[target.name] = try graph.add(folder.appending(path: "\(target.moduleName).symbols.json"))
        }
        return targets.map { ($0, graph.machines(among: symbols[$0.name] ?? [], in: $0.moduleName)) }
    }

    private static func mayHaveMachines(_ target: SwiftSourceModuleTarget) -> Bool {
        target.name != "StateExploration" && target.recursiveTargetDependencies.contains { $0.name == "StatePattern" }
    }

    private func report(on machine: Machine, of target: String, _ answer: ChartProgram.Answer) -> String {
        let report = answer["report"] ?? "\nnot drawn, because \(answer["problem"]!)"
        var lines = ["\(machine.path) in \(target):\(report)"]
        if let words = answer["printed"]?.components(separatedBy: "\n")[0], !words.isEmpty {
            lines.append("prints “\(words)”: if its hooks do real work, write a model with an engine that does none")
        }
        lines += machine.omitted.map { "no example is known for \($0)" }
        if let advice = answer["report"] == nil ? machine.advice.model : machine.advice.requests {
            lines.append("write \(advice)")
        }
        return lines.joined(separator: "\n").replacing("\n", with: "\n  ")
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
