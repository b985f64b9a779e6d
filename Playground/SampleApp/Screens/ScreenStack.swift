import Navigation

/// A presenter: a stack of screens, drawn as text.
///
/// It reports to each screen whether it is visible. In navigation, it does nothing else.
public final class ScreenStack: Presentable {
    public let presentation = Presentation()
    /// The screens from the bottom to the top; only the top one is visible.
    public private(set) var screens: [Screen] = []
    /// Called when other screens are visible.
    var onChange: () -> Void = {}

    public init() { presentation.appear() }

    /// The visible screens: the top screen, and the selected screen inside it.
    public var visible: [Screen] { screens.last?.parts.filter(\.isShown).map(\.screen) ?? [] }

    /// The steps that lead from the bottom screen to the top one.
    var link: [AppStep] { screens.compactMap(\.step) }

    /// Shows a screen in the place of all others.
    func show(_ screen: Screen) { replace(from: 0, by: [screen]) }

    func push(_ screen: Screen) { replace(from: screens.count, by: [screen]) }

    /// Dismisses all screens but the bottom one.
    func dismissToBottom() { replace(from: 1, by: []) }

    /// Dismisses a screen and all above it.
    func dismiss(_ screen: Screen) {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return }
        replace(from: index, by: [])
    }

    /// Dismisses the top screen, like a swipe of the user; the bottom screen stays.
    public func swipeAway() {
        if screens.count > 1 { replace(from: screens.count - 1, by: []) }
    }

    func select(_ tab: Int, of screen: TabScreen) {
        screen.selected = tab
        update()
    }

    private func replace(from index: Int, by added: [Screen]) {
        let dismissed = screens.dropFirst(index)
        screens = screens.prefix(index) + added
        for screen in dismissed.reversed() {
            for part in screen.parts.reversed() { part.screen.presentation.dismiss() }
        }
        update()
    }

    /// Reports to all screens whether they are visible now.
    private func update() {
        for screen in screens {
            for part in screen.parts {
                let isVisible = screen === screens.last && part.isShown
                if isVisible { part.screen.presentation.appear() } else { part.screen.presentation.disappear() }
            }
        }
        onChange()
    }

    /// The names of the screens, from the bottom to the top: `Shelf › Book 7`.
    public var path: String { screens.isEmpty ? "Nothing" : screens.map(\.name).joined(separator: " › ") }

    /// A picture of the stack, with the top screen and its lines first.
    public var picture: [String] {
        let details = screens.last?.details.map { "  \($0)" } ?? []
        let width = (screens.map(\.picture) + details).map(\.count).max() ?? 0
        let line = String(repeating: "─", count: width + 2)
        func row(_ text: String) -> String { "│ \(text)\(String(repeating: " ", count: width - text.count)) │" }
        let rows = screens.reversed().enumerated().map { index, screen in
            [row(screen.picture)] + (index == 0 ? details.map(row) : [])
        }
        return ["┌\(line)┐"] + rows.joined(separator: ["├\(line)┤"]) + ["└\(line)┘"]
    }
}
