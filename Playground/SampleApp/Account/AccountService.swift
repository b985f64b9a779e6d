/// The service behind an account: it admits readers, and reports to the account.
public protocol AccountService: AnyObject {
    /// Begins to report to an account, which the service does not keep alive.
    func start(reportingTo account: Account)
    /// Asks for a log-in; the answer is a report, such as ``Account/admitted(_:)``.
    func logIn(as name: String)
    /// Cancels the latest log-in, which is not reported any more.
    func cancelLogIn()
    /// Forgets the token of the reader; the account has logged out already.
    func logOut()
    /// Closes the connection while the app is in the background, and keeps the session.
    func enterBackground()
    /// Opens the connection again.
    func enterForeground()
    /// Ends the session and its tasks; nothing is open when this has returned.
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
