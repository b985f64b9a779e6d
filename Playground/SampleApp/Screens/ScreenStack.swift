import Navigation

/// A presenter that shows a stack of screens, drawn as text.
///
/// It reports to each screen whether the screen is visible. It decides nothing about navigation.
public final class ScreenStack: Presentable {
    public let presentation = Presentation()
    /// The screens from the bottom to the top. Only the top screen is visible.
    public private(set) var screens: [Screen] = []
    /// Called when the visible screens have changed.
    var onChange: () -> Void = {}

    public init() { presentation.appear() }

    /// The visible screens: the top screen, and the selected screen inside the top screen.
    public var visible: [Screen] { screens.last?.parts.filter(\.isShown).map(\.screen) ?? [] }

    /// The steps that lead from the bottom screen to the top screen.
    var link: [AppStep] { screens.compactMap(\.step) }

    /// Replaces all screens by a single screen.
    func show(_ screen: Screen) { replace(from: 0, by: [screen]) }

    func push(_ screen: Screen) { replace(from: screens.count, by: [screen]) }

    /// Dismisses all screens except the bottom screen.
    func dismissToBottom() { replace(from: 1, by: []) }

    /// Dismisses a screen and all screens above it.
    func dismiss(_ screen: Screen) {
        guard let index = screens.firstIndex(where: { $0 === screen }) else { return }
        replace(from: index, by: [])
    }

    /// Dismisses the top screen, as when the user swipes it away. The bottom screen stays.
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

    /// Reports to each screen whether it is visible now.
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

    /// The stack drawn as text. The top screen and its lines come first.
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
