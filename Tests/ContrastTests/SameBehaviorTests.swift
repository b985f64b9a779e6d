import StateExploration
import StatePattern
import Testing

@testable import Contrast

/// Before the four players are compared: they do the same, in all nine cells.
@Suite struct `The four players do the same` {
    /// The nine cells, as one would write them on paper.
    static let cells = [
        Cell(state: "Stopped", request: "play", outcome: .transitioned, target: "Playing", engine: ["start"]),
        Cell(state: "Stopped", request: "pause", outcome: .unhandled, target: "Stopped", engine: []),
        Cell(state: "Stopped", request: "stop", outcome: .handled, target: "Stopped", engine: []),
        Cell(state: "Playing", request: "play", outcome: .handled, target: "Playing", engine: []),
        Cell(state: "Playing", request: "pause", outcome: .transitioned, target: "Paused, at 42", engine: ["halt"]),
        Cell(state: "Playing", request: "stop", outcome: .transitioned, target: "Stopped", engine: ["halt"]),
        Cell(state: "Paused, at 42", request: "play", outcome: .transitioned, target: "Playing", engine: ["start"]),
        Cell(state: "Paused, at 42", request: "pause", outcome: .handled, target: "Paused, at 42", engine: []),
        Cell(state: "Paused, at 42", request: "stop", outcome: .transitioned, target: "Stopped", engine: []),
    ]

    private static var models: [MachineModel<String>] {
        [PlayerModels.classes(), PlayerModels.enum(), PlayerModels.byHand(), PlayerModels.enumWithHooks()]
    }

    @Test(arguments: cells)
    func `each cell is as the table says`(cell: Cell) throws {
        for model in Self.models {
            let graph = try model.explore()
            let state = try #require(graph.states.firstIndex(of: cell.state))
            let request = try #require(graph.requests.firstIndex { "\($0)".hasPrefix(cell.request) })
            let found = graph.cells[state][request]
            #expect(found.outcome == cell.outcome, "\(model.name)")
            #expect(graph.states[found.target] == cell.target, "\(model.name)")
            #expect(found.trace == cell.engine, "\(model.name)")
        }
    }

    @Test(arguments: 1..<4) func `a search finds no difference between the classes and another form`(form: Int) throws {
        let comparison = try PlayerModels.classes().compare(with: Self.models[form])
        #expect("\(comparison)" == "no difference in 3 states and 9 cells")
    }
}

struct Cell: CustomTestStringConvertible {
    let state: String
    let request: String
    let outcome: Outcome
    let target: String
    let engine: [String]

    var testDescription: String { "\(request) in \(state)" }
}
