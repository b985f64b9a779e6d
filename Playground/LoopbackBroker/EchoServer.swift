import LoopbackServer
import Sockets

/// A WebSocket server on this machine that echoes each message, and can be stopped abruptly.
public final class EchoServer: Sendable {
    private let server = LoopbackServer()

    public init() {}

    /// Begins to listen. After ``stop()``, the port is the same as before.
    ///
    /// - Returns: The port.
    /// - Throws: `TransportError.unreachable` if the port is taken.
    @discardableResult public func start() throws(TransportError) -> UInt16 { try server.start() }

    /// Cuts all connections and stops listening, as if the server had been killed.
    public func stop() { server.stop() }
}
