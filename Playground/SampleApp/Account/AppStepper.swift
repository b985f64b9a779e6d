import Navigation
import StatePattern

/// The stepper of the whole app. When the account has lost its reader, for any reason, it emits the step to log-in.
final class AppStepper: FlowStepper {
    let steps = Steps<AppStep>()

    init(following account: Account) {
        steps.emit(following: account) {
            $0.source is Account.LoggedIn && !($0.target is Account.LoggedIn) ? .logIn : nil
        }
    }
}
