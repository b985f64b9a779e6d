import Foundation

extension Report {
    /// The lines of the documents that have figures, as they stand there.
    var markdown: String {
        let sections = [
            ("README.md", readme), ("ClassOrEnum.md", comparison), ("StateInspector.md", inspector),
            ("WebSockets.md", connectionTable),
        ]
        return sections.filter { !$0.1.isEmpty }.map { "# \($0)\n\n\($1.joined(separator: "\n"))\n" }
            .joined(separator: "\n")
    }

    private var readme: [String] {
        // A tight loop over two states is fast or slow depending on where the linker puts their methods.
        let transitions = lines.filter { $0.row.name.hasPrefix("transition, ") }
        guard let core = Self.range(transitions.map(\.core)),
            let byHand = Self.range(transitions.compactMap(\.byHand)),
            let asEnum = Self.range(transitions.compactMap(\.asEnum))
        else { return [] }
        return ["| a transition with both hooks | \(core) ns (\(byHand) ns by hand) | \(asEnum) ns |"]
    }

    private static func range(_ times: [Measurement]) -> String? {
        guard let least = times.map(\.low).min().map(rounded), let most = times.map(\.high).max().map(rounded)
        else { return nil }
        return least == most ? least : "\(least) to \(most)"
    }

    private var comparison: [String] {
        let compared = lines.filter { $0.byHand != nil || $0.asEnum != nil }
        guard !compared.isEmpty else { return [] }
        func text(_ measurement: Measurement?) -> String { measurement.map { Self.rounded($0.median) } ?? "–" }
        let bytes = populations.map { $0.bytesEach.map { String(format: "%.0f", $0) } ?? "–" }
        return ["| operation | here | by hand | enum |", "|---|---|---|---|"]
            + compared.map { "| \($0.row.name) | \(text($0.core)) | \(text($0.byHand)) | \(text($0.asEnum)) |" }
            + (bytes.isEmpty ? [] : ["| bytes of a machine with two states | \(bytes.joined(separator: " | ")) |"])
    }

    private var inspector: [String] {
        inspection.map { ["Being followed costs a transition \(Self.rounded($0.followed - $0.unobserved)) ns."] } ?? []
    }

    private var connectionTable: [String] {
        guard !costs.isEmpty else { return [] }
        func row(_ name: String, _ text: (ConnectionCost) -> String) -> String {
            "| \(name) | \(costs.map(text).joined(separator: " | ")) |"
        }
        func kilobytes(_ bytes: Double?) -> String { bytes.map { "\(Self.rounded($0 / 1000)) kB" } ?? "–" }
        return [
            "| | " + costs.map { "`\($0.name)`" }.joined(separator: " | ") + " |",
            "|---" + String(repeating: "|---", count: costs.count) + "|",
            row("memory of a connected client") { kilobytes($0.bytes) },
            row("processor time to connect") { "\(Self.rounded($0.milliseconds)) ms" },
            row("the first one") { "\(kilobytes($0.firstBytes)), \(Self.rounded($0.firstMilliseconds)) ms" },
        ]
    }

    /// Two digits of a number below 10, and no digit behind the point of another one.
    private static func rounded(_ number: Double) -> String { String(format: number < 9.95 ? "%.1f" : "%.0f", number) }
}
