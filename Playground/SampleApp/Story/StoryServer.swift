import CheckoutFlow

/// The server of a story, with faults at certain moments.
public protocol StoryServer {
    /// The server as an app knows it, which issues and accepts its own tokens.
    var server: BookshopServer { get }
    /// The bank that charges readers for books.
    var payments: InMemoryPayments { get }
    /// The number of tokens that were issued to a reader.
    func tokenCount(of name: String) -> Int
    /// Lets the next token that is issued expire after a time.
    func expireNextToken(after time: Duration)
    /// Makes the tokens of a reader invalid until the next log-in, and ends the reader's connection.
    func revokeTokens(of name: String) async throws
    /// Ends the broker, as if its machine had lost its power.
    func breakDown() async throws
    /// Starts the broker again, in the same place, unless it is running.
    func comeBack() async throws
}
