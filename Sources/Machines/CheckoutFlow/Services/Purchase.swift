import AsyncPrimitives

/// An item of a shop.
public struct Item: Codable, Hashable, Sendable, CustomStringConvertible {
    public let name: String
    public let price: Price

    public init(_ name: String, price: Price) {
        self.name = name
        self.price = price
    }

    /// The name and the price: `Tea for 4.20 EUR`.
    public var description: String { "\(name) for \(price)" }
}

/// A member's order of an item. It is charged once, even if its payment is tried several times.
public struct Purchase: Codable, Hashable, Sendable {
    public let item: Item
    /// The key of this purchase. No other purchase has it, not even a purchase of the same item.
    public let key: IdempotencyKey

    public init(item: Item, key: IdempotencyKey) {
        self.item = item
        self.key = key
    }
}

/// The proof that a purchase has been charged.
public struct PaymentReceipt: Codable, Hashable, Sendable {
    /// The number that the payment service has given the receipt.
    public let number: Int
    public let purchase: Purchase

    public init(number: Int, purchase: Purchase) {
        self.number = number
        self.purchase = purchase
    }
}

/// The key by which a payment service recognizes a purchase. The service charges only once for each key.
public struct IdempotencyKey: Codable, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// A unique key: 128 random bits.
    public static func random() -> IdempotencyKey {
        IdempotencyKey((0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }.joined(separator: "-"))
    }
}

/// The name and the password of a member.
public struct Credentials: Hashable, Sendable {
    public let name: String
    public let password: String

    public init(_ name: String, password: String) {
        self.name = name
        self.password = password
    }
}

extension Credentials: SecretHolding {
    public var description: String { name }
    package var shownParts: KeyValuePairs<String, Any> { ["name": name] }
}
