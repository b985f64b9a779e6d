import MachineModels
import Messaging
import Playback
import Sockets
import StateExploration
import StatePattern
import Testing

/// Tours of the machines of the package, under a coverage.
@Suite struct `The coverage of a tour` {
    /// Makes the requests of a tour to machines, of which each leaves out the last ones.
    private func missing<Request, S>(
        leavingOut count: Int, of model: MachineModel<Request>, _ make: () -> Context<S>,
        method: @escaping @Sendable (Request) -> String = { "\($0)" }, perform: (Context<S>, Request) -> Void
    ) throws -> (seen: [String], expected: [String]) where S.Family == S {
        let graph = try model.explore()
        let coverage = Coverage(of: graph, method: method)
        let numbers = Dictionary(uniqueKeysWithValues: graph.requests.enumerated().map { ($1, $0) })
        var taken: Set<String> = []
        func cell(_ state: Int, _ request: Request) -> String { "\(method(request)) in \(graph.statePaths[state])" }
        for tour in graph.transitionTour() {
            let machine = make()
            coverage.follow(machine)
            var state = 0
            for request in tour.dropLast(count) {
                perform(machine, request)
                taken.insert(cell(state, request))
                state = graph.cells[state][numbers[request]!].target
            }
        }
        let all = Set(graph.states.indices.flatMap { state in graph.requests.map { cell(state, $0) } })
        #expect(coverage.unknown == [])
        return (coverage.missing.sorted(), all.subtracting(taken).sorted())
    }

    @Test(arguments: 0...3) func `of the socket lacks exactly the cells that were left out`(count: Int) throws {
        let (seen, expected) = try missing(leavingOut: count, of: SocketModel.machine, { Socket() }) {
            _ = ($0 as? Socket)?.perform($1)
        }
        #expect(seen == expected && seen.isEmpty == (count == 0))
    }

    @Test(arguments: 0...3) func `of the player lacks exactly the cells that were left out`(count: Int) throws {
        let (seen, expected) = try missing(
            leavingOut: count, of: PlayerModel.machine, { PlayerModel.makePlayer().player },
            method: { "\($0)".hasPrefix("load") ? "load" : "\($0)" }
        ) { _ = ($0 as? Player)?.perform($1) }
        #expect(seen == expected)
    }

    @Test(arguments: 0...3) func `of the token gate lacks exactly the cells that were left out`(count: Int) throws {
        let (seen, expected) = try missing(
            leavingOut: count, of: TokenGateModel.machine, { TokenGateModel.makeGate() },
            method: { request in
                if !request.isReport { return "tokenChanged" }
                return [.credentialsRefused, .refusedForNow].contains(request) ? "refused" : "\(request)"
            }
        ) { if let gate = $0 as? TokenGate { $1.perform(on: gate) } }
        #expect(seen == expected)
    }
}
