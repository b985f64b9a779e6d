import Navigation

/// The flow of the whole app: it asks for log-in before it shows anything else.
final class AppFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: ScreenStack
    private var isLoggedIn = false

    init(on stack: ScreenStack) { root = stack }

    /// Asks for log-in first, unless the user has logged in.
    func adapt(step: AppStep) -> Adaptation<AppStep> {
        .carryOut(step == .main && !isLoggedIn ? .logIn : step)
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn:
            let logIn = LogInFlow()
            use(flows: logIn, when: .ready) { [root] in root.show($0) }
            return .flow(logIn, startingAt: .logIn)
        case .main:
            let main = MainFlow(on: root)
            return .flow(main, startingAt: .main, stepper: main.root)
        case .loggedIn:
            isLoggedIn = true
            return .forward(.main)
        case .logOut:
            isLoggedIn = false
            return .forward(.main)
        case .shelf, .profile, .book, .reviews, .close, .closed:
            return []
        }
    }
}

/// The flow that asks for log-in.
final class LogInFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Screen("Log in") { $0 == .loggedIn }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn: .screen(root)
        case .loggedIn: .end(forwardingToParent: .loggedIn)
        default: []
        }
    }
}
