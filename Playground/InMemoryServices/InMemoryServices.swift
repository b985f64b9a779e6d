import CheckoutFlow
import Synchronization

/// A member service in memory.
public final class InMemoryMembers: MemberService {
    public let faults: FaultInjector
    private let passwords: [String: String]?

    /// Makes the service. If `passwords` is `nil`, every member may log in.
    public init(passwords: [String: String]? = nil, faults: FaultInjector = FaultInjector()) {
        self.passwords = passwords
        self.faults = faults
    }

    public func logIn(_ credentials: Credentials) async throws {
        try await faults.pass()
        if let passwords, passwords[credentials.name] != credentials.password { throw ServiceError("wrong password") }
    }
}

/// A payment service in memory. It charges each purchase once.
///
/// A call that fails because of ``faults`` changes nothing. A call that fails because of ``answerFaults`` is carried
/// out, but the caller gets no answer.
public final class InMemoryPayments: PaymentService {
    /// The charges and refunds of a service.
    public struct Ledger: Codable, Hashable, Sendable {
        /// The receipts of the charges that were not refunded, in order.
        public fileprivate(set) var charges: [PaymentReceipt] = []
        /// The receipts of the refunded charges, in the order of the refunds.
        public fileprivate(set) var refunds: [PaymentReceipt] = []
        /// The purchases that wait for their buyers.
        public fileprivate(set) var challenges: [Purchase] = []
        fileprivate var voided: [Purchase] = []

        public init() {}

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            charges = try values.decode([PaymentReceipt].self, forKey: .charges)
            refunds = try values.decode([PaymentReceipt].self, forKey: .refunds)
            challenges = try values.decode([Purchase].self, forKey: .challenges)
            voided = try values.decode([Purchase].self, forKey: .voided)
            let receipts = charges + refunds
            guard Set(receipts.map(\.number)) == Set(1..<receipts.count + 1) else {
                throw decoder.corrupted("The receipts of a ledger are numbered from 1, each once.")
            }
            // A purchase is charged, waits for its buyer, or is voided, but only one of these.
            let refunded = Set(refunds.map(\.purchase))
            guard Set(purchases.map(\.key)).count == purchases.count, refunded.isSubset(of: voided),
                refunded.count == refunds.count
            else {
                throw decoder.corrupted("A key is that of one purchase, which is charged, waits or is voided.")
            }
        }

        private var purchases: [Purchase] { charges.map(\.purchase) + challenges + voided }

        fileprivate func purchase(of key: IdempotencyKey) -> Purchase? { purchases.first { $0.key == key } }

        fileprivate mutating func charge(_ purchase: Purchase) throws(ServiceError) -> PaymentReceipt {
            guard (self.purchase(of: purchase.key) ?? purchase) == purchase else {
                throw ServiceError("the key is that of another purchase")
            }
            if voided.contains(purchase) { throw ServiceError("the purchase was voided") }
            if let receipt = charges.first(where: { $0.purchase == purchase }) { return receipt }
            challenges.removeAll { $0 == purchase }
            let receipt = PaymentReceipt(number: charges.count + refunds.count + 1, purchase: purchase)
            charges.append(receipt)
            return receipt
        }

        /// Returns the receipt of the refunded charge. A purchase with another one's key cannot have been charged.
        fileprivate mutating func void(_ purchase: Purchase) -> PaymentReceipt? {
            guard (self.purchase(of: purchase.key) ?? purchase) == purchase else { return nil }
            if !voided.contains(purchase) { voided.append(purchase) }
            challenges.removeAll { $0 == purchase }
            if let index = charges.firstIndex(where: { $0.purchase == purchase }) {
                refunds.append(charges.remove(at: index))
            }
            return refunds.first { $0.purchase == purchase }
        }
    }

    public let faults: FaultInjector
    public let answerFaults: FaultInjector
    private let contents: Mutex<Ledger>
    private let save: @Sendable (Ledger) throws -> Void
    private let calls = Mutex(0)
    private let comingChallenges = Mutex(0)

    /// Makes the service, with the ledger of an earlier one. If `save` throws for a new ledger, the old one stays.
    public init(
        faults: FaultInjector = FaultInjector(), answerFaults: FaultInjector = FaultInjector(),
        resuming ledger: Ledger = Ledger(), save: @escaping @Sendable (Ledger) throws -> Void = { _ in }
    ) {
        self.faults = faults
        self.answerFaults = answerFaults
        self.save = save
        contents = Mutex(ledger)
    }

    public var ledger: Ledger { contents.withLock { $0 } }
    /// The number of calls of ``charge(_:)``, including failed calls.
    public var callCount: Int { calls.withLock { $0 } }

    /// Makes the next purchase wait for its buyer, until ``record(_:)`` charges for it.
    public func challengeNext() { comingChallenges.withLock { $0 += 1 } }

    public func charge(_ purchase: Purchase) async throws -> PaymentAnswer {
        calls.withLock { $0 += 1 }
        try await faults.pass()
        let answer = try answer(to: purchase)
        try await passBack()
        return answer
    }

    public func void(_ purchase: Purchase) async throws -> PaymentReceipt? {
        try await faults.pass()
        let refunded = try recordVoid(purchase)
        try await passBack()
        return refunded
    }

    /// Voids a purchase at once and without faults.
    @discardableResult public func recordVoid(_ purchase: Purchase) throws -> PaymentReceipt? {
        try change { $0.void(purchase) }
    }

    /// Charges for a purchase at once and without faults, even if it waits for its buyer.
    public func record(_ purchase: Purchase) throws -> PaymentReceipt { try change { try $0.charge(purchase) } }

    private func answer(to purchase: Purchase) throws -> PaymentAnswer {
        try change { ledger in
            if ledger.voided.contains(purchase) { return .voided }
            if ledger.purchase(of: purchase.key) == nil, takeChallenge() { ledger.challenges.append(purchase) }
            if ledger.challenges.contains(purchase) { return .challenged("https://bank.example/\(purchase.key)") }
            return .paid(try ledger.charge(purchase))
        }
    }

    private func takeChallenge() -> Bool {
        comingChallenges.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
    }

    private func change<Value: Sendable>(_ body: (inout Ledger) throws -> Value) throws -> Value {
        try contents.withLock { ledger in
            var changed = ledger
            let value = try body(&changed)
            guard changed != ledger else { return value }
            do { try save(changed) } catch { throw ServiceError("it could not be saved: \(error)") }
            ledger = changed
            return value
        }
    }

    /// Lets an answer pass. Its error is no ``ServiceError``: the caller cannot know what was done.
    private func passBack() async throws {
        do { try await answerFaults.pass() } catch let error as ServiceError {
            struct AnswerLost: Error, CustomStringConvertible { let description: String }
            throw AnswerLost(description: error.description)
        }
    }
}

/// A notification service in memory. It sends each receipt once.
public final class InMemoryNotifications: PushService {
    public let faults: FaultInjector
    private let receipts = Mutex<[PaymentReceipt]>([])

    public init(faults: FaultInjector = FaultInjector()) { self.faults = faults }

    public var sent: [PaymentReceipt] { receipts.withLock { $0 } }

    public func push(_ receipt: PaymentReceipt) async throws {
        try await faults.pass()
        receipts.withLock { if !$0.contains(receipt) { $0.append(receipt) } }
    }
}
