/// A service that decides who may log in.
public protocol MemberService: Sendable {
    /// Returns if the member may log in. Otherwise throws an error with the reason.
    func logIn(_ credentials: Credentials) async throws
}

/// A service that charges for purchases, and refunds them.
///
/// It finds a purchase by its key, and compares the whole purchase. If the known purchase has another item or price,
/// the key belongs to another purchase, and neither method changes anything.
public protocol PaymentService: Sendable {
    /// Charges once for a purchase; a repeated call returns the same receipt.
    ///
    /// - Throws: A ``ServiceError`` if the service declines, such as for the key of another purchase. Then this call
    ///   has charged nothing. After another error, a cancellation or the receipt of another purchase, the purchase may
    ///   have been charged or not. A repeated call is safe.
    func charge(_ purchase: Purchase) async throws -> PaymentAnswer

    /// Voids a purchase, at any time. An existing charge is refunded in full, and no charge is made from now on.
    ///
    /// Voiding a purchase again changes nothing. If another purchase has the same key, voiding changes nothing either:
    /// this purchase was never charged, and cannot be.
    ///
    /// - Returns: The receipt of the charge that was refunded, by this call or an earlier one; `nil` if there was none.
    /// - Throws: Any error if it is unknown whether the purchase was voided. A repeated call is safe.
    func void(_ purchase: Purchase) async throws -> PaymentReceipt?
}

/// The answer of a payment service to a charge.
public enum PaymentAnswer: Hashable, Sendable {
    /// The purchase is charged, by this call or an earlier one.
    case paid(PaymentReceipt)
    /// The buyer must act first, as in 3-D Secure. The app shows the text, such as the address of the bank's page.
    ///
    /// Until the buyer has acted, the service answers the same purchase in the same way.
    case challenged(String)
    /// The purchase was voided, and is never charged.
    case voided
}

/// A service that notifies members.
public protocol PushService: Sendable {
    /// Notifies the member of a payment.
    ///
    /// Every try of a notification has the same receipt. To recognize a repeated try, compare the whole receipt.
    func push(_ receipt: PaymentReceipt) async throws
}

/// The reason why a service has declined. The call has changed nothing.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    public let description: String

    public init(_ reason: String) { description = reason }
}
