/// Something to purchase.
public struct Item: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    /// Its price in cents.
    public let cents: Int

    /// - Precondition: `cents` is not negative.
    public init(_ name: String, cents: Int) {
        guard cents >= 0 else { fatalError("A price cannot be negative.") }
        self.name = name
        self.cents = cents
    }

    public var description: String { "\(name) for \(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }
}

/// A member's wish to have an item, which is charged once however often its payment is tried.
public struct Purchase: Hashable, Sendable {
    public let item: Item
    /// What tells this purchase from every other one, of the same item as well.
    public let key: IdempotencyKey

    public init(item: Item, key: IdempotencyKey) {
        self.item = item
        self.key = key
    }
}

/// The proof that a purchase has been charged.
public struct Receipt: Hashable, Sendable {
    /// The number that the payment service gave it.
    public let number: Int
    public let purchase: Purchase

    public init(number: Int, purchase: Purchase) {
        self.number = number
        self.purchase = purchase
    }
}

/// What a payment service knows a purchase by: it charges once for each key.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }

    /// A key that nobody else makes: 128 random bits.
    public static func random() -> IdempotencyKey {
        IdempotencyKey((0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }.joined(separator: "-"))
    }
}

/// Who somebody is, and the proof of it.
public struct Credentials: Hashable, Sendable {
    public let name: String
    public let password: String

    public init(_ name: String, password: String) {
        self.name = name
        self.password = password
    }
}

/// A password is not to stand in any journal: what is shown is the name alone.
extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { name }
    public var debugDescription: String { name }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
