import CheckoutFlow
import InMemoryServices

/// A server for the story. It can cause the faults that the story needs.
public protocol StoryServer {
    /// The description of the server for an app. The server issues and accepts its own tokens.
    var server: BookshopServer { get }
    /// The bank that charges readers for books.
    var payments: InMemoryPayments { get }
    /// The number of tokens that were issued to a reader.
    func tokenCount(of name: String) -> Int
    /// Makes the next issued token expire after a time.
    func expireNextToken(after time: Duration)
    /// Makes the tokens of a reader invalid until the next log-in, and ends the reader's connection.
    func revokeTokens(of name: String) async throws
    /// Stops the broker abruptly, as if its machine had lost its power.
    func breakDown() async throws
    /// Starts the broker again, at the same address. If it is running, this does nothing.
    func comeBack() async throws
}
