import Navigation

extension SampleApp {
    /// A gesture of the user.
    nonisolated public enum Gesture: Hashable, Sendable {
        /// Taps the button for a step.
        case tap(AppStep)
        /// Presses a button that leads to no other screen.
        case press(String)
        /// Types a text into the field of the screen.
        case type(String)
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
            for screen in stack.visible { screen.tap(step) }
        case .press(let button):
            for screen in stack.visible { screen.press(button) }
        case .type(let text):
            for screen in stack.visible { screen.type(text) }
        case .swipe:
            stack.swipeAway()
        case .open(let number):
            coordinator.navigate(to: [.shelf, .book(number), .reviews])
        }
    }
}

nonisolated extension SampleApp.Gesture: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tap(.loggedIn): "logIn"
        case .tap(let step): "\(step)"
        case .press(let button): button
        case .type(let text): "type \(text)"
        case .swipe: "swipe"
        case .open(let number): "open \(number)"
        }
    }
}
