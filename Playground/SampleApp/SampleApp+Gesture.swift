import Navigation
import StatePattern

extension SampleApp {
    /// A gesture of the user.
    nonisolated public enum Gesture: Hashable, Sendable {
        /// Taps the button for a step.
        case tap(AppStep)
        /// Presses a button that leads to no other screen.
        case press(String)
        /// Types a text into the field of the screen.
        case type(String)
        /// Swipes the top screen away, without asking the app.
        case swipe
        /// Follows a link from outside to the reviews of a book.
        case open(Int)
    }

    /// Makes a gesture, and returns its outcome: new screens, another change, a wait, or nothing.
    @discardableResult public func perform(_ gesture: Gesture) -> Outcome {
        let (screens, path) = (stack.screens, stack.path)
        var steps = 0
        let observation = coordinator.onDidNavigate { _, _ in steps += 1 }
        defer { observation.cancel() }
        switch gesture {
        case .tap(let step):
            // The user can only tap a visible screen.
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
        if path != stack.path || !screens.elementsEqual(stack.screens, by: ===) { return .transitioned }
        if steps > 0 { return .handled }
        if case .open = gesture { return .deferred }
        return .unhandled
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
