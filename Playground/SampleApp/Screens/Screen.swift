import Navigation

/// A screen that consists of a title, buttons, and lines of text.
public class Screen: Presentable, FlowStepper {
    public let title: String
    public let presentation = Presentation()
    public let steps = Steps<AppStep>()
    /// The step that leads from the screen below to this screen; `nil` if no step does.
    let step: AppStep?
    /// The place to report while this screen is visible; `nil` for no report.
    final var place: Place?
    private let offers: (AppStep) -> Bool

    /// - Parameters:
    ///   - title: The title.
    ///   - step: The step that leads from the screen below to this screen; `nil` if no step does.
    ///   - place: The place to report while this screen is visible; `nil` for no report.
    ///   - offers: Returns true for a step that has a button.
    init(_ title: String, step: AppStep? = nil, at place: Place? = nil, offers: @escaping (AppStep) -> Bool) {
        self.title = title
        self.step = step
        self.place = place
        self.offers = offers
    }

    /// This screen and the screens inside it. `isShown` is true for a screen that is visible when this screen is.
    var parts: [(screen: Screen, isShown: Bool)] { [(self, true)] }

    /// The screen drawn as text, in one line.
    var picture: String { title }

    /// The name of the screen in a path of screens.
    var name: String { title }

    /// The lines below the title.
    public var details: [String] { [] }

    /// The buttons that do not lead to another screen.
    public var buttons: [String] { [] }

    /// True if the screen has a field in which the user can type a text.
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

/// A screen that shows one of several screens, with a tab for each.
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
