import CheckoutFlow
import CheckoutModules
import CheckoutPayment
import StatePattern
import TestSupport
import Testing

/// A checkout from the log-in to the end.
@Suite(.timeLimit(.minutes(60))) struct CheckoutRunTests {
    private static let journal = [
        "activate(): BeforeLogIn → BeforeLogIn/Idle",
        "logIn(_:): BeforeLogIn/Idle → BeforeLogIn/LoggingIn",
        "loggedIn(try:): BeforeLogIn/LoggingIn → AfterLogIn",
        "purchase(_:): AfterLogIn → BeforePayment/Paying",
        "paid(_:): BeforePayment/Paying → PaymentSuccess",
        "preparePush(): PaymentSuccess → BeforePush/Pushing",
        "pushed(_:): BeforePush/Pushing → PushSuccess",
        "settle(): PushSuccess → Stable",
    ]

    @Test @MainActor func `The journal of a run on the main actor shows the whole flow`() async {
        let shop = Shop()
        let checkout = shop.makeCheckout()
        var journal: [String] = []
        checkout.flow.observe { journal.append("\($0)") }
        var names = checkout.flow.changes { $0.target.name }.makeAsyncIterator()
        let run = Task { await checkout.run() }
        checkout.flow.logIn(.ada)
        while let name = await names.next(), name != "Stable" {
            MainActor.assertIsolated()
            if name == "AfterLogIn" { checkout.flow.purchase(.tea) }
        }
        #expect(journal == CheckoutRunTests.journal)
        #expect(shop.payments.ledger.charges.count == 1)
        #expect(shop.notifications.sent == shop.payments.ledger.charges)
        run.cancel()
        await run.value
    }

    @Test func `A checkout runs inside an actor`() async {
        let shop = Shop()
        let till = Till(shop: shop)
        #expect(await till.buyTea() == CheckoutRunTests.journal)
        #expect(shop.payments.ledger.charges.count == 1)
    }

    @Test func `Tills that run at the same time charge each purchase once`() async {
        let shop = Shop()
        let tills = (0..<20).map { _ in Till(shop: shop, makeKey: { .random() }) }
        await withTaskGroup { group in
            for till in tills { group.addTask { _ = await till.buyTea() } }
        }
        #expect(shop.payments.ledger.charges.count == 20)
        #expect(Set(shop.payments.ledger.charges.map(\.purchase.key)).count == 20)
        #expect(Set(shop.notifications.sent) == Set(shop.payments.ledger.charges))
    }

    @Test func `A module does its job without any other module`() async throws {
        let shop = Shop()
        let flow = Checkout.Flow()
        let (reports, continuation) = AsyncStream.makeStream(of: Checkout.Report.self)
        let module = JobModule.payment(of: flow, service: shop.payments) { continuation.yield($0) }
        flow.logIn(.ada)
        flow.loggedIn(try: 1)
        flow.purchase(.tea)
        var iterator = reports.makeAsyncIterator()
        let report = await iterator.next()
        let receipt = try #require(shop.payments.ledger.charges.first)
        #expect(report == .paid(receipt))
        withExtendedLifetime(module) {}
    }

    @Test func `A password is in no journal`() {
        let flow = Checkout.Flow()
        var journal: [String] = []
        flow.observe { [unowned flow] in
            journal.append("\($0), \(flow.currentTry?.description ?? ""), \(String(reflecting: flow))")
        }
        flow.activate()
        flow.logIn(.ada)
        #expect(journal.joined().contains("ada"))
        #expect(!journal.joined().contains("countess"))
        var dumped = ""
        dump(flow.saved, to: &dumped)
        #expect(!dumped.contains("countess"))
    }
}

/// An actor that keeps a checkout to itself.
private actor Till {
    private let checkout: Checkout

    init(shop: Shop, makeKey: (@Sendable () -> IdempotencyKey)? = nil) {
        checkout = makeKey.map { shop.makeCheckout(makeKey: $0) } ?? shop.makeCheckout()
    }

    /// Buys some tea, and returns the journal.
    func buyTea() async -> [String] {
        var journal: [String] = []
        checkout.flow.observe { journal.append("\($0)") }
        let names = checkout.flow.changes { $0.target.name }
        let run = Task { await checkout.run() }
        checkout.flow.logIn(.ada)
        for await name in names {
            if name == "AfterLogIn" { checkout.flow.purchase(.tea) }
            if name == "Stable" { break }
        }
        run.cancel()
        await run.value
        return journal
    }
}
