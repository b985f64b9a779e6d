import Navigation

/// The flow of the whole app: it asks for log-in before it shows anything else.
final class AppFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: ScreenStack
    private let account: Account

    init(on stack: ScreenStack, _ account: Account) {
        root = stack
        self.account = account
    }

    /// Replaces the main step by the log-in step if no reader is logged in.
    func adapt(step: AppStep) -> StepDecision<AppStep> {
        .carryOut(step == .main && account.reader == nil ? .logIn : step)
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn:
            let logIn = LogInFlow(to: account)
            whenReady(logIn) { [root] in root.show($0) }
            return .flow(logIn, startingAt: .logIn)
        case .main:
            guard let reader = account.reader else { return [] }
            let main = MainFlow(on: root, for: reader)
            return .flow(main, startingAt: .main, stepper: main.root)
        case .loggedIn:
            return .forward(.main)
        case .logOut:
            // After the log-out, the app's stepper emits the step to log-in, just as when the token is refused.
            account.logOut()
            return []
        default:
            return []
        }
    }
}
