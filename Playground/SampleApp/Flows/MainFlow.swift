import Navigation

/// The flow for a reader who is logged in: the flows of the shelf and the profile, in two tabs.
final class MainFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = TabScreen()
    private let stack: ScreenStack
    private let reader: Reader

    init(on stack: ScreenStack, for reader: Reader) {
        self.stack = stack
        self.reader = reader
    }

    func accepts(step: AppStep) -> Bool { step == .shelf || step == .profile }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .main:
            let (shelf, profile) = (ShelfFlow(on: stack, for: reader), ProfileFlow(of: reader))
            whenReady(shelf, profile) { [root, stack] shelf, profile in
                root.tabs = [shelf, profile]
                stack.show(root)
            }
            return [.flow(shelf, startingAt: .shelf), .flow(profile, startingAt: .profile)]
        case .shelf, .profile:
            stack.dismissToBottom()
            stack.select(step == .shelf ? 0 : 1, of: root)
            return []
        case .logOut:
            return .end(forwardingToParent: .logOut)
        default:
            return []
        }
    }
}
