import Navigation

/// The flow of the whole app: it asks for log-in before it shows anything else.
final class AppFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: ScreenStack
    private var isLoggedIn = false

    init(on stack: ScreenStack) { root = stack }

    /// Who is not logged in is asked to, whatever the app was going to show.
    func adapt(step: AppStep) -> Adaptation<AppStep> {
        .carryOut(step == .main && !isLoggedIn ? .logIn : step)
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn:
            let logIn = LogInFlow()
            use(flows: logIn, when: .ready) { [root] in root.show($0) }
            return .one(.coordinate(withNextFlow: logIn, withNextStepper: OneStepper(withSingleStep: .logIn)))
        case .main:
            let main = MainFlow(on: root)
            let stepper = CompositeStepper(steppers: [OneStepper(withSingleStep: .main), main.root])
            return .one(.coordinate(withNextFlow: main, withNextStepper: stepper))
        case .loggedIn:
            isLoggedIn = true
            return .one(.forwardToCurrentFlow(withStep: .main))
        case .logOut:
            isLoggedIn = false
            return .one(.forwardToCurrentFlow(withStep: .main))
        case .shelf, .profile, .book, .reviews, .close, .closed:
            return .none
        }
    }
}

/// Asks who the user is.
final class LogInFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root = Screen("Log in") { $0 == .loggedIn }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn: .one(.contribute(withNextPresentable: root, withNextStepper: root))
        case .loggedIn: .end(forwardToParent: .loggedIn)
        default: .none
        }
    }
}
