import Navigation

extension SampleApp {
    /// A gesture of the user.
    public enum Gesture: Hashable, Sendable {
        /// Taps the button for a step.
        case tap(AppStep)
        /// Swipes the top screen away, without asking the program.
        case swipe
        /// Follows a link from outside to the reviews of a book.
        case open(Int)
    }

    /// Makes a gesture.
    public func perform(_ gesture: Gesture) {
        switch gesture {
        case .tap(let step):
            // Only a visible screen can be tapped.
            let visible = stack.screens.flatMap(\.parts).filter { $0.screen.presentation.isVisible }
            for part in visible { part.screen.tap(step) }
        case .swipe:
            stack.swipeAway()
        case .open(let number):
            coordinator.navigate(to: [.shelf, .book(number), .reviews])
        }
    }
}

extension SampleApp.Gesture: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tap(.loggedIn): "logIn"
        case .tap(let step): "\(step)"
        case .swipe: "swipe"
        case .open(let number): "open \(number)"
        }
    }
}
