import CheckoutFlow
import CheckoutModules
import InMemoryServices
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
        #expect(await buyTea(with: shop.makeCheckout()) == CheckoutRunTests.journal)
        #expect(shop.payments.ledger.charges.count == 1)
        #expect(shop.notifications.sent == shop.payments.ledger.charges)
    }

    @Test func `A checkout runs inside an actor`() async {
        let shop = Shop()
        #expect(await Till(shop: shop).buyTea() == CheckoutRunTests.journal)
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

    @Test func `A password is in no journal and no description`() {
        let flow = Checkout.Flow()
        var (journal, dumped): ([String], String) = ([], "")
        flow.observe { [unowned flow] in
            journal.append("\($0), \(flow.currentTry?.description ?? ""), \(String(reflecting: flow))")
        }
        flow.activate()
        flow.logIn(.ada)
        dump(flow.saved, to: &dumped)
        #expect(!dumped.contains("countess"))
        let credentials = Credentials("ada", password: "countess")
        dump(credentials, to: &dumped)
        for text in [journal.joined(), dumped, "\(credentials)", String(reflecting: credentials)] {
            #expect(text.contains("ada") && !text.contains("countess"))
        }
    }
}

/// Buys some tea in the isolation domain of the caller, and returns the journal.
private func buyTea(with checkout: Checkout, isolation: isolated any Actor = #isolation) async -> [String] {
    var journal: [String] = []
    checkout.flow.observe { journal.append("\($0)") }
    let names = checkout.flow.changes { $0.target.name }
    let run = Task {
        _ = isolation
        await checkout.run()
    }
    checkout.flow.logIn(.ada)
    for await name in names {
        isolation.assertIsolated()
        if name == "AfterLogIn" { checkout.flow.purchase(.tea) }
        if name == "Stable" { break }
    }
    run.cancel()
    await run.value
    return journal
}

/// An actor that keeps a checkout to itself.
private actor Till {
    private let checkout: Checkout

    init(shop: Shop, makeKey: (@Sendable () -> IdempotencyKey)? = nil) {
        checkout = makeKey.map { shop.makeCheckout(makeKey: $0) } ?? shop.makeCheckout()
    }

    func buyTea() async -> [String] { await CheckoutFlowTests.buyTea(with: checkout) }
}
