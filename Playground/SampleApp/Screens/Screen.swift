import Navigation

/// A screen that consists of its title, its buttons, and some lines of text.
public class Screen: Presentable, FlowStepper {
    public let title: String
    public let presentation = Presentation()
    public let steps = Steps<AppStep>()
    /// The step that leads here from the screen below.
    let step: AppStep?
    /// The place to report while this screen is visible.
    let place: Place?
    private let offers: (AppStep) -> Bool

    /// - Parameters:
    ///   - title: The title.
    ///   - step: The step that leads here from the screen below.
    ///   - place: The place to report while this screen is visible.
    ///   - offers: Returns true if there is a button for a step.
    init(_ title: String, step: AppStep? = nil, at place: Place? = nil, offers: @escaping (AppStep) -> Bool) {
        self.title = title
        self.step = step
        self.place = place
        self.offers = offers
    }

    /// This screen and the screens inside it; `isShown` is true for screens that are visible together with this one.
    var parts: [(screen: Screen, isShown: Bool)] { [(self, true)] }

    /// A picture of the screen, in one line.
    var picture: String { title }

    /// The name of the screen in a path of screens.
    var name: String { title }

    /// The lines below the title.
    public var details: [String] { [] }

    /// The buttons that lead to no other screen.
    public var buttons: [String] { [] }

    /// True if a text can be typed.
    public var hasField: Bool { false }

    /// Returns true if there is a button for a step.
    public final func hasButton(for step: AppStep) -> Bool { offers(step) }

    /// Emits a step if there is a button for it.
    func tap(_ step: AppStep) {
        if offers(step) { steps.emit(step) }
    }

    func press(_ button: String) {}

    /// Types a text into the field of the screen, if it has one.
    func type(_ text: String) {}
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
    override var details: [String] { tabs[selected].details }
}
