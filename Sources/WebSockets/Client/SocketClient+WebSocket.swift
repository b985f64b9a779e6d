import Foundation
import Sockets

extension SocketClient {
    /// Makes a client of a WebSocket server, which asks for the same connection each time.
    ///
    /// ```swift
    /// import Foundation
    /// import Sockets
    /// import WebSockets
    ///
    /// func greet(_ url: URL) async throws {
    ///     let client = SocketClient(to: url)
    ///     let messages = client.messages()
    ///     await client.connect()
    ///     try await client.send(.text("Ahoy"))
    ///     for await message in messages {
    ///         print(message)
    ///         if message == .text("Farewell") { break }
    ///     }
    ///     await client.disconnect()  // A client that nobody uses any more is gone, and its messages end.
    /// }
    /// ```
    ///
    /// Where credentials expire, or there are several servers, use
    /// ``/Sockets/SocketClient/init(configuration:clock:generator:session:transport:request:)``.
    ///
    /// - Parameters:
    ///   - url: Where to connect, as `ws` or `wss`.
    ///   - headers: What the handshake says besides what the protocol prescribes.
    ///   - subprotocols: The subprotocols that the client speaks, the one it likes best first.
    ///   - configuration: Times and limits.
    public init(
        to url: URL, headers: [HeaderField] = [], subprotocols: [String] = [],
        configuration: Configuration = Configuration()
    ) {
        let request = ConnectionRequest(to: url, headers: headers, subprotocols: subprotocols)
        self.init(configuration: configuration, transport: { PlatformTransport() }, request: { _ in request })
    }
}
