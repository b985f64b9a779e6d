import SampleApp
import Sockets
import StatePattern
import TestSupport
import Testing

/// The account of the bookshop, state by state.
@Suite(.timeLimit(.minutes(60))) struct `The account` {
    /// A service that does nothing by itself, and remembers what it was asked for.
    private final class ScriptedService: AccountService {
        private(set) var calls: [String] = []

        func start(reportingTo account: Account) {}
        func logIn(as name: String) { calls.append("logIn \(name)") }
        func cancelLogIn() { calls.append("cancelLogIn") }
        func logOut() { calls.append("logOut") }
        func enterBackground() {}
        func enterForeground() {}
        func stop() async {}
    }

    nonisolated enum Event: CaseIterable, Sendable { case logIn, cancel, logOut, admitted, logInFailed, refused, left }
    nonisolated enum State: Sendable { case loggedOut, loggingIn, loggedIn, refused }

    private let service = ScriptedService()

    private func make(_ state: State) -> Account {
        let account = Account(service)
        switch state {
        case .loggedOut: break
        case .loggingIn: account.logIn(as: "ada")
        case .loggedIn: account.admitted(Reader("ada"))
        case .refused:
            account.admitted(Reader("ada"))
            account.refused()
        }
        return account
    }

    private func perform(_ event: Event, on account: Account) -> Outcome {
        switch event {
        case .logIn: account.logIn(as: "bob")
        case .cancel: account.cancel()
        case .logOut: account.logOut()
        case .admitted: account.admitted(Reader("bob"))
        case .logInFailed: account.logInFailed("no such reader")
        case .refused: account.refused()
        case .left: account.left()
        }
    }

    /// The states that the events lead to, in the order of the cases; `nil` for a request that is unhandled.
    @Test(arguments: [
        (State.loggedOut, ["LoggingIn", nil, nil, "LoggedIn", nil, "LoggedOut", "LoggedOut"]),
        (.loggingIn, [nil, "LoggedOut", nil, "LoggedIn", "LoggedOut", "Refused", "LoggingIn"]),
        (.loggedIn, [nil, nil, "LoggedOut", "LoggedIn", nil, "Refused", "LoggedOut"]),
        (.refused, ["LoggingIn", nil, nil, "LoggedIn", nil, "Refused", "Refused"]),
    ]) func `answers each event in each state`(state: State, targets: [String?]) {
        for (event, target) in zip(Event.allCases, targets) {
            let account = make(state)
            let outcome = perform(event, on: account)
            #expect((outcome == .unhandled ? nil : account.state.name) == target, "\(event) in \(state)")
        }
    }

    @Test func `ends a reader who is not the newest any more, and asks its service for what it was asked for`() {
        let account = make(.loggedIn)
        let old = account.reader
        account.admitted(Reader("bob"))
        #expect(account.reader !== old)
        account.logOut()
        account.logIn(as: "eve")
        account.cancel()
        #expect(service.calls == ["logOut", "logIn eve", "cancelLogIn"])
    }

    @Test func `asks for no token when a log-in is canceled in the turn in which it began`() async {
        final class Names { var asked: [String] = [] }
        let names = Names()
        let server = BookshopServer(brokers: []) { name in
            await MainActor.run { names.asked.append(name) }
            throw AuthenticationError("no such reader")
        }
        let account = Account(SessionAccountService(server))
        account.logIn(as: "ada")
        account.cancel()
        account.logIn(as: "bob")
        await yieldWhile("there is no problem") { account.problem == nil }
        #expect(names.asked == ["bob"])
        await account.service.stop()
    }

    @Test func `has a reason for the log-in screen until there is a reader`() {
        let account = make(.loggingIn)
        account.logInFailed("no such reader")
        #expect(account.problem == "no such reader")
        account.admitted(Reader("ada"))
        #expect(account.problem == nil)
        account.refused()
        #expect(account.problem == "your log-in is not valid any more")
    }
}
