import CheckoutFlow
import CheckoutModules
import InMemoryServices
import MachineModels
import TestSupport

/// The services of a shop, on manual clocks.
struct Shop: Sendable {
    /// The clock of the services.
    let clock: ManualClock
    /// The clock of time limits and of the waits before a retry. A test may wait for its turn longer than a service may take.
    let limits = ManualClock()
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

    func makeCheckout(
        payments other: (any PaymentService)? = nil, within limit: Duration = .seconds(30),
        retrying delays: ClosedRange<Duration>? = nil, resuming saved: Checkout.Flow.Saved? = nil,
        save: @escaping (Checkout.Flow.Saved) throws -> Void = { _ in },
        makeKey: @escaping () -> IdempotencyKey = IdempotencyKey.counter()
    ) -> Checkout {
        Checkout(
            members: members, payments: other ?? payments, notifications: notifications, within: limit,
            retrying: delays, clock: limits, resuming: saved, save: save, makeKey: makeKey)
    }

    func open() -> SteppedCheckout { SteppedCheckout(makeCheckout()) }

    /// A job of a checkout, each with a service of its own.
    enum Job: CaseIterable { case logIn, payment, push }

    /// Opens a checkout with a job in progress.
    nonisolated(nonsending) func begin(_ job: Job) async -> SteppedCheckout {
        var checkout = open()
        if job == .logIn { checkout.flow.logIn(.ada) } else { await checkout.beginPurchase() }
        if job == .push { await checkout.receive() }
        return checkout
    }
}

extension Credentials {
    static let ada = Credentials("ada", password: "countess")
}

extension Item {
    static let tea = Item("Tea", price: .eur(cents: 420))
}

extension Purchase {
    /// Tea at another price, another item, and another key.
    static let others = [("Tea", 1, "1"), ("Rug", 420, "1"), ("Tea", 420, "other")].map { name, cents, key in
        Purchase(item: Item(name, price: .eur(cents: cents)), key: IdempotencyKey(key))
    }
}

/// A checkout whose reports reach its flow one at a time, so that a test can look in between.
struct SteppedCheckout {
    private let checkout: Checkout
    private var reports: AsyncStream<Checkout.Report>.Iterator

    init(_ checkout: Checkout) {
        self.checkout = checkout
        reports = checkout.reports.makeAsyncIterator()
    }

    var flow: Checkout.Flow { checkout.flow }

    /// Waits for the next report, and does not pass it to the flow.
    nonisolated(nonsending) mutating func next() async -> Checkout.Report? { await reports.next(isolation: #isolation) }

    /// Passes the next reports to the flow.
    nonisolated(nonsending) mutating func receive(_ count: Int = 1) async {
        for _ in 0..<count { if let report = await next() { flow.receive(report) } }
    }

    /// Logs in and purchases; the payment is in progress then.
    nonisolated(nonsending) mutating func beginPurchase() async {
        flow.logIn(.ada)
        await receive()
        flow.purchase(.tea)
    }
}
