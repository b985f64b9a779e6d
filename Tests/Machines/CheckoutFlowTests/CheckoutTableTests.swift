import CheckoutFlow
import MachineModels
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct `The table of a checkout` {
    @Test func `has each request in each state, and contradicts a graph with any other cell`() throws {
        expectTable(table, describes: try CheckoutModel.machine.explore())
    }

    @Test func `has the states that are drawn, no dead end, and no request that nothing handles`() throws {
        let graph = try CheckoutModel.overview.explore()
        #expect(Set(graph.states) == Set(Situation.allCases.map(\.name)))
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
    }

    @Test func `has phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try CheckoutModel.machine.explore(), of: { Checkout.Flow() }) {
            $0.perform(on: $1)
        }
    }
}

private typealias Cell = TableCell<CheckoutRequest, String>

/// The cells of some requests in some situations, all with one reaction; without a target, the situation stays.
private func cells(
    _ situations: [Situation], _ requests: [CheckoutRequest], _ outcome: Outcome = .transitioned,
    to target: Situation? = nil, _ effects: String...
) -> [Cell] {
    situations.flatMap { situation in
        requests.map { Cell(situation, $0, outcome, target ?? situation, effects) }
    }
}

private let beforeLogIn: [Situation] = [.beforeLogIn, .loggingIn, .logInFailed]
private let beforePayment: [Situation] = [.paying, .challenged, .paymentFailed, .paymentUnknown]
private let beforeVoid: [Situation] = [.voiding, .voidFailed, .voidingBefore, .voidFailedBefore]
private let beforePush: [Situation] = [.pushing, .pushFailed]
private let stable: [Situation] = [.stable, .stablePaid]
private let trying: [Situation] = [.loggingIn, .paying, .voiding, .voidingBefore, .pushing]
private let (charge, void, push) = ("Payment: charge", "Payment: void", "Notification: push")

private let table = clients + answers + facts

private let clients =
    cells(beforeLogIn, [.logIn], to: .loggingIn, "LogIn: check the password")
    + cells([.loggingIn], [.cancel], to: .beforeLogIn)
    + cells([.afterLogIn] + stable, [.purchase], to: .paying, charge)
    + cells([.afterLogIn] + stable, [.refund], to: .voiding, void)
    + cells([.afterLogIn] + stable, [.logOut], to: .beforeLogIn)
    + cells([.paying, .paymentFailed, .paymentUnknown], [.retry, .retryAfter], to: .paying, charge)
    + cells([.challenged], [.retry, .retryAfter], .refused)
    + cells([.challenged], [.confirm], to: .paying, charge)
    + cells(beforePayment, [.cancel], to: .voiding, void)
    // What was canceled is voided again, and not charged.
    + cells([.voiding, .voidFailed], [.retry, .retryAfter], to: .voiding, void)
    + cells([.voidingBefore, .voidFailedBefore], [.retry, .retryAfter], to: .voidingBefore, void)
    + cells([.voiding], [.purchase], .deferred, to: .voidingBefore)
    + cells([.voidFailed], [.purchase], .deferred, to: .voidFailedBefore)
    + cells([.voidingBefore, .voidFailedBefore], [.purchase], .refused)
    + cells([.voiding, .voidingBefore], [.cancel], .handled, to: .voiding)
    + cells([.voidFailed, .voidFailedBefore], [.cancel], .handled, to: .voidFailed)
    + cells(beforePush, [.retry, .retryAfter], to: .pushing, push)
    + cells(beforePush, [.cancel], to: .stablePaid)
    + cells([.paymentSuccess], [.preparePush], to: .pushing, push)
    + cells([.pushSuccess], [.settle], to: .stablePaid)

/// A late answer is dropped, and so is one where no try is in progress.
private let answers =
    cells(
        Situation.resting, [.lateLoggedIn, .lateChallenged, .lateDeclined, .lateFailed, .lateRetryAfter], .handled)
    + cells(
        Situation.resting.filter { !trying.contains($0) }, [.loggedIn, .challenged, .declined, .failed], .handled)
    + cells([.loggingIn], [.loggedIn], to: .afterLogIn)
    + cells([.loggingIn], [.declined, .failed], to: .logInFailed)
    + cells([.paying], [.challenged], to: .challenged)
    + cells([.paying], [.declined], to: .paymentFailed)
    + cells([.paying], [.failed], to: .paymentUnknown)
    + cells([.voiding], [.declined, .failed], to: .voidFailed)
    + cells([.voidingBefore], [.declined, .failed], to: .voidFailedBefore)
    + cells([.pushing], [.declined, .failed], to: .pushFailed)

/// A fact is accepted where it is news, and known elsewhere. One about another purchase, or about none, is unhandled.
private let facts =
    cells(beforePayment, [.paid], to: .paymentSuccess)
    + cells(beforePayment + beforePush, [.pushed], to: .pushSuccess)
    + cells(beforePayment + beforePush + [.voiding, .voidFailed, .stablePaid], [.voided], to: .stable)
    + cells([.voidingBefore, .voidFailedBefore], [.voided], to: .paying, charge)
    + cells(beforeVoid + stable, [.paid, .pushed], .handled)
    + cells(beforePush, [.paid], .handled)
    + cells([.stable], [.voided], .handled)
