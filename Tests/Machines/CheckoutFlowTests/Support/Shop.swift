import CheckoutFlow
import CheckoutModules
import EnumTwins
import TestSupport

/// The services of a shop, on a manual clock.
struct Shop: Sendable {
    let clock: ManualClock
    let members: InMemoryMembers
    let payments: InMemoryPayments
    let notifications: InMemoryNotifications

    init() {
        let clock = ManualClock()
        let faults = { FaultInjector(clock: clock) }
        self.clock = clock
        members = InMemoryMembers(passwords: ["ada": "countess"], faults: faults())
        payments = InMemoryPayments(faults: faults(), answerFaults: faults())
        notifications = InMemoryNotifications(faults: faults())
    }

    func open(within limit: TimeLimit = TimeLimit()) -> Checkout {
        Checkout(
            members: members, payments: payments, notifications: notifications, within: limit,
            makeKey: CheckoutContrast.counter())
    }
}

extension Credentials {
    static let ada = Credentials("ada", password: "countess")
}

extension Item {
    static let tea = Item("Tea", price: .eur(cents: 420))
}

/// Hands the reports of a checkout to its flow one at a time, so that a test can look in between.
struct Reporter {
    private let flow: Checkout.Flow
    private var reports: AsyncStream<Checkout.Report>.Iterator

    init(of checkout: Checkout) {
        flow = checkout.flow
        reports = checkout.reports.makeAsyncIterator()
    }

    /// Waits for the next report, and does not pass it to the flow.
    nonisolated(nonsending) mutating func next() async -> Checkout.Report? { await reports.next(isolation: #isolation) }

    /// Passes the next reports to the flow.
    nonisolated(nonsending) mutating func receive(_ count: Int = 1) async {
        for _ in 0..<count { if let report = await next() { flow.receive(report) } }
    }
}

extension Checkout {
    /// Logs in and purchases; the payment is in progress then.
    nonisolated(nonsending) func beginPurchase(_ reporter: inout Reporter) async {
        flow.logIn(.ada)
        await reporter.receive()
        flow.purchase(.tea)
    }
}
