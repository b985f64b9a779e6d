import CheckoutFlow
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct ServiceTests {
    private let clock = ManualClock()

    @Test func `Calls fail as often as they are to, with the reasons in order`() async throws {
        let faults = FaultInjector(clock: clock)
        faults.fail(times: 2, "no answer")
        faults.fail("no route")
        for reason in ["no answer", "no answer", "no route"] {
            await #expect(throws: ServiceError(reason)) { try await faults.pass() }
        }
        try await faults.pass()
    }

    @Test func `A password is in no description`() {
        let credentials = Credentials("ada", password: "countess")
        var dumped = ""
        dump(credentials, to: &dumped)
        for text in [
            "\(credentials)", String(reflecting: credentials), dumped, "\(Checkout.Flow.Job.logIn(credentials))",
        ] {
            #expect(text.contains("ada"))
            #expect(!text.contains("countess"))
        }
    }

    @Test func `A slow call takes its time, and none when it is cancelled`() async throws {
        let faults = FaultInjector(clock: clock)
        faults.slow(to: .seconds(5))
        let slow = Task { try await faults.pass() }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(4))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        try await slow.value
        let cancelled = Task { try await faults.pass() }
        await clock.waitForSleepers(1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `Payments in memory charge each key once`() async throws {
        let payments = InMemoryPayments()
        let purchases = ["1", "2"].map { Purchase(item: .tea, key: IdempotencyKey($0)) }
        let first = try await payments.charge(purchases[0])
        #expect(try await payments.charge(purchases[0]) == first)
        #expect(try payments.record(purchases[0]) == first)
        #expect(try await payments.charge(purchases[1]).number == 2)
        #expect(payments.charges.map(\.purchase) == purchases)
    }

    @Test func `Payments in memory continue with a ledger that was saved, and charge nothing that cannot be`() throws {
        func purchase(_ key: String) -> Purchase { Purchase(item: .tea, key: IdempotencyKey(key)) }
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

    @Test func `Random keys differ`() {
        #expect(Set((0..<1_000).map { _ in IdempotencyKey.random() }).count == 1_000)
    }

    @Test(arguments: [(0, "0.00"), (5, "0.05"), (420, "4.20"), (1_999, "19.99")])
    func `A price reads as people write it`(cents: Int, text: String) {
        #expect("\(Item("Tea", price: .eur(cents: cents)))" == "Tea for \(text) EUR")
    }

    @Test func `Calls fail as often as they are told, in order, also for ever`() async throws {
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

    @Test func `Calls that fail less than no times are a programmer's error`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            FaultInjector().fail(times: -1, "no answer")
        }
        #expect(result?.errors.contains("Calls cannot fail -1 times.") == true)
    }

    @Test func `A negative price is a programmer's error`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Item("Tea", price: .eur(cents: -1))
        }
        #expect(result?.errors.contains("A price cannot be negative.") == true)
    }
}
