import Foundation
import TestSupport
import Testing

/// The pictures in the tutorial of who calls whom, and in which order.
@Suite(.blocking) struct `The pictures of order` {
    @Test(arguments: Recording.all)
    fileprivate func `show the calls that the oven of the step really makes`(_ recording: Recording) throws {
        let lines = try Program.withTemporaryFolder { folder in
            let oven = folder.appending(path: "Microwave.swift")
            try recording.oven(String(contentsOf: Page.resource(recording.step + "-Microwave.swift"), encoding: .utf8))
                .write(to: oven, atomically: true, encoding: .utf8)
            let result = try Program.compileAndRun(recording.program, options: [oven.path(percentEncoded: false)])
            try #require(result.status == 0, "\(result.errors)")
            return result.output.split(separator: "\n")
        }
        let kept = try String(contentsOf: Page.resource("order-\(recording).svg"), encoding: .utf8)
        #expect(try picture(of: lines, lanes: recording.lanes) == kept)
    }
}

/// A program that prints what an oven does: a call as `oven > door: text`, the entry of a state as `+ Idle`, its exit as
/// `- Idle`, and a heading as `# start()`.
private struct Recording: CustomStringConvertible, Sendable {
    let description: String
    let lanes: [Substring]
    let step: String
    let program: String
    /// Adds lines that print to the source of the step.
    var oven: @Sendable (String) -> String = { $0 }

    static let all = [
        Recording(
            description: "by-hand", lanes: ["oven", "spring", "display"], step: "05-observers-02",
            program: """
                let oven = Microwave()
                oven.handle(.start)
                oven.observe { [unowned oven] source, target in
                    print("oven > spring: \\(source) → \\(target)")
                    guard source == .cooking && target == .idle else { return }
                    print("spring > oven: openDoor")
                    oven.handle(.openDoor)
                }
                oven.observe { print("oven > display: \\($0) → \\($1)") }
                oven.handle(.finish)
                """),
        Recording(
            description: "by-context", lanes: ["oven", "spring", "display"], step: "04-hooks-04",
            program: """
                import StatePattern
                let oven = Microwave()
                oven.start()
                oven.observe { [unowned oven] in
                    print("oven > spring: \\($0.source.name) → \\($0.target.name)")
                    guard $0.source === oven.cooking && $0.target === oven.idle else { return }
                    print("spring > oven: openDoor, \\(oven.openDoor())")
                }
                oven.observe { print("oven > display: \\($0.source.name) → \\($0.target.name)") }
                oven.finish()
                """),
        Recording(
            description: "of-bubbling", lanes: ["oven", "Resting", "Cooking"], step: "06-tree-05",
            program: "import StatePattern\nlet oven = Microwave()\noven.start()\noven.cycle()\noven.openDoor()",
            oven: {
                $0.replacing(/(func openDoor\(_ oven: Microwave\) -> Reaction \{)\s*(\.\w+(?:\([^)]*\))?)\s*\}/) {
                    let body = "print(\"oven > \\(name): openDoor\\n\\(name) > oven: \\(answer)\"); return answer"
                    return "\($0.output.1) let answer: Reaction = \($0.output.2); \(body) }"
                }
            }),
        Recording(
            description: "of-hooks", lanes: ["Idle", "Cooking", "Heating", "Resting"], step: "06-tree-06",
            program: ["activate()", "start()", "cycle()", "finish()"]
                .reduce("import StatePattern\nlet oven = Microwave()\n") { "\($0)print(\"# \($1)\")\noven.\($1)\n" },
            oven: {
                $0.replacing(/func (didEnter|willExit)\(_ oven: Microwave\) \{/) {
                    "\($0.output.0) print(\"\($0.output.1 == "didEnter" ? "+" : "-") \\(name)\");"
                }
            }),
    ]
}

/// Draws what a recording has printed, from top to bottom, in the colors of a statechart.
private func picture(of lines: [Substring], lanes: [Substring]) throws -> String {
    let chart = try String(contentsOf: Page.resource("microwave-tree.svg"), encoding: .utf8)
    let style = try #require(chart.firstMatch(of: /(?s)<style>.*<\/defs>/)).output
    let (left, gap) = lines.contains { $0.hasPrefix("#") } ? (128, 104) : (62, 156)
    let width = left + gap * (lanes.count - 1) + 62
    func x(_ lane: Substring) -> Int { left + gap * (lanes.firstIndex(of: lane) ?? 0) }
    var (y, bars, calls, marks) = (64, "", "", "")
    var entered: [Substring: Int] = [:]
    func closeBar(_ lane: Substring) {
        guard let top = entered.removeValue(forKey: lane) else { return }
        bars += "<rect x=\"\(x(lane) - 5)\" y=\"\(top)\" width=\"10\" height=\"\(y - top)\" rx=\"3\"/>\n"
    }
    for line in lines {
        let words = line.split(separator: " ", maxSplits: 3)
        if words[0] == "#" {
            y += 4
            bars += "<path class=\"line\" d=\"M14 \(y - 14)H\(width - 14)\"/>\n"
            marks += "<text class=\"name\" x=\"14\" y=\"\(y + 4)\">\(words[1])</text>\n"
        } else if words.count == 2 {
            if words[0] == "+" { entered[words[1]] = y } else { closeBar(words[1]) }
            let text = words[0] == "+" ? "entry" : "exit"
            marks += "<text class=\"label\" x=\"\(x(words[1]) + 11)\" y=\"\(y + 4)\">\(text)</text>\n"
            y += 26
        } else {
            let (from, to) = (x(words[0]), x(words[2].dropLast()))
            calls += "<path marker-end=\"url(#head)\" d=\"M\(from) \(y + 10)H\(to)\"/>\n"
            marks += "<text class=\"label middle\" x=\"\((from + to) / 2)\" y=\"\(y + 4)\">\(words[3])</text>\n"
            y += 36
        }
    }
    lanes.forEach(closeBar)
    let heads = lanes.map {
        """
        <path class="line" stroke-dasharray="4" d="M\(x($0)) 40V\(y)"/>
        <g class="state"><rect x="\(x($0) - 42)" y="12" width="84" height="28" rx="8"/></g>
        <text class="name middle" x="\(x($0))" y="31">\($0)</text>

        """
    }
    return """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(y + 8)" width="\(width)" height="\(y + 8)" role="img" aria-labelledby="title">
        <title id="title">The order of calls: \(lanes.joined(separator: ", "))</title>
        \(style)
        <style>
        .middle { text-anchor: middle }
        .label { paint-order: stroke; stroke: var(--paper); stroke-width: 5px }
        .line { stroke: var(--line) }
        </style>
        <rect class="paper" width="\(width)" height="\(y + 8)" rx="12"/>
        \(heads.joined())<g class="current">\n\(bars)</g>\n<g class="arrow">\n\(calls)</g>\n\(marks)</svg>

        """
}
