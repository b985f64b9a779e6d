import Foundation

extension Report {
    /// The results as JSON: a list of rows, of populations and of explorations; times are in nanoseconds.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return String(decoding: try encoder.encode(Document(self)), as: UTF8.self)
    }

    private struct Document: Encodable {
        let rows: [Row]
        let populations: [Population]
        let explorations: [Exploration]

        init(_ report: Report) {
            rows = report.lines.map(Row.init)
            populations = report.populations.map {
                Population(
                    name: $0.name, bytesEach: $0.bytesEach, nanosecondsToMake: $0.nanosecondsToMake,
                    nanosecondsForRequest: $0.nanosecondsForRequest)
            }
            explorations = report.explorations.map { Exploration(name: $0.name, seconds: $0.seconds, cells: $0.cells) }
        }
    }

    private struct Row: Encodable {
        let name: String
        let nanoseconds: Double
        let spread: [Double]
        let byHandNanoseconds, enumNanoseconds: Double?
        let ratioToByHand, ratioToEnum: Double?
        let allocationsPerOperation: Double?
        let goal, ratioToGoalReference: Double?

        init(_ line: Line) {
            name = line.row.name
            nanoseconds = line.core.median
            spread = [line.core.low, line.core.high]
            byHandNanoseconds = line.byHand?.median
            enumNanoseconds = line.asEnum?.median
            ratioToByHand = line.byHand.map { line.core.median / $0.median }
            ratioToEnum = line.asEnum.map { line.core.median / $0.median }
            allocationsPerOperation = line.core.allocations
            goal = line.row.goal?.limit
            ratioToGoalReference = line.relative
        }
    }

    private struct Population: Encodable {
        let name: String
        let bytesEach: Double?
        let nanosecondsToMake, nanosecondsForRequest: Double
    }

    private struct Exploration: Encodable {
        let name: String
        let seconds: Double
        let cells: Int
    }
}
