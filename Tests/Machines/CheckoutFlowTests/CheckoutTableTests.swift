import CheckoutFlow
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct `The table of a checkout` {
    @Test func `has each request in each state`() throws {
        expectTable(table, describes: try Checkout.Flow.model.explore())
    }

    @Test func `has the states that are drawn, no dead end, and no request that nothing handles`() throws {
        let graph = try Checkout.Flow.overview.explore()
        #expect(Set(graph.states) == Set(Situation.allCases.map(\.rawValue)))
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
    }

    @Test func `has phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try Checkout.Flow.model.explore(), of: { Checkout.Flow() }) {
            $1.make($0)
        }
    }

    /// The table has the same key with another item.
    @Test(arguments: Situation.resting)
    func `has no reaction to a fact about another key, or another charge of a purchase`(situation: Situation) {
        let flow = situation.reach()
        let other = Purchase(item: .tea, key: IdempotencyKey("other"))
        var receipts = [PaymentReceipt(number: flow.receipt?.number ?? 1, purchase: other)]
        if let known = flow.receipt { receipts.append(.init(number: known.number + 1, purchase: known.purchase)) }
        let saved = flow.saved
        for fact in [.voided(other)] + receipts.flatMap({ [Checkout.Report.paid($0), .pushed($0), .refunded($0)] }) {
            #expect(flow.receive(fact) == .unhandled, "\(fact)")
            #expect(flow.saved == saved)
        }
    }
}

private typealias Cell = TableCell<Situation, String, String>

/// The cells of some requests in some situations, all with one reaction; without a target, the situation stays.
private func cells(
    _ situations: [Situation], _ requests: [String], _ outcome: Outcome = .transitioned,
    to target: Situation? = nil, _ effects: String...
) -> [Cell] {
    situations.flatMap { situation in
        requests.map { Cell(situation, $0, outcome, target ?? situation, effects) }
    }
}

private let beforeLogIn: [Situation] = [.beforeLogIn, .loggingIn, .logInFailed]
private let beforePayment: [Situation] = [.paying, .challenged, .paymentFailed, .paymentUnknown]
/// The situations of a voiding, alone and with another purchase that waits.
private let voids: [(alone: Situation, before: Situation)] = [
    (.voiding, .voidingBefore), (.voidFailed, .voidFailedBefore), (.voidingPaid, .voidingPaidBefore),
    (.voidFailedPaid, .voidFailedPaidBefore),
]
private let beforePush: [Situation] = [.pushing, .pushFailed]
private let stable: [Situation] = [.stable, .stablePaid, .stableRefunded]
private let trying: [Situation] = [
    .loggingIn, .paying, .voiding, .voidingBefore, .voidingPaid, .voidingPaidBefore, .pushing,
]
private let (charge, void, push) = ("Payment: charge", "Payment: void", "Notification: push")

private let table = clients + answers + facts

private let clients =
    cells(beforeLogIn, ["logIn"], to: .loggingIn, "LogIn: check the password")
    + cells([.loggingIn], ["cancel"], to: .beforeLogIn)
    + cells([.afterLogIn] + stable, ["purchase"], to: .paying, charge)
    + cells([.afterLogIn] + stable, ["refund"], to: .voiding, void)
    + cells([.afterLogIn] + stable, ["logOut"], to: .beforeLogIn)
    + cells([.paying, .paymentFailed, .paymentUnknown], ["retry", "retryAfter"], to: .paying, charge)
    + cells([.challenged], ["retry", "retryAfter"], .refused)
    + cells([.challenged], ["confirm"], to: .paying, charge)
    + cells(beforePayment, ["cancel"], to: .voiding, void)
    // What was canceled is voided again, and not charged.
    + cells(voids.map(\.alone), ["retry", "retryAfter"], to: .voiding, void)
    + cells(voids.map(\.before), ["retry", "retryAfter"], to: .voidingBefore, void)
    + voids.flatMap { alone, before in
        cells([alone], ["purchase"], .deferred, to: before) + cells([before], ["purchase"], .refused)
            + cells([alone, before], ["cancel"], .handled, to: alone)
    }
    + cells(beforePush, ["retry", "retryAfter"], to: .pushing, push)
    + cells(beforePush, ["cancel"], to: .stablePaid)
    + cells([.paymentSuccess], ["preparePush"], to: .pushing, push)
    + cells([.pushSuccess], ["settle"], to: .stablePaid)

/// A late answer is dropped, and so is one where no try is in progress.
private let answers =
    cells(
        Situation.resting, ["lateLoggedIn", "lateChallenged", "lateDeclined", "lateFailed", "lateRetryAfter"], .handled)
    + cells(
        Situation.resting.filter { !trying.contains($0) }, ["loggedIn", "challenged", "declined", "failed"], .handled)
    + cells([.loggingIn], ["loggedIn"], to: .afterLogIn)
    + cells([.loggingIn], ["declined", "failed"], to: .logInFailed)
    + cells([.paying], ["challenged"], to: .challenged)
    + cells([.paying], ["declined"], to: .paymentFailed)
    + cells([.paying], ["failed"], to: .paymentUnknown)
    + cells([.voiding], ["declined", "failed"], to: .voidFailed)
    + cells([.voidingBefore], ["declined", "failed"], to: .voidFailedBefore)
    + cells([.voidingPaid], ["declined", "failed"], to: .voidFailedPaid)
    + cells([.voidingPaidBefore], ["declined", "failed"], to: .voidFailedPaidBefore)
    + cells([.pushing], ["declined", "failed"], to: .pushFailed)

/// A fact is accepted where it is news, and known elsewhere. One about another purchase, or about none, is unhandled.
private let facts =
    cells(beforePayment, ["paid"], to: .paymentSuccess)
    + cells(beforePayment + beforePush, ["pushed"], to: .pushSuccess)
    + cells(beforePayment + [.voiding, .voidFailed], ["voided"], to: .stable)
    + cells(beforePush + [.stablePaid], ["voided"], to: .stableRefunded)
    + cells(
        beforePayment + beforePush + voids.map(\.alone) + [.stable, .stablePaid], ["refunded"], to: .stableRefunded)
    + cells([.voidingBefore, .voidFailedBefore], ["voided"], to: .paying, charge)
    + cells(voids.map(\.before), ["refunded"], to: .paying, charge)
    + cells(beforePush, ["paid"], .handled)
    + cells([.stablePaid, .stableRefunded], ["paid", "pushed"], .handled)
    + cells([.stable], ["voided"], .handled)
    + cells([.stableRefunded], ["voided", "refunded"], .handled)
    // Money that came after a voiding is given back.
    + cells([.stable, .voidFailed, .voidFailedPaid], ["paid", "pushed"], to: .voiding, void)
    + cells([.voidFailedBefore, .voidFailedPaidBefore], ["paid", "pushed"], to: .voidingBefore, void)
    + cells([.voiding, .voidingPaid], ["paid", "pushed"], .handled, to: .voidingPaid)
    + cells([.voidingBefore, .voidingPaidBefore], ["paid", "pushed"], .handled, to: .voidingPaidBefore)
    + cells([.voidingPaid, .voidFailedPaid], ["voided"], to: .voiding, void)
    + cells([.voidingPaidBefore, .voidFailedPaidBefore], ["voided"], to: .voidingBefore, void)
