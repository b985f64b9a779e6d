import StateExploration
import StatePattern
import Testing

/// One's own context, explored with its initializer and its requests.
@Suite(.timeLimit(.minutes(60))) struct `Modelling a context` {
    private let turnstile = MachineModel(
        Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])

    @Test func `a request that the model does not have is unhandled`() throws {
        let more = MachineModel(
            { TurnstileEnum.locked }, requests: ["climb": { _ in .unhandled }], state: { $0.rawValue })
        #expect(try more.compare(with: turnstile).difference == nil)
    }

    @Test func `the start is the initial state, entered`() throws {
        let oven = MachineModel({ Oven(turnedOn: ()) }, requests: ["warmed": { $0.warmed() }], trace: { $0.takeLog() })
        #expect(try oven.explore().states == ["On/Heating", "On/Warm"])

        let off = MachineModel({ "Off" }, requests: [:], state: { $0 })
        let left = try #require(try oven.compare(with: off).difference).left.response
        #expect(left.agrees(with: .init(outcome: nil, state: "On/Heating")))
    }

    @Test func `deferred requests are part of the state, and a bound keeps them finite`() throws {
        let graph = try Printer.model(sheets: 1_000_000).explore(within: { $0.count(of: "print()") < 2 })
        #expect(
            graph.states == [
                "Idle", "Printing", "Printing, deferred: print()", "Printing, deferred: print(), print()",
            ])
        #expect(graph.unexplored == ["Printing, deferred: print(), print()"])
        #expect(graph.cells[1][0] == StateGraph.Cell(outcome: .deferred, target: 2))
        #expect(graph.cells[2][1] == StateGraph.Cell(outcome: .transitioned, target: 1))
        #expect(graph.merged().outline().contains("      printed [not deferred: print()] → Idle\n"))
    }

    @Test func `data that matters is named by a projection, and its lack is found out`() throws {
        #expect {
            _ = try Printer.model(sheets: 1).explore(within: { !$0.contains("deferred") })
        } throws: { error in
            guard case .ambiguousState("Idle", "print", let first, let second)? = error as? ExplorationError else {
                return false
            }
            return (first.path, first.response.outcome) == ([], .transitioned)
                && (second.path, second.response.outcome) == (["print", "printed"], .refused)
        }

        let graph = try Printer.model(sheets: 2) { $0.sheets == 0 ? "" : "\($0.sheets) left" }
            .explore { !$0.contains("deferred") }
        #expect(
            graph.states == [
                "Idle, 2 left", "Printing, 1 left", "Printing, deferred: print(), 1 left", "Idle, 1 left", "Printing",
                "Printing, deferred: print()", "Idle",
            ])
        #expect(graph.cells[6][0] == StateGraph.Cell(outcome: .refused, target: 6))
        #expect(graph.cells[6][0].isRefused)
        #expect(graph.deadEnds == ["Idle"])
    }

    @Test func `a request that is not made is neither refused nor handled`() throws {
        let printer = MachineModel(
            { Printer(sheets: 1_000_000) },
            requests: [
                "print": { $0.deferredRequests.isEmpty ? $0.print() : nil },
                "printed": { $0.deferredRequests.isEmpty ? $0.printed() : nil },
            ])
        let graph = try printer.explore()
        #expect(graph.states == ["Idle", "Printing", "Printing, deferred: print()"])
        #expect(graph.cells[2].map(\.outcome) == [nil, nil])
        #expect(!graph.cells[2][0].isRefused)
        #expect(graph.unhandledRequests == [])
        #expect(graph.deadEnds == ["Printing, deferred: print()"])
        #expect(graph.table().hasSuffix("| Printing, deferred: print() | not made | not made |\n"))
        #expect("\(MachineModel<String>.Response(outcome: nil, state: "Off"))" == "not made, Off")
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
