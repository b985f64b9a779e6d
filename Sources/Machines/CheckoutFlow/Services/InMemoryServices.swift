import Synchronization

/// Members in memory: all of them, or those with known passwords.
public final class InMemoryMembers: MemberService {
    /// The faults on the way to this service.
    public let faults: FaultInjector
    private let passwords: [String: String]?

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - passwords: Each member's password; without any, every member may log in.
    ///   - faults: The way to this service.
    public init(passwords: [String: String]? = nil, faults: FaultInjector = FaultInjector()) {
        self.passwords = passwords
        self.faults = faults
    }

    public func logIn(_ credentials: Credentials) async throws {
        try await faults.pass()
        if let passwords, passwords[credentials.name] != credentials.password { throw ServiceError("wrong password") }
    }
}

/// Payments in memory: each key is charged once.
///
/// A call that fails because of ``faults`` has done nothing; one that fails because of ``answerFaults`` has.
public final class InMemoryPayments: PaymentService {
    /// The charges and refunds of a service.
    public struct Ledger: Codable, Hashable, Sendable {
        /// The receipts of all charges that were not refunded, in order.
        public fileprivate(set) var charges: [PaymentReceipt] = []
        /// The receipts of those that were.
        public fileprivate(set) var refunds: [PaymentReceipt] = []
        fileprivate var voided: Set<IdempotencyKey> = []

        public init() {}
    }

    /// The faults on the way to this service.
    public let faults: FaultInjector
    /// The faults on the way back.
    public let answerFaults: FaultInjector
    private let contents: Mutex<Ledger>
    private let save: @Sendable (Ledger) throws -> Void
    private let calls = Mutex(0)

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - faults: The way to this service.
    ///   - answerFaults: The way back.
    ///   - ledger: The ledger that an earlier service has saved, to continue with.
    ///   - save: Called before each change of the ledger, which is not made if this throws.
    public init(
        faults: FaultInjector = FaultInjector(), answerFaults: FaultInjector = FaultInjector(),
        resuming ledger: Ledger = Ledger(), save: @escaping @Sendable (Ledger) throws -> Void = { _ in }
    ) {
        self.faults = faults
        self.answerFaults = answerFaults
        self.save = save
        contents = Mutex(ledger)
    }

    /// The ledger at this moment.
    public var ledger: Ledger { contents.withLock { $0 } }
    /// The receipts of all charges that were not refunded, in order.
    public var charges: [PaymentReceipt] { ledger.charges }
    /// The number of calls of ``charge(_:)``, also of those that have failed.
    public var callCount: Int { calls.withLock { $0 } }

    public func charge(_ purchase: Purchase) async throws -> PaymentReceipt {
        calls.withLock { $0 += 1 }
        try await faults.pass()
        let receipt = try record(purchase)
        try await passBack()
        return receipt
    }

    public func void(_ purchase: Purchase) async throws {
        try await faults.pass()
        try recordVoid(purchase)
        try await passBack()
    }

    /// Voids a purchase at once and without faults.
    ///
    /// - Throws: A ``ServiceError`` if that cannot be saved.
    public func recordVoid(_ purchase: Purchase) throws {
        try change { ledger in
            ledger.voided.insert(purchase.key)
            if let index = ledger.charges.firstIndex(where: { $0.purchase.key == purchase.key }) {
                ledger.refunds.append(ledger.charges.remove(at: index))
            }
        }
    }

    /// Charges for a purchase at once and without faults, unless its key has been charged.
    ///
    /// - Throws: A ``ServiceError`` if the purchase was voided, or the charge cannot be saved.
    public func record(_ purchase: Purchase) throws -> PaymentReceipt {
        try change { ledger in
            if ledger.voided.contains(purchase.key) { throw ServiceError("the purchase was voided") }
            if let receipt = ledger.charges.first(where: { $0.purchase.key == purchase.key }) { return receipt }
            let number = ledger.charges.count + ledger.refunds.count + 1
            let receipt = PaymentReceipt(number: number, purchase: purchase)
            ledger.charges.append(receipt)
            return receipt
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

    /// An answer that is lost says nothing of what the service has done.
    private func passBack() async throws {
        do { try await answerFaults.pass() } catch let error as ServiceError {
            struct AnswerLost: Error, CustomStringConvertible { let description: String }
            throw AnswerLost(description: error.description)
        }
    }
}

/// Notifications in memory.
public final class InMemoryNotifications: PushService {
    /// The faults on the way to this service.
    public let faults: FaultInjector
    private let receipts = Mutex<[PaymentReceipt]>([])

    public init(faults: FaultInjector = FaultInjector()) { self.faults = faults }

    /// The receipts that members were notified of, in order.
    public var sent: [PaymentReceipt] { receipts.withLock { $0 } }

    public func push(_ receipt: PaymentReceipt) async throws {
        try await faults.pass()
        receipts.withLock { $0.append(receipt) }
    }
}
