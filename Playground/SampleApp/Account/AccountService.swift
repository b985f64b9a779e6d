/// The service behind an account: it admits readers, and reports to the account.
public protocol AccountService: AnyObject {
    /// Begins to report to an account. The service must not retain the account.
    func start(reportingTo account: Account)
    /// Asks for a log-in. The answer is a report to the account, such as ``Account/admitted(_:)``.
    func logIn(as name: String)
    /// Cancels the latest log-in. The service does not report its result any more.
    func cancelLogIn()
    /// Forgets the token of the reader. The account is logged out already.
    func logOut()
    /// Closes the connection while the app is in the background, and keeps the session.
    func enterBackground()
    /// Opens the connection again.
    func enterForeground()
    /// Ends the session and all tasks. When this returns, no connection is open.
    func stop() async
}

/// A service that admits every reader at once, without a server and without a session.
public final class LocalAccountService: AccountService {
    private weak var account: Account?

    public init() {}

    public func start(reportingTo account: Account) { self.account = account }
    public func logIn(as name: String) { account?.admitted(Reader(name)) }
    public func cancelLogIn() {}
    public func logOut() {}
    public func enterBackground() {}
    public func enterForeground() {}
    public func stop() async {}
}
