import Navigation
import StatePattern

/// The stepper of the whole app: it asks for log-in when the account has lost its reader, for whatever reason.
final class AppStepper: FlowStepper {
    let steps = Steps<AppStep>()

    init(following account: Account) {
        steps.emit(following: account) {
            $0.source is Account.LoggedIn && !($0.target is Account.LoggedIn) ? .logIn : nil
        }
    }
}
