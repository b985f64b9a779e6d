/// The steps of the sample app, a bookshop.
nonisolated public enum AppStep: Hashable, Sendable {
    case logIn, loggedIn, logOut
    case main, shelf, profile
    case book(Int), reviews, sample, purchase, room, close, closed
}

nonisolated extension AppStep: CustomStringConvertible {
    public var description: String {
        switch self {
        case .logIn: "logIn"
        case .loggedIn: "loggedIn"
        case .logOut: "logOut"
        case .main: "main"
        case .shelf: "shelf"
        case .profile: "profile"
        case .book(let number): "book \(number)"
        case .reviews: "reviews"
        case .sample: "sample"
        case .purchase: "purchase"
        case .room: "room"
        case .close: "close"
        case .closed: "closed"
        }
    }
}
