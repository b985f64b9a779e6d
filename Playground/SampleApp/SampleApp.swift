import Navigation

/// A bookshop of a few flows, with the user's hands in the place of a touch screen.
public final class SampleApp {
    public let stack = ScreenStack()
    public let coordinator = FlowCoordinator<AppStep>()
    private var journal: [String] = []

    public init() {
        coordinator.observe(didNavigate: { [weak self] flow, step in
            self?.journal.append("\(type(of: flow)): \(step)")
        })
    }

    public func launch() {
        coordinator.coordinate(AppFlow(on: stack), with: OneStepper(withSingleStep: .main))
    }

    /// Hands over what each flow has been asked to carry out since this was last asked.
    public func takeJournal() -> [String] {
        defer { journal = [] }
        return journal
    }

    /// The names of the flows that have not ended, each one before its children.
    public var flows: [String] { coordinator.flows.map { "\(type(of: $0))" } }

    /// The names of the screens, and whether a link waits for a flow that accepts it.
    public var situation: String {
        stack.path + (coordinator.waitingSteps.isEmpty ? "" : ", a link waits")
    }
}
