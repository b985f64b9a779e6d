/// Knows who may log in.
public protocol MemberService: Sendable {
    /// Lets somebody log in, or throws what there is against it.
    func logIn(_ credentials: Credentials) async throws
}

/// Charges for purchases.
public protocol PaymentService: Sendable {
    /// Charges for a purchase, once: a key that has been charged before is answered with the receipt of that time.
    ///
    /// When this throws, or is cancelled, the purchase may have been charged or not; asking again with the same key is
    /// safe.
    func charge(_ purchase: Purchase) async throws -> Receipt
}

/// Notifies members.
public protocol PushService: Sendable {
    /// Tells the member of a payment.
    ///
    /// A notification that is tried again comes with the same receipt, also when the first try was on its way already:
    /// the receipt's number tells.
    func push(_ receipt: Receipt) async throws
}

/// What a service has against a call.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ reason: String) { description = reason }
}
