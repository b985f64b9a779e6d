import CheckoutFlow
import EnumTwins
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The flow of a checkout against the same machine written as an enum.
@Suite struct `Checkout as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        let agreement = try CheckoutContrast.machine.agreement(with: CheckoutContrast.twin)
        #expect(agreement == [16, 16 * 17])
    }

    @Test func `have no dead end, and no request that nothing handles`() throws {
        let graph = try CheckoutContrast.machine.explore()
        #expect(try CheckoutContrast.twin.explore().states == graph.states)
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
        #expect(graph.transitionTour().count == 1)
    }

    @Test func `are distinguished when any one cell of the enum is changed`() async throws {
        let mutants = try CheckoutContrast.twin.explore().mutants()
        #expect(mutants.count == 4438)
        #expect(try await CheckoutContrast.machine.undetected(mutants) == [])
    }

    @Test func `have phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try CheckoutContrast.machine.explore(), of: { Checkout.Flow() }) {
            _ = CheckoutContrast.perform($0, on: $1)
        }
    }

    @Test func `agree on long random sequences, with all numbers and keys`() {
        let requests = CheckoutVariant.askable
        let comparison = CheckoutContrast.numberedMachine.compareAtRandom(
            with: CheckoutContrast.numberedTwin, seed: 7, sequences: 300, length: 80
        ) { requests[Int.random(in: requests.indices, using: &$0)] }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test(arguments: brokenEnums)
    func `are distinguished by the shortest sequence that shows a mistake`(
        twin: BrokenEnum<CheckoutVariant, CheckoutContrast.Subject>
    ) throws {
        let wrong = CheckoutContrast.twin(with: twin.mistake)
        let difference = try #require(try CheckoutContrast.machine.compare(with: wrong).difference)
        #expect(difference.requests == twin.requests)
    }
}

@Suite struct `The overview of a checkout` {
    @Test func `has all states, also those that are left at once`() throws {
        let graph = try CheckoutContrast.overview.explore()
        let paths = Set(graph.states.map { $0.prefix { $0 != "," } }.map(String.init))
        #expect(paths == Set(Checkout.Flow.Phase.allCases.map(\.rawValue)))
        #expect(graph.states.count == 14)
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
    }

    @Test(arguments: ["PaymentSuccess", "PushSuccess"])
    func `has one way out of a state that is left at once`(state: String) throws {
        let graph = try CheckoutContrast.overview.explore()
        let row = graph.cells[try #require(graph.states.firstIndex(of: state))]
        #expect(row.count { !$0.isRefused } == 1)
    }
}

private let brokenEnums: [BrokenEnum<CheckoutVariant, CheckoutContrast.Subject>] = [
    BrokenEnum("takes a late receipt for a new one", shownBy: .logIn, .loggedIn, .purchase, .latePaid) {
        request, twin in
        guard request == .latePaid, twin.flow.phase == .paying else { return nil }
        return CheckoutContrast.perform(CheckoutVariant.paid, on: twin.flow)
    },
    BrokenEnum(
        "gives up a payment with its notification",
        shownBy: .logIn, .loggedIn, .purchase, .paid, .cancel
    ) { request, twin in
        guard request == .cancel, twin.flow.phase == .pushing else { return nil }
        _ = twin.flow.perform(.cancel)
        return twin.flow.perform(.logOut)
    },
    BrokenEnum("charges again by itself", shownBy: .logIn, .loggedIn, .purchase, .declined) { request, twin in
        guard request == .declined, twin.flow.phase == .paying else { return nil }
        return twin.flow.perform(.retry)
    },
    BrokenEnum("forgets the reason that a log-in failed", shownBy: .logIn, .declined) { request, _ in
        request == .declined ? .handled : nil
    },
    BrokenEnum("lets no member log in twice", shownBy: .logIn, .loggedIn, .logOut) { request, _ in
        request == .logOut ? .unhandled : nil
    },
]
