import StateExploration
import StatePattern
import Synchronization
import Testing

@Suite struct `Exploration` {
    @Test func `finds every state, the nearest first, with the shortest requests that lead there`() throws {
        let graph = try Ring.model(7).explore()
        #expect(graph.states == ["0", "1", "6", "2", "5", "3", "4"])
        #expect(
            graph.states.indices.map { graph.path(to: $0).joined(separator: " ") } == [
                "", "on", "back", "on on", "back back", "on on on", "back back back",
            ])
    }

    @Test func `a cell holds the outcome, the target and what happened on the way`() throws {
        let graph = try Ring.model(3, requests: ["on", "hop"]).explore()
        #expect(graph.cellCount == 6)
        let cell = graph.cells[2][0]
        #expect(cell.outcome == .transitioned)
        #expect(graph.states[cell.target] == "0")
        #expect(cell.trace == ["left 2"])
        #expect(graph.cells[2][1].isRefused)
        #expect(graph.cells[2][1].trace == [])
    }

    @Test func `a machine without end is given up, with the requests that ran away`() {
        #expect {
            _ = try Ring.model(1_000_000, requests: ["on"]).explore(limit: 25)
        } throws: { error in
            "\(error)" == """
                There are more than 25 states. The last one, “25”, was reached by 25 requests that end with \
                on, on, on, on, on, on, on, on, on, on. Bound them with “within”, raise the limit, or let the data tell less.
                """
        }
    }

    @Test func `as many states as the limit allows are no error`() throws {
        #expect(try Ring.model(25).explore(limit: 25).states.count == 25)
    }

    @Test func `a system that is not deterministic is found out`() {
        let moves = Atomic(0)
        let fickle = Ring.model(3) { ring, request in
            if moves.add(1, ordering: .relaxed).newValue > 10 { ring.trace.append("by chance") }
        }
        #expect { _ = try fickle.explore() } throws: { error in
            guard case .notDeterministic(_, _, let first, let second)? = error as? ExplorationError else {
                return false
            }
            return first.path == second.path && first.response != second.response
        }
    }

    @Test func `a state that does not say all that the behavior depends on is found out, with two ways to it`() {
        var coins = MachineModel(
            { 0 }, named: "machine", requests: ["coin", "back"],
            perform: { coins, request in
                coins = request == "coin" ? coins + 1 : max(0, coins - 1)
                return coins == 3 ? .handled : .transitioned
            },
            state: { $0 == 0 ? "empty" : "paid" })
        #expect { _ = try coins.explore() } throws: { error in
            guard case .ambiguousState("paid", "coin", let first, let second)? = error as? ExplorationError else {
                return false
            }
            return first.path == ["coin"] && second.path != first.path
                && "\(error)".hasPrefix("“paid” does not say all that the behavior depends on: “coin” led to")
        }
        coins = Ring.model(2)
        #expect(throws: Never.self) { try coins.explore() }
    }

    @Test(arguments: 1...4)
    func `a guard that needs several coins is found out, with the fewest requests that show it`(price: Int) {
        let machine = MachineModel(
            { 0 }, named: "machine", requests: ["coin", "play", "look"],
            perform: { coins, request in
                switch request {
                case "coin": coins += 1
                case "play" where coins >= price: coins -= price
                case "play": return .refused
                default: break
                }
                return .handled
            },
            state: { _ in "Idle" })
        #expect { _ = try machine.explore() } throws: { error in
            guard case .ambiguousState("Idle", "play", let first, let second)? = error as? ExplorationError else {
                return false
            }
            return first.path == [] && first.response.outcome == .refused
                && second.path == Array(repeating: "coin", count: price) && second.response.outcome == .handled
        }
    }

    @Test func `a thousand states with twenty requests are explored whole`() throws {
        let requests = (1...20).map { "\($0)" }
        let jumps = MachineModel(
            { 0 }, named: "jumps", requests: requests,
            perform: { state, request in
                state = (state * 31 + Int(request)! * 7919) % 1000
                return .transitioned
            },
            state: { "\($0)" })
        let graph = try jumps.explore()
        #expect(graph.states.count == 1000)
        #expect(graph.cellCount == 20_000)
    }

    @Test func `a graph is a system, and explored again it is the same graph`() throws {
        let graph = try door.explore()
        let again = try MachineModel(graph, named: "door").explore()
        #expect(again.states == graph.states)
        #expect(again.cells == graph.cells)
    }
}
