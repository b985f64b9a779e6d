import Foundation

/// The results of one run, as tables in Markdown: in the documents they stand like this.
struct Report {
    let lines: [Line]
    /// The bytes of a machine here, by hand, and as an enum.
    let bytes: [Double]?
    let explorations: [Exploration]
    let costs: [ConnectionCost]

    /// The rows that took less time than anything can take, because the compiler has seen through them.
    var folded: [String] {
        lines.filter { line in
            [line.core, line.byHand, line.asEnum].contains { $0.map { $0.median < 0.25 } ?? false }
        }.map(\.row.name)
    }

    var text: String {
        let explored = explorations.map { exploration in
            let rate = Double(exploration.cells) / exploration.seconds
            return [exploration.name, String(format: "%.2f", exploration.seconds), String(format: "%.0f", rate)]
        }
        let transition = transitions.map { [table(["", "class", "enum"], [$0])] } ?? []
        let sizes = bytes.map { ["bytes of a machine with two states"] + $0.map { String(format: "%.0f", $0) } }
        let compared = table(Self.headings, lines.map(columns) + (sizes.map { [$0 + ["–", "–"]] } ?? []))
        let exploring = table(["exploration of 1,000 states, 20 requests", "seconds", "cells/s"], explored)
        let connecting = table(["a WebSocket, in the client"] + costs.map { "`\($0.name)`" }, connections)
        return ([compared] + transition + [exploring, connecting]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The columns of nanoseconds are first: `Layouts` reads them.
    private static let headings = ["operation", "here", "by hand", "enum", "allocated here", "here / by hand"]

    private func columns(_ line: Line) -> [String] {
        func text(_ measurement: Measurement?) -> String { measurement.map { Self.rounded($0.median) } ?? "–" }
        let allocations = line.core.allocations.map { String(format: "%.2f", $0) } ?? "–"
        let times = [text(line.core), text(line.byHand), text(line.asEnum)]
        return [line.row.name] + times + [allocations, ratio(line)]
    }

    private func ratio(_ line: Line) -> String {
        guard let byHand = line.byHand else { return "–" }
        let ratio = line.core.median / byHand.median
        let goal = line.row.goal.map { String(format: ", at most %.2f: ", $0) + (ratio <= $0 ? "met" : "missed") }
        return String(format: "%.2f", ratio) + (goal ?? "")
    }

    /// README's row. A tight loop over two states is fast or slow depending on where the linker puts their methods.
    private var transitions: [String]? {
        let transitions = lines.filter { $0.row.name.hasPrefix("transition, ") }
        guard let core = Self.range(transitions.map(\.core)),
            let byHand = Self.range(transitions.compactMap(\.byHand)),
            let asEnum = Self.range(transitions.compactMap(\.asEnum))
        else { return nil }
        return ["a transition with both hooks", "\(core) ns (\(byHand) ns by hand)", "\(asEnum) ns"]
    }

    private static func range(_ times: [Measurement]) -> String? {
        guard let least = times.map(\.low).min().map(rounded), let most = times.map(\.high).max().map(rounded)
        else { return nil }
        return least == most ? least : "\(least) to \(most)"
    }

    private var connections: [[String]] {
        guard !costs.isEmpty else { return [] }
        func kilobytes(_ bytes: Double?) -> String { bytes.map { "\(Self.rounded($0 / 1000)) kB" } ?? "–" }
        return [
            ["memory of a connected client"] + costs.map { kilobytes($0.bytes) },
            ["processor time to connect"] + costs.map { "\(Self.rounded($0.milliseconds)) ms" },
            ["the first one"] + costs.map { "\(kilobytes($0.firstBytes)), \(Self.rounded($0.firstMilliseconds)) ms" },
        ]
    }

    private func table(_ headings: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let lines = [headings, headings.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// Two digits of a number below 10, and no digit behind the point of another one.
    private static func rounded(_ number: Double) -> String { String(format: number < 9.95 ? "%.1f" : "%.0f", number) }
}
