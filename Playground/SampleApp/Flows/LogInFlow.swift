import Navigation
import StatePattern

final class LogInFlow: Flow {
    let lifecycle = FlowLifecycle()
    let root: LogInScreen
    private let model: LogInModel

    init(to account: Account) {
        model = LogInModel(account)
        root = LogInScreen(model)
    }

    func navigate(to step: AppStep) -> FlowContributors<AppStep> {
        switch step {
        case .logIn: .screen(root, stepper: model)
        case .loggedIn: .end(forwardingToParent: .loggedIn)
        default: []
        }
    }
}

/// The model and the stepper of the log-in screen. The screen itself does not know what follows from a log-in.
final class LogInModel: FlowStepper {
    let steps = Steps<AppStep>()
    private let account: Account
    /// The name that the reader has typed.
    var name = "reader"

    init(_ account: Account) {
        self.account = account
        steps.emit(following: account) { $0.target is Account.LoggedIn ? .loggedIn : nil }
    }

    /// True while the account waits for the answer of its service.
    var isWaiting: Bool { account.isIn(account.loggingIn) }

    func logIn() { account.logIn(as: name) }
    func cancel() { account.cancel() }

    /// The lines below the title of the screen; empty if there is nothing to report.
    var remarks: [String] {
        isWaiting ? ["one moment, \(name) …"] : account.problem.map { [$0] } ?? []
    }
}
