/// A service that decides who may log in.
public protocol MemberService: Sendable {
    /// Returns if the member may log in; throws the reason otherwise.
    func logIn(_ credentials: Credentials) async throws
}

/// A service that charges for purchases.
public protocol PaymentService: Sendable {
    /// Charges for a purchase, once for each key: for a key that has been charged, it returns the receipt of that time.
    ///
    /// Throws a ``ServiceError`` if it declines: then nothing has been charged. If it throws anything else, or is canceled,
    /// the purchase may have been charged or not; asking again with the same key is safe. The receipt of another purchase,
    /// of another price or with another key, is a failure as well.
    func charge(_ purchase: Purchase) async throws -> PaymentReceipt

    /// Voids a purchase: if it was charged, the charge is refunded, and its key is never charged from now on.
    ///
    /// To void a purchase again, or one that was never charged, changes nothing. If this throws, it may have been voided
    /// or not; asking again is safe.
    func void(_ purchase: Purchase) async throws
}

/// A service that notifies members.
public protocol PushService: Sendable {
    /// Notifies the member of a payment.
    ///
    /// Every try of a notification has the same receipt, even when the first one has arrived: compare the number.
    func push(_ receipt: PaymentReceipt) async throws
}

/// The reason that a service gives when it declines: it has done nothing then.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ reason: String) { description = reason }
}
