import Navigation

/// A presenter: a stack of screens, drawn as text.
///
/// It reports to each screen whether it is visible. That is its only part in navigation.
public final class ScreenStack: Presentable {
    public let presentation = Presentation()
    /// The screens from the bottom to the top; only the top one is visible.
    public private(set) var screens: [Screen] = []

    public init() { presentation.appear() }

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

    /// Dismisses the top screen, as a user does who swipes it away; the bottom one stays.
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
    }

    /// The names of the screens, from the bottom to the top: `Shelf › Book 7`.
    public var path: String { screens.isEmpty ? "Nothing" : screens.map(\.name).joined(separator: " › ") }

    /// A picture of the stack, with the top screen first.
    public var picture: [String] {
        let width = screens.map(\.picture.count).max() ?? 0
        let line = String(repeating: "─", count: width + 2)
        let rows = screens.reversed().map { screen in
            "│ \(screen.picture)\(String(repeating: " ", count: width - screen.picture.count)) │"
        }
        return ["┌\(line)┐"] + rows.flatMap { [$0, "├\(line)┤"] }.dropLast() + ["└\(line)┘"]
    }
}
