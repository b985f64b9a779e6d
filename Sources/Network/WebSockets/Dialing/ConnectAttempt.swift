import Sockets

/// An attempt to connect a socket to an address, on the serial queue of a stream.
protocol ConnectAttempt: AnyObject, Sendable {
    /// Begins to connect, or continues after a wait.
    ///
    /// Returns the events to wait for, or `nil` if the socket is connected. Throws the reason why it cannot be
    /// connected.
    func resume() throws(TransportError) -> ConnectWait?

    /// Releases the attempt's resources except its socket; called once, while the socket is still open.
    func end()
}

/// The events that an attempt waits for. The attempt continues at the first event.
struct ConnectWait: Hashable {
    var reads = false
    var writes = false
    /// The time after which the attempt continues without an event; `nil` for no such time.
    var time: Duration?
}

/// An attempt to connect without encryption.
// Sound: it is used on the queue of its stream only.
final class TCPAttempt: ConnectAttempt, @unchecked Sendable {
    private let descriptor: SocketDescriptor
    private let address: SocketAddress
    private var hasBegun = false

    init(_ descriptor: SocketDescriptor, to address: SocketAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    func resume() throws(TransportError) -> ConnectWait? {
        if !hasBegun {
            hasBegun = true
            if try descriptor.startConnecting(to: address) { return nil }
        }
        // Checked each time, even the first: a server on this machine has answered by now. And if there is no free
        // descriptor, the watch calls back without an event.
        return try descriptor.isConnected() ? nil : ConnectWait(writes: true)
    }

    func end() {}
}
