import CheckoutFlow
import CheckoutModules
import Foundation
import InMemoryServices
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServiceTests {
    private let clock = ManualClock()

    @Test func `Calls fail as often as they are to, with the reasons in order, also for ever`() async throws {
        let faults = FaultInjector()
        faults.slow(to: Duration(attoseconds: .min))
        faults.fail(times: 0, "never")
        faults.fail(times: 2, "twice")
        faults.fail("once")
        faults.fail(times: .max, "ever")
        for reason in ["twice", "twice", "once", "ever", "ever"] {
            await #expect(throws: ServiceError(reason)) { try await faults.pass() }
        }
    }

    @Test func `A slow call takes its time, and none when it is cancelled`() async throws {
        let faults = FaultInjector(clock: clock)
        faults.slow(to: .seconds(5))
        let slow = Task { try await faults.pass() }
        await clock.waitForSleepers(due: .seconds(5))
        clock.advance(by: .seconds(4))
        #expect(clock.due == [.seconds(1)])
        clock.advance(by: .seconds(1))
        try await slow.value
        let cancelled = Task { try await faults.pass() }
        await clock.waitForSleepers(due: .seconds(5))
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    private func purchase(_ key: String, _ item: Item = .tea) -> Purchase {
        Purchase(item: item, key: IdempotencyKey(key))
    }

    @Test func `Payments in memory charge each purchase once`() async throws {
        let payments = InMemoryPayments()
        let purchases = ["1", "2"].map { purchase($0) }
        let first = PaymentReceipt(number: 1, purchase: purchases[0])
        #expect(try await payments.charge(purchases[0]) == .paid(first))
        #expect(try await payments.charge(purchases[0]) == .paid(first))
        #expect(try payments.record(purchases[0]) == first)
        #expect(try await payments.charge(purchases[1]) == .paid(PaymentReceipt(number: 2, purchase: purchases[1])))
        for _ in 1...2 { #expect(try await payments.void(purchases[0]) == first) }
        #expect(try await payments.charge(purchases[0]) == .voided)
        #expect(payments.ledger.charges.map(\.purchase) == [purchases[1]])
    }

    /// An app that makes its keys with a counter begins at 1 again after a start.
    @Test(arguments: [false, true], [false, true])
    func `A key with another purchase is declined, and nothing of the first one is touched`(
        isVoided: Bool, isChallenged: Bool
    ) async throws {
        let payments = InMemoryPayments()
        let (tea, piano) = (purchase("1"), purchase("1", Item("Piano", price: .eur(cents: 900_000))))
        if isChallenged { payments.challengeNext() }
        let answer = try await payments.charge(tea)
        if isVoided { try payments.recordVoid(tea) }
        let ledger = payments.ledger
        let declined = ServiceError("the key is that of another purchase")
        await #expect(throws: declined) { try await payments.charge(piano) }
        #expect(throws: declined) { try payments.record(piano) }
        #expect(try await payments.void(piano) == nil)
        #expect(payments.ledger == ledger)
        #expect(try await payments.charge(tea) == (isVoided ? .voided : answer))
    }

    @Test func `Notifications in memory are sent once for each receipt, compared as a whole`() async throws {
        let notifications = InMemoryNotifications()
        let receipts = ["1", "2"].map { PaymentReceipt(number: 1, purchase: purchase($0)) }
        for receipt in receipts + receipts { try await notifications.push(receipt) }
        #expect(notifications.sent == receipts)
    }

    @Test func `Payments in memory continue with a ledger that was saved, and charge nothing that cannot be`() throws {
        let (tea, cake, milk) = (purchase("1"), purchase("2"), purchase("3"))
        let ledgers = Mutex<[InMemoryPayments.Ledger]>([])
        let payments = InMemoryPayments { ledger in ledgers.withLock { $0.append(ledger) } }
        let receipt = try payments.record(tea)
        #expect(try payments.record(tea) == receipt)
        try payments.recordVoid(cake)
        let latest = try #require(ledgers.withLock { $0 }.last)
        #expect(ledgers.withLock { $0.count } == 2, "what changes nothing is not saved")
        let saved = try JSONDecoder().decode(InMemoryPayments.Ledger.self, from: JSONEncoder().encode(latest))

        let later = InMemoryPayments(resuming: saved) { _ in throw ServiceError("disk full") }
        #expect(try later.record(tea) == receipt)
        #expect(throws: ServiceError("the purchase was voided")) { try later.record(cake) }
        #expect(throws: ServiceError("it could not be saved: disk full")) { try later.record(milk) }
        #expect(throws: ServiceError("it could not be saved: disk full")) { try later.recordVoid(tea) }
        #expect(later.ledger == saved)
    }

    @Test func `Members in memory may all log in, unless passwords are known`() async throws {
        try await InMemoryMembers().logIn(Credentials("bob", password: ""))
        let members = InMemoryMembers(passwords: ["ada": "countess"])
        try await members.logIn(.ada)
        for stranger in [Credentials("ada", password: "lord"), Credentials("bob", password: "countess")] {
            await #expect(throws: ServiceError("wrong password")) { try await members.logIn(stranger) }
        }
    }

    @Test(arguments: [
        (0, "EUR", "0.00"), (5, "EUR", "0.05"), (420, "EUR", "4.20"), (1_999, "USD", "19.99"), (500, "JPY", "500"),
        (0, "KRW", "0"), (1_234, "KWD", "1.234"), (5, "BHD", "0.005"), (12_345, "CLF", "1.2345"),
        (Int.max, "EUR", "92233720368547758.07"),
    ])
    func `A price reads as people write it`(minorUnits: Int, currency: String, text: String) throws {
        let price = Price(minorUnits: minorUnits, currency: currency)
        #expect("\(Item("Tea", price: price))" == "Tea for \(text) \(currency)")
        #expect(try JSONDecoder().decode(Price.self, from: JSONEncoder().encode(price)) == price)
    }

    private static let prices =
        [
            (-1, "EUR", "A price cannot be negative. This one has -1 minor units."),
            (Int.min, "JPY", "A price cannot be negative. This one has \(Int.min) minor units."),
        ]
        + ["", "EU", "EURO", "eur", "E R", "€€€", "ÄÖÜ", "XAU", "XXX"].map {
            (1, $0, "A price needs the code of a currency, such as EUR: “\($0)”.")
        }

    @Test(arguments: prices)
    func `A price that breaks a rule is a programmer's error, and corrupt data when it is read`(
        minorUnits: Int, currency: String, sentence: String
    ) async throws {
        let text = #"{"minorUnits":\#(minorUnits),"currency":"\#(currency)"}"#
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Price.self, from: Data(text.utf8)) }
        guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
        #expect(context.debugDescription == sentence)
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [minorUnits, currency] in _ = Price(minorUnits: minorUnits, currency: currency)
        }
        #expect(result?.errors.contains(sentence) == true)
    }

    @Test(arguments: [
        "Calls cannot fail -1 times.", "A service must be allowed some time.",
        "A service must be left alone for some time.",
    ])
    func `A time or a count that cannot be is a programmer's error`(sentence: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [sentence] in
            if sentence.hasPrefix("Calls") { FaultInjector().fail(times: -1, "no answer") }
            let isForbidden = sentence.contains("allowed")
            _ = isForbidden ? Shop().makeCheckout(within: .zero) : Shop().makeCheckout(retrying: .zero ... .seconds(1))
        }
        #expect(result?.errors.contains(sentence) == true)
    }
}
