import Synchronization

/// Members in memory: all of them, or those whose passwords are known.
public final class InMemoryMembers: MemberService {
    /// The way to this service.
    public let line: ServiceLine
    private let passwords: [String: String]?

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - passwords: Each member's password; without any, everybody may log in.
    ///   - line: The way to this service.
    public init(passwords: [String: String]? = nil, line: ServiceLine = ServiceLine()) {
        self.passwords = passwords
        self.line = line
    }

    public func logIn(_ credentials: Credentials) async throws {
        try await line.pass()
        if let passwords, passwords[credentials.name] != credentials.password { throw ServiceError("wrong password") }
    }
}

/// Payments in memory: each key is charged once, however often it is asked for.
///
/// What goes wrong on the ``line`` has not been charged; what goes wrong on the ``answerLine`` has.
public final class InMemoryPayments: PaymentService {
    /// The way to this service.
    public let line: ServiceLine
    /// The way back.
    public let answerLine: ServiceLine
    private let receipts = Mutex<[Receipt]>([])

    public init(line: ServiceLine = ServiceLine(), answerLine: ServiceLine = ServiceLine()) {
        self.line = line
        self.answerLine = answerLine
    }

    /// What has been charged, in order.
    public var charges: [Receipt] { receipts.withLock { $0 } }

    public func charge(_ purchase: Purchase) async throws -> Receipt {
        try await line.pass()
        let receipt = record(purchase)
        try await answerLine.pass()
        return receipt
    }

    /// Charges for a purchase without any way to go, unless its key has been charged.
    public func record(_ purchase: Purchase) -> Receipt {
        receipts.withLock { receipts in
            if let receipt = receipts.first(where: { $0.purchase.key == purchase.key }) { return receipt }
            receipts.append(Receipt(number: receipts.count + 1, purchase: purchase))
            return receipts[receipts.count - 1]
        }
    }
}

/// Notifications in memory.
public final class InMemoryNotifications: PushService {
    /// The way to this service.
    public let line: ServiceLine
    private let receipts = Mutex<[Receipt]>([])

    public init(line: ServiceLine = ServiceLine()) { self.line = line }

    /// The receipts that members were notified of, in order.
    public var sent: [Receipt] { receipts.withLock { $0 } }

    public func push(_ receipt: Receipt) async throws {
        try await line.pass()
        receipts.withLock { $0.append(receipt) }
    }
}
