import Foundation

extension Report {
    /// The results as JSON: a list of what was measured, times in nanoseconds.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(lines.map { Entry($0) } + others), as: UTF8.self)
    }

    private var others: [Entry] {
        func entry(_ name: String, _ nanoseconds: (Population) -> Double) -> [Entry] {
            guard populations.count == 3 else { return [] }
            let (core, byHand, asEnum) = (populations[0], populations[1], populations[2])
            return [
                Entry(
                    name: name, nanoseconds: nanoseconds(core), byHandNanoseconds: nanoseconds(byHand),
                    enumNanoseconds: nanoseconds(asEnum), bytes: core.bytesEach, byHandBytes: byHand.bytesEach,
                    enumBytes: asEnum.bytesEach)
            ]
        }
        return entry("a million machines: making one") { $0.nanosecondsToMake }
            + entry("a million machines: a request to one, in random order") { $0.nanosecondsForRequest }
            + explorations.map { exploration in
                let nanoseconds = exploration.seconds * 1e9 / Double(exploration.cells)
                return Entry(name: "exploration, \(exploration.name): a cell", nanoseconds: nanoseconds)
            } + inspectionEntries + connectionEntries
    }

    private var inspectionEntries: [Entry] {
        guard let inspection else { return [] }
        return [
            ("unobserved", inspection.unobserved), ("followed", inspection.followed), ("with a page", inspection.shown),
        ]
        .map { Entry(name: "a transition \(InspectionFigures.name): \($0)", nanoseconds: $1) }
    }

    /// Rates as the time for a megabyte.
    private var connectionEntries: [Entry] {
        connections.flatMap { connection in
            [("own server", connection.own), ("python server", connection.peer)].compactMap { server, value in
                value.map { value in
                    let isRate = connection.unit == "MB/s"
                    return Entry(
                        name: "\(connection.name), \(server)" + (isRate ? ": a megabyte" : ""),
                        nanoseconds: isRate ? 1e9 / value : value * 1000)
                }
            }
        }
    }

    struct Entry: Codable {
        let name: String
        let nanoseconds: Double
        /// The middle half of the samples.
        var spread: [Double]?
        var byHandNanoseconds, enumNanoseconds: Double?
        var ratioToByHand, ratioToEnum: Double?
        var allocationsPerOperation: Double?
        /// The greatest ratio to what it takes by hand.
        var goal: Double?
        var bytes, byHandBytes, enumBytes: Double?

        init(
            name: String, nanoseconds: Double, byHandNanoseconds: Double? = nil, enumNanoseconds: Double? = nil,
            bytes: Double? = nil, byHandBytes: Double? = nil, enumBytes: Double? = nil
        ) {
            self.name = name
            self.nanoseconds = nanoseconds
            self.byHandNanoseconds = byHandNanoseconds
            self.enumNanoseconds = enumNanoseconds
            ratioToByHand = byHandNanoseconds.map { nanoseconds / $0 }
            ratioToEnum = enumNanoseconds.map { nanoseconds / $0 }
            self.bytes = bytes
            self.byHandBytes = byHandBytes
            self.enumBytes = enumBytes
        }

        fileprivate init(_ line: Line) {
            self.init(
                name: line.row.name, nanoseconds: line.core.median, byHandNanoseconds: line.byHand?.median,
                enumNanoseconds: line.asEnum?.median)
            spread = [line.core.low, line.core.high]
            allocationsPerOperation = line.core.allocations
            goal = line.row.goal
        }
    }
}
