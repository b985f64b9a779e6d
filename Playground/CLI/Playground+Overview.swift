import Foundation
import MachineModels
import StateExploration

extension Playground {
    /// Draws a machine: `graph player --format svg`.
    static func graph(_ arguments: [String]) throws {
        let options = try Options(
            arguments, of: "graph",
            ["--format <\(formats)>", "--merged", "--no-effects", "--all-requests", "--run <requests>"],
            takesWords: true)
        let format = try options.format(outOf: Overview.Format.allCases)
        let names = pages.map(\.name)
        let name = try options.word(outOf: names)
        let style = DrawingStyle(
            isMerged: options["--merged"] != nil, showsEffects: options["--no-effects"] == nil,
            showsAllRequests: options["--all-requests"] != nil)
        let drawing: String
        if let contrast = Contrast.all.named(name, \.name) {
            let caption = "\(contrast.help), the first:"
            drawing = try format.text(of: contrast.left.explore(), style, caption: caption, playing: options["--run"])
        } else {
            let others = names.filter { name in !machines.contains { $0.name == name } }
            drawing = try machine(named: name, or: others).overview.draw(format, nil, style, options["--run"])
        }
        // Other formats are for programs, so their text is written unchanged.
        if format == .text { Terminal.print(String(drawing.dropLast())) } else { Terminal.write(drawing) }
    }

    /// Makes an interactive page of a machine, a comparison or a recording: `page player > player.html`.
    static func page(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "page", ["--recording <file>"], takesWords: true)
        let path = options["--recording"]
        let name = try options.word(outOf: path == nil ? pages.map(\.name) : replays.map(\.name))
        if let path { return Terminal.write(try Playground.page(of: name, recordedIn: path)) }
        guard let page = pages.named(name, \.name) else { throw nothing(called: name, among: pages.map(\.name)) }
        Terminal.write(try page.make(page.summary.prefix(1).uppercased() + page.summary.dropFirst()))
    }

    /// Compares two forms of a small machine: `compare small-player`. The exit status is 1 if they differ.
    static func compare(_ arguments: [String]) throws {
        let names = Contrast.all.map(\.name)
        let name = try Options(arguments, of: "compare", [], takesWords: true).word(outOf: names)
        guard let contrast = Contrast.all.named(name, \.name) else { throw nothing(called: name, among: names) }
        let result = try contrast.compare()
        Terminal.print(result.text)
        if !result.isEqual { exit(1) }
    }

    private static func nothing(called name: String, among names: [String]) -> UsageError {
        UsageError("there is nothing called “\(name)”\(names.suggestion(for: name)); there is \(list(names))")
    }

    /// The pages: one for each machine, and one for each comparison.
    private static var pages:
        [(name: String, summary: String, make: (_ title: String) throws(ExplorationError) -> String)]
    {
        let ofMachines = machines.map { (name: $0.name, summary: $0.summary, make: $0.overview.page) }
        let ofContrasts = Contrast.all.map { (name: $0.name, summary: $0.help, make: $0.page) }
        return ofMachines + ofContrasts
    }

    // MARK: Help

    static let tourHelp = """
        playground tour

        Shows a little of each machine: requests as they would be typed, and a line for each.
        """

    static var graphHelp: String {
        """
        playground graph <name> [--format <\(formats)>] [--merged] [--no-effects]
                                [--all-requests] [--run <requests>]

        Draws the states and transitions of a machine, or of the first one in a contrast.

          --format       text for people, which is the default; svg for a picture; mermaid for other programs that draw;
                         table for the outcome of each request in each state; scxml for engines and editors of
                         statecharts; json for programs
          --merged       draw states that differ in their data alone as one; table, scxml and json have all
          --no-effects   draw the requests alone, without what the machine does
          --all-requests draw requests that change nothing as well: handled, deferred or refused
          --run          a picture that plays these requests of the chart: --format svg --run "push, insertCoin, push"

        \(nameList)
        """
    }

    static var pageHelp: String {
        """
        playground page <name> [--recording <file>] > page.html

        Makes a page to click through in a browser: the chart of a machine, or of a contrast. It needs no network.

          --recording    show what a machine has done, step by step: each state that it was in, and its requests; the
                         machines are those of playground replay, and app

        \(nameList)
        """
    }

    private static var nameList: String {
        (["Names:"] + pages.map { "  \($0.name): \($0.summary)" }).joined(separator: "\n")
    }

    static var compareHelp: String {
        """
        playground compare <name>

        Compares two forms of a machine, and shows where they differ. The exit status is 1 when they do.

        To compare:
        \(Contrast.all.map { "  \($0.name): \($0.help)" }.joined(separator: "\n"))
        """
    }

    private static var formats: String { Overview.Format.allCases.map(\.rawValue).joined(separator: "|") }
}
