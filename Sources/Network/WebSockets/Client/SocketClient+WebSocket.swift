import Foundation
import Sockets

extension SocketClient {
    /// Makes a client of a WebSocket server, which makes the same request at each attempt.
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
    ///         if message == .text("Goodbye") { break }
    ///     }
    ///     await client.disconnect()
    /// }
    /// ```
    ///
    /// Where credentials expire, or there are several servers, use
    /// ``/Sockets/SocketClient/init(configuration:clock:generator:session:transport:request:)``.
    ///
    /// - Parameters:
    ///   - url: The URL of the server, with `ws` or `wss`.
    ///   - headers: Headers in addition to the headers of the protocol.
    ///   - subprotocols: The subprotocols that the client speaks, in the order of its preference.
    ///   - configuration: Times and limits.
    public init(
        to url: URL, headers: [HeaderField] = [], subprotocols: [String] = [],
        configuration: Configuration = Configuration()
    ) {
        let request = ConnectionRequest(to: url, headers: headers, subprotocols: subprotocols)
        self.init(configuration: configuration, transport: { makePlatformTransport() }, request: { _ in request })
    }
}
