import CheckoutFlow
import Playback

/// A book of the shop. Its number identifies it.
nonisolated public struct Book: Hashable, Sendable {
    public let number: Int

    public init(_ number: Int) { self.number = number }

    /// The name of the book's place in presence reports, and of the room of its readers.
    public var name: String { "book \(number)" }
    public var title: String { "Book \(number)" }
    /// A part of the book, read aloud.
    public var sample: Track { Track("sample of \(name)", duration: .seconds(300)) }
    public var item: Item { Item(title, price: .eur(cents: 900 + number)) }
}

/// A place in the app, and the activity of a reader there.
nonisolated struct Place: Hashable {
    let name: String
    let status: String?

    init(_ name: String, _ status: String? = nil) {
        self.name = name
        self.status = status
    }
}
