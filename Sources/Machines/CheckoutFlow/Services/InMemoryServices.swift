import Synchronization

/// Members in memory: all of them, or those whose passwords are known.
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
/// A call that fails because of ``faults`` has not been charged; one that fails because of ``answerFaults`` has.
public final class InMemoryPayments: PaymentService {
    /// The faults on the way to this service.
    public let faults: FaultInjector
    /// The faults on the way back.
    public let answerFaults: FaultInjector
    private let receipts = Mutex<[PaymentReceipt]>([])
    private let calls = Mutex(0)

    public init(faults: FaultInjector = FaultInjector(), answerFaults: FaultInjector = FaultInjector()) {
        self.faults = faults
        self.answerFaults = answerFaults
    }

    /// The receipts of all charges, in order.
    public var charges: [PaymentReceipt] { receipts.withLock { $0 } }
    /// The number of calls of ``charge(_:)``, also of those that have failed.
    public var callCount: Int { calls.withLock { $0 } }

    public func charge(_ purchase: Purchase) async throws -> PaymentReceipt {
        calls.withLock { $0 += 1 }
        try await faults.pass()
        let receipt = record(purchase)
        try await answerFaults.pass()
        return receipt
    }

    /// Charges for a purchase at once and without faults, unless its key has been charged.
    public func record(_ purchase: Purchase) -> PaymentReceipt {
        receipts.withLock { receipts in
            if let receipt = receipts.first(where: { $0.purchase.key == purchase.key }) { return receipt }
            receipts.append(PaymentReceipt(number: receipts.count + 1, purchase: purchase))
            return receipts[receipts.count - 1]
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
