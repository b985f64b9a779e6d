import StatePattern

/// The account of the app. Its state shows whether a reader is logged in, and which.
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `LoggedOut` | no reader is logged in | `logIn` |
/// | `LoggingIn` | the service has been asked | `cancel`, `admitted`, `logInFailed`, `refused` |
/// | `LoggedIn` | a reader is logged in | `logOut`, `left`, `refused` |
/// | `Refused` | the token of the reader is not valid any more | `logIn`, `admitted` |
///
/// A log-in can also come from elsewhere, such as from a stored token. The service reports it as `admitted`, which
/// leads to `LoggedIn` from every state. The app's flows follow the account; see ``AppStepper``.
public final class Account: MainActorContext<Account.State> {
    let loggedOut = LoggedOut()
    let loggingIn = LoggingIn()
    let refusal = Refused()

    /// The service behind the account.
    public let service: any AccountService
    /// The reason why the latest log-in failed, for the log-in screen; `nil` if there is no problem.
    public internal(set) var problem: String?

    /// Creates an account without a reader.
    ///
    /// - Parameter service: The service that admits readers; by default, a service that admits every reader at once.
    public init(_ service: any AccountService = LocalAccountService()) {
        self.service = service
        super.init(startingIn: loggedOut)
        service.start(reportingTo: self)
    }

    /// The reader who is logged in; `nil` in all states except `LoggedIn`.
    public var reader: Reader? { (state as? LoggedIn)?.reader }

    // MARK: Requests of the app

    /// Asks the service for a log-in.
    @discardableResult public func logIn(as name: String) -> Outcome { delegate(State.logIn, name) }
    /// Cancels the current log-in.
    @discardableResult public func cancel() -> Outcome { delegate(State.cancel) }
    /// Logs the reader out at once.
    @discardableResult public func logOut() -> Outcome { delegate(State.logOut) }

    // MARK: Reports of the service

    /// Reports that a reader is logged in.
    @discardableResult public func admitted(_ reader: Reader) -> Outcome { delegate(State.admitted, reader) }
    /// Reports that a log-in has failed.
    @discardableResult public func logInFailed(_ reason: String) -> Outcome {
        delegate(State.logInFailed, reason)
    }
    /// Reports that the server refuses the reader's token, and the service has no other token.
    @discardableResult public func refused() -> Outcome { delegate(State.refused) }
    /// Reports that no reader is logged in.
    @discardableResult public func left() -> Outcome { delegate(State.left) }
}

extension Account {
    /// The requests of an account, with the reactions that most states share.
    public class State: ContextState {
        init() {}

        public func didEnter(_ account: Account) {}
        public func willExit(_ account: Account) {}

        func logIn(_ account: Account, as name: String) -> Reaction { .unhandled }
        func cancel(_ account: Account) -> Reaction { .unhandled }
        func logOut(_ account: Account) -> Reaction { .unhandled }
        func admitted(_ account: Account, _ reader: Reader) -> Reaction { .transition(to: LoggedIn(reader)) }
        func logInFailed(_ account: Account, _ reason: String) -> Reaction { .unhandled }
        func refused(_ account: Account) -> Reaction { .handled }
        func left(_ account: Account) -> Reaction { .handled }
    }

    /// No reader is logged in.
    public class LoggedOut: State {
        override func logIn(_ account: Account, as name: String) -> Reaction {
            account.problem = nil
            account.service.logIn(as: name)
            return .transition(to: account.loggingIn)
        }
    }

    /// The token of the reader is no longer valid, so the reader must log in again.
    public final class Refused: LoggedOut {
        public override func didEnter(_ account: Account) { account.problem = "your log-in is not valid any more" }
    }

    /// The service has been asked for a log-in, and has not answered.
    public final class LoggingIn: State {
        override func cancel(_ account: Account) -> Reaction {
            account.service.cancelLogIn()
            return .transition(to: account.loggedOut)
        }

        override func logInFailed(_ account: Account, _ reason: String) -> Reaction {
            account.problem = reason
            return .transition(to: account.loggedOut)
        }

        override func refused(_ account: Account) -> Reaction { .transition(to: account.refusal) }
    }

    /// A reader is logged in. Each reader has a new state, which contains all data of the reader.
    public final class LoggedIn: State {
        public let reader: Reader

        init(_ reader: Reader) {
            self.reader = reader
            super.init()
        }

        public override func didEnter(_ account: Account) { account.problem = nil }
        public override func willExit(_ account: Account) { reader.end() }

        override func logOut(_ account: Account) -> Reaction {
            account.service.logOut()
            return .transition(to: account.loggedOut)
        }

        override func refused(_ account: Account) -> Reaction { .transition(to: account.refusal) }
        override func left(_ account: Account) -> Reaction { .transition(to: account.loggedOut) }
    }
}
