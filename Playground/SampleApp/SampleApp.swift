import Navigation

/// A bookshop of six flows; gestures take the place of a touch screen.
public final class SampleApp {
    public let stack = ScreenStack()
    public let coordinator = FlowCoordinator<AppStep>()
    private var journal: [String] = []

    public init() {
        coordinator.onDidNavigate { [weak self] flow, step in
            self?.journal.append("\(type(of: flow)): \(step)")
        }
    }

    public func launch() {
        coordinator.coordinate(AppFlow(on: stack), startingAt: .main)
    }

    /// Returns the steps that flows have carried out since this was called last, and forgets them.
    public func takeJournal() -> [String] {
        defer { journal = [] }
        return journal
    }

    /// The names of the flows that have not ended, each one before its children.
    public var flows: [String] { coordinator.flows.map { "\(type(of: $0))" } }

    /// The names of the screens, with a note when a link waits for a flow that accepts it.
    public var situation: String {
        stack.path + (coordinator.waitingSteps.isEmpty ? "" : ", a link waits")
    }
}
