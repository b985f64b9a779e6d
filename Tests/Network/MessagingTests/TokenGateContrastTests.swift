import EnumTwins
import Messaging
import StateExploration
import StatePattern
import Testing

/// The token gate against the same machine written as enums.
@Suite struct `Token gate as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try TokenGateContrast.machine.agreement(with: TokenGateContrast.twin) == [18, 18 * 15])
    }

    @Test func `have the states of the table, no dead end, and no request that nothing handles`() throws {
        let graph = try TokenGateContrast.machine.explore()
        #expect(Set(graph.states) == Set(GateSituation.allCases.map(\.rawValue)))
        #expect(graph.deadEnds == [])
        #expect(graph.neverHandled == [])
    }

    @Test func `have a graph that the table describes, cell by cell`() throws {
        let graph = try TokenGateContrast.machine.explore()
        for (state, name) in graph.states.enumerated() {
            for (index, request) in graph.requests.enumerated() {
                let cell = graph.cells[state][index]
                let row = GateCell.table.first { $0.situation.rawValue == name && $0.request == request }
                #expect(cell.outcome == row?.outcome ?? .unhandled, "\(request) in \(name)")
                #expect(graph.states[cell.target] == row?.target.rawValue ?? name, "\(request) in \(name)")
                #expect(cell.trace == row?.effects.map(\.words) ?? [], "\(request) in \(name)")
            }
        }
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try TokenGateContrast.twin.explore().mutants()
        #expect(mutants.count == 5052)
        #expect(try await TokenGateContrast.machine.undetected(mutants) == [])
    }

    @Test func `agree on long random sequences, with late numbers and tokens that do not expire`() {
        let comparison = NumberedGateRequest.machine.compareAtRandom(
            with: NumberedGateRequest.twin, seed: 7, sequences: 300, length: 60
        ) { NumberedGateRequest.random(using: &$0) }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test(arguments: wrongTwins)
    func `are told apart by the fewest requests that show a mistake`(
        twin: WrongTwin<TokenGateVariant, TokenGateEnum>
    ) throws {
        let wrong = MachineModel(
            { TokenGateContrast.makeTwin() }, named: twin.description, requests: TokenGateVariant.allCases,
            perform: { twin.mistake($1, $0) ?? TokenGateContrast.perform($1, on: $0) },
            state: { TokenGateContrast.state(of: $0) }, trace: { $0.takeEffects().map(\.words) })
        let difference = try #require(try TokenGateContrast.machine.compare(with: wrong).difference)
        #expect(difference.requests == twin.requests)
    }
}

private let wrongTwins: [WrongTwin<TokenGateVariant, TokenGateEnum>] = [
    WrongTwin("connects before the other session is closed", shownBy: .anotherToken, .anotherToken) { request, twin in
        guard request == .anotherToken, twin.state == .connecting(isFinalAttempt: false) else { return nil }
        defer { _ = twin.disconnected(number: twin.session) }
        return TokenGateContrast.perform(request, on: twin)
    },
    WrongTwin("takes a log-out for a refusal", shownBy: .anotherToken, .noToken) { request, twin in
        guard request == .noToken, twin.state == .connecting(isFinalAttempt: false) else { return nil }
        return twin.refused(number: twin.number)
    },
    WrongTwin("shows a refused token again after a log-out", shownBy: .refusedToken) { request, twin in
        guard request == .refusedToken, twin.state == .loggedOut else { return nil }
        return TokenGateContrast.perform(.anotherToken, on: twin)
    },
    WrongTwin("lets a session go when its token expires", shownBy: .anotherToken, .connected, .expired) {
        request, twin in
        guard request == .expired, twin.state == .connected(.fresh(hasTimer: true)) else { return nil }
        return twin.refused(number: twin.number)
    },
]
