import StatePattern

/// The account of the app: it knows the reader who is logged in.
///
/// | State | Meaning | Left by |
/// |---|---|---|
/// | `LoggedOut` | no reader is logged in | `logIn` |
/// | `LoggingIn` | the service has been asked | `cancel`, `admitted`, `logInFailed`, `refused` |
/// | `LoggedIn` | a reader is logged in | `logOut`, `left`, `refused` |
/// | `Refused` | the token of the reader is not valid any more | `logIn`, `admitted` |
///
/// A log-in from elsewhere, such as with a stored token, is a report of the service as well: `admitted` leads to
/// `LoggedIn` from every state. The app's flows follow the account; see ``AppStepper``.
public final class Account: MainActorContext<Account.State> {
    let loggedOut = LoggedOut()
    let loggingIn = LoggingIn()
    let refusal = Refused()

    /// The service behind the account.
    public let service: any AccountService
    /// The reason why there was no log-in, for the log-in screen.
    public internal(set) var problem: String?

    /// Creates an account without a reader.
    ///
    /// - Parameter service: The service that admits readers; by default, a service that admits every reader at once.
    public init(_ service: any AccountService = LocalAccountService()) {
        self.service = service
        super.init(startingIn: loggedOut)
        service.start(reportingTo: self)
    }

    /// The reader who is logged in.
    public var reader: Reader? { (state as? LoggedIn)?.reader }

    // MARK: Requests of the app

    /// Asks for a log-in.
    @discardableResult public func logIn(as name: String) -> Outcome { delegate(State.logIn, name) }
    /// Cancels the current log-in.
    @discardableResult public func cancel() -> Outcome { delegate(State.cancel) }
    /// Logs out at once.
    @discardableResult public func logOut() -> Outcome { delegate(State.logOut) }

    // MARK: Reports of the service

    /// Reports that a reader is logged in.
    @discardableResult public func admitted(_ reader: Reader) -> Outcome { delegate(State.admitted, reader) }
    /// Reports that a log-in has failed.
    @discardableResult public func logInFailed(_ reason: String) -> Outcome {
        delegate(State.logInFailed, reason)
    }
    /// Reports that the server refuses the reader's token, and that the service has no other token.
    @discardableResult public func refused() -> Outcome { delegate(State.refused) }
    /// Reports that no reader is logged in.
    @discardableResult public func left() -> Outcome { delegate(State.left) }
}

extension Account {
    /// The requests of an account, with the answers that most of its states have in common.
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

    /// The token of the reader is not valid any more: the reader has to log in again.
    public final class Refused: LoggedOut {
        public override func didEnter(_ account: Account) { account.problem = "your log-in is not valid any more" }
    }

    /// The service has been asked.
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

    /// A reader is logged in: a new state for each reader, with all their data.
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
