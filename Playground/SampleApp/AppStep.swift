/// The steps of the sample app, a bookshop.
public enum AppStep: Hashable, Sendable {
    case logIn, loggedIn, logOut
    case main, shelf, profile
    case book(Int), reviews, close, closed
}

extension AppStep: CustomStringConvertible {
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
        case .close: "close"
        case .closed: "closed"
        }
    }
}
