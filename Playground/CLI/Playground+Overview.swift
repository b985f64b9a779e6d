import EnumTwins
import Foundation

extension Playground {
    /// Draws a machine: `graph player --format svg`.
    static func graph(_ arguments: [String]) throws {
        var names: [String] = []
        var format = Overview.Format.text
        var isMerged = false
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--help" || word == "-h" { return Terminal.print(help) }
            if word == "--format" || word.hasPrefix("--format=") {
                let formats = list(Overview.Format.allCases.map(\.rawValue))
                let value = word == "--format" ? rest.popFirst() : String(word.dropFirst("--format=".count))
                guard let name = value else { throw UsageError("--format takes one of: \(formats)") }
                guard let known = Overview.Format.allCases.named(name, \.rawValue) else {
                    let suggestion = Overview.Format.allCases.map(\.rawValue).suggestion(for: name)
                    throw UsageError("there is no format “\(name)”\(suggestion); there is \(formats)")
                }
                format = known
            } else if word == "--merged" {
                isMerged = true
            } else if word.hasPrefix("-") {
                throw UsageError("there is no option \(word); graph has --format and --merged")
            } else {
                names.append(word)
            }
        }
        guard let name = names.first, names.count == 1 else {
            throw UsageError("graph takes one of: \(list(machines.map { $0.name }))")
        }
        let drawing = try machine(named: name).overview.draw(format, nil, isMerged)
        // Other formats are for programs.
        if format == .text { Terminal.print(String(drawing.dropLast())) } else { Terminal.write(drawing) }
    }

    /// Makes a page of a machine, or of a comparison, to click through: `page player > player.html`.
    static func page(_ arguments: [String]) throws {
        if arguments.contains("--help") || arguments.contains("-h") { return Terminal.print(help) }
        let contrasts = machines.flatMap { $0.contrasts }.filter { contrast in
            !machines.contains { $0.name == contrast.name }
        }
        let names = list(machines.map { $0.name } + contrasts.map(\.name))
        guard let name = arguments.first, arguments.count == 1 else { throw UsageError("page takes one of: \(names)") }
        let machine = machines.named(name) { $0.name }.map { ($0.summary, $0.overview.page) }
        guard let (summary, page) = machine ?? contrasts.named(name, \.name).map({ ($0.help, $0.page) })
        else {
            let suggestion = (machines.map { $0.name } + contrasts.map(\.name)).suggestion(for: name)
            throw UsageError("there is nothing called “\(name)”\(suggestion); there is \(names)")
        }
        Terminal.write(try page(summary.prefix(1).uppercased() + summary.dropFirst()))
    }

    /// Compares a machine with its enum: `compare player`. The exit status is 1 if they differ.
    static func compare(_ arguments: [String]) throws {
        if arguments.contains("--help") || arguments.contains("-h") { return Terminal.print(help) }
        let contrasts = machines.flatMap { $0.contrasts }
        let names = list(contrasts.map(\.name))
        guard let name = arguments.first, arguments.count == 1 else {
            throw UsageError("compare takes one of: \(names)")
        }
        guard let contrast = contrasts.named(name, \.name) else {
            let suggestion = contrasts.map(\.name).suggestion(for: name)
            throw UsageError("there is nothing called “\(name)”\(suggestion); there is \(names)")
        }
        let result = try contrast.compare()
        Terminal.print(result.text)
        if !result.isEqual { exit(1) }
    }
}
