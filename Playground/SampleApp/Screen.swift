import Navigation

/// A screen that consists of its title and its buttons.
public class Screen: Presentable, FlowStepper {
    public let title: String
    public let presentation = Presentation()
    public let steps = Steps<AppStep>()
    private let offers: (AppStep) -> Bool

    /// - Parameters:
    ///   - title: The title.
    ///   - offers: Returns true if there is a button for a step.
    init(_ title: String, offers: @escaping (AppStep) -> Bool) {
        self.title = title
        self.offers = offers
    }

    /// This screen and those inside it; each is shown or not when this one is visible.
    var parts: [(screen: Screen, isShown: Bool)] { [(self, true)] }

    /// A picture of the screen, in one line.
    var picture: String { title }

    /// The name of the screen in a path of screens.
    var name: String { title }

    /// Emits a step if there is a button for it.
    func tap(_ step: AppStep) {
        if offers(step) { steps.emit(step) }
    }
}

/// A screen that shows one of several others, and a tab for each.
final class TabScreen: Screen {
    var tabs: [Screen] = []
    var selected = 0

    init() { super.init("Tabs") { $0 == .shelf || $0 == .profile } }

    override var parts: [(screen: Screen, isShown: Bool)] {
        [(self, true)] + tabs.enumerated().map { ($1, $0 == selected) }
    }

    override var picture: String {
        tabs.enumerated().map { $0 == selected ? "[\($1.title)]" : " \($1.title) " }.joined(separator: " ")
    }

    override var name: String { tabs[selected].title }
}
