import Foundation

/// The results of one run, for people and for programs.
struct Report {
    let lines: [Line]
    let populations: [Population]
    let explorations: [Exploration]
    let connections: [ConnectionFigures]
    let inspection: InspectionFigures?
    let costs: [ConnectionCost]
    let samples: Int
    /// The number of layouts that the lines come from, if there are several.
    let layouts: Int?

    /// The rows that took less time than anything can take, because the compiler has seen through them.
    var folded: [String] {
        lines.filter { line in
            [line.core, line.byHand, line.asEnum].contains { $0.map { $0.median < 0.25 } ?? false }
        }.map(\.row.name)
    }

    // MARK: For people

    var text: String {
        table + populationTable + explorationTable + inspectionTable + connectionTable + costTable
    }

    private var table: String {
        guard !lines.isEmpty else { return "" }
        let extremes = layouts.map { "the least and the greatest of \($0) layouts" }
        let kind = extremes ?? "the middle half of \(samples) samples"
        var text = "Nanoseconds for one operation: the median and \(kind).\n"
        text += "\n" + row("", ["here", "by hand", "enum", "allocated here", "here / by hand", "here / enum", "goal"])
        for line in lines {
            func ratio(_ other: Measurement?) -> String? { other.map { format("%.2f", line.core.median / $0.median) } }
            text += row(
                line.row.name,
                [
                    spread(line.core), line.byHand.map(spread), line.asEnum.map(spread),
                    line.core.allocations.map { format("%.2f", $0) }, ratio(line.byHand), ratio(line.asEnum),
                    goal(line),
                ])
        }
        return text
    }

    private var populationTable: String {
        let headings = ["bytes each", "ns to make", "ns for a request", "", "", "", "goal"]
        return section("A million machines", headings, populations) { population in
            let figures = [population.nanosecondsToMake, population.nanosecondsForRequest]
            let columns = [population.bytesEach.map { format("%.0f", $0) }] + figures.map { format("%.1f", $0) }
            return (population.name, columns + ["", "", "", populationGoals(population)])
        }
    }

    /// A context with two states should be small, and made nearly as fast as one by hand.
    private func populationGoals(_ population: Population) -> String? {
        let byHand = populations.first { $0.name == "by hand" }
        guard population.name == "core", let byHand else { return "" }
        func verdict(_ value: Double, _ limit: Double) -> String { value <= limit ? "met" : "missed" }
        let ratio = population.nanosecondsToMake / byHand.nanosecondsToMake
        let bytes = population.bytesEach.map { "at most 144 bytes: \(verdict($0, 144)); " } ?? ""
        return bytes + format("made in %.2f of by hand, at most 1.20: ", ratio) + verdict(ratio, 1.2)
    }

    private var explorationTable: String {
        section("Exploration of 1,000 states, 20 requests", ["seconds", "cells/s"], explorations) { exploration in
            let rate = Double(exploration.cells) / exploration.seconds
            return (exploration.name, [format("%.2f", exploration.seconds), format("%.0f", rate)])
        }
    }

    private var inspectionTable: String {
        let headings = ["unobserved", "followed", "with a page", "", "", "", "goal"]
        let name = "A transition \(InspectionFigures.name), ns"
        return section(name, headings, [inspection].compactMap { $0 }) { figures in
            let columns = [figures.unobserved, figures.followed, figures.shown].map { format("%.1f", $0) }
            let ratio = format("%.2f of unobserved", figures.ratioAtRate)
            let verdict = figures.ratioAtRate <= InspectionFigures.limit ? "met" : "missed"
            return (
                "10,000 transitions a second",
                columns + ["", "", "", ratio + format(", at most %.2f: ", InspectionFigures.limit) + verdict]
            )
        }
    }

    private var connectionTable: String {
        section("WebSocket client over loopback", ["own server", "python server"], connections) { connection in
            func text(_ value: Double) -> String { format("%.1f ", value) + connection.unit }
            return (connection.name, [text(connection.own), connection.peer.map(text)])
        }
    }

    private var costTable: String {
        let headings = ["bytes each", "ms of processor", "bytes of the first", "ms of the first"]
        return section("Opening a WebSocket, in the client", headings, costs) { cost in
            func text(_ bytes: Double?) -> String? { bytes.map { format("%.0f", $0) } }
            let milliseconds = format("%.2f", cost.milliseconds)
            return (
                cost.name,
                [text(cost.bytes), milliseconds, text(cost.firstBytes), format("%.0f", cost.firstMilliseconds)]
            )
        }
    }

    private func section<Item>(
        _ title: String, _ headings: [String], _ items: [Item], _ columns: (Item) -> (name: String, columns: [String?])
    ) -> String {
        guard !items.isEmpty else { return "" }
        func padded(_ columns: [String?]) -> [String?] { columns + Array(repeating: "", count: 7 - columns.count) }
        return "\n" + row(title, padded(headings))
            + items.map(columns).map { row("  " + $0.name, padded($0.columns)) }.joined()
    }

    private func goal(_ line: Line) -> String? {
        guard let goal = line.row.goal, let byHand = line.byHand else { return nil }
        let ratio = line.core.median / byHand.median
        return format("%.2f of by hand", ratio) + format(", at most %.2f: ", goal) + (ratio <= goal ? "met" : "missed")
    }

    private func spread(_ measurement: Measurement) -> String {
        format("%.1f", measurement.median) + format(" (%.1f", measurement.low) + format("–%.1f)", measurement.high)
    }

    private func row(_ name: String, _ columns: [String?]) -> String {
        let widths = [20, 22, 17, 16, 16, 13]
        var line = name.padding(toLength: 50, withPad: " ", startingAt: 0)
        for (column, width) in zip(columns, widths) {
            let text = column ?? "–"
            line += String(repeating: " ", count: max(0, width - text.count)) + text
        }
        line += "   " + ((columns.last ?? nil) ?? "")
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private func format(_ format: String, _ number: Double) -> String { String(format: format, number) }
}
