import StateInspector

extension Account {
    /// Replays recorded requests of an account. Its service does nothing.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in Account(SilentAccountService()) },
            requests: [
                "logIn(as:)": { $0.logIn(as: try $1.value()) }, "cancel()": { account, _ in account.cancel() },
                "logOut()": { account, _ in account.logOut() },
                "admitted(_:)": { $0.admitted(Reader(try $1.value())) },
                "logInFailed(_:)": { $0.logInFailed(try $1.value()) },
                "refused()": { account, _ in account.refused() }, "left()": { account, _ in account.left() },
            ])
    }
}

/// A service that does nothing.
private final class SilentAccountService: AccountService {
    func start(reportingTo account: Account) {}
    func logIn(as name: String) {}
    func cancelLogIn() {}
    func logOut() {}
    func enterBackground() {}
    func enterForeground() {}
    func stop() async {}
}
