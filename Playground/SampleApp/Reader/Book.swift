import CheckoutFlow
import Playback

/// A book of the shop, known by its number.
nonisolated public struct Book: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// The name of the place of all users who look at the book, and of the room in which they talk.
    public var name: String { "book \(number)" }
    public var title: String { "Book \(number)" }
    /// A piece of the book, read aloud.
    public var sample: Track { Track("sample of \(name)", duration: .seconds(300)) }
    public var item: Item { Item(title, price: .eur(cents: 900 + number)) }
}

/// A place in the app, and what a reader does there.
nonisolated struct Place: Hashable {
    let name: String
    let status: String?

    init(_ name: String, _ status: String? = nil) {
        self.name = name
        self.status = status
    }
}
