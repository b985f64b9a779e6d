import StateExploration
import StateInspector

extension Account {
    /// Replays recorded requests of an account. Its service does nothing.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        try recording.replay(
            of: name, on: { _ in Account(SilentAccountService()) },
            requests: [
                .init(Account.logIn, ""), .init(Account.cancel), .init(Account.logOut),
                .init(Account.admitted, Reader("")), .init(Account.logInFailed, ""), .init(Account.refused),
                .init(Account.left),
            ],
            reading: { _, argument in
                argument.type == Reader.self ? Reader(try argument.value()) : nil
            })
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
