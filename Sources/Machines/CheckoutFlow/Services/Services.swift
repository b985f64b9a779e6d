/// A service that decides who may log in.
public protocol MemberService: Sendable {
    /// Returns if the member may log in; throws the reason otherwise.
    func logIn(_ credentials: Credentials) async throws
}

/// A service that charges for purchases, and refunds them.
///
/// It finds a purchase by its key, and compares it as a whole. A key that it knows with another item or price is that of
/// another purchase, of which neither method changes anything.
public protocol PaymentService: Sendable {
    /// Charges for a purchase, once: asked again for the same one, it gives the same receipt.
    ///
    /// - Throws: A ``ServiceError`` if it declines: then this call has charged nothing. It declines a key that it knows
    ///   with another purchase. If it throws anything else, or is canceled, the purchase may have been charged or not;
    ///   asking again is safe. The receipt of another purchase is a failure as well.
    func charge(_ purchase: Purchase) async throws -> PaymentAnswer

    /// Voids a purchase, at any time: a charge that was made is refunded as a whole, and none is made from now on.
    ///
    /// To void a purchase again changes nothing. There is nothing to void under the key of another purchase either: this
    /// one was never charged, and cannot be.
    ///
    /// - Throws: Any error if it may have been voided or not; asking again is safe.
    func void(_ purchase: Purchase) async throws
}

/// The answer of a payment service to a charge.
public enum PaymentAnswer: Hashable, Sendable {
    /// The purchase is charged, now or before.
    case paid(PaymentReceipt)
    /// The buyer has to act first, as in 3-D Secure. The text is for the app, such as the address of the bank's page.
    ///
    /// Until the buyer has acted, the same purchase gets the same answer.
    case challenged(String)
    /// The purchase was voided, and is never charged.
    case voided
}

/// A service that notifies members.
public protocol PushService: Sendable {
    /// Notifies the member of a payment.
    ///
    /// Every try of a notification has the same receipt, even when the first one has arrived: compare it as a whole.
    func push(_ receipt: PaymentReceipt) async throws
}

/// The reason that a service gives when it declines: it has done nothing then.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ reason: String) { description = reason }
}
