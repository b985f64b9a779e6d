import Dispatch
import Sockets

/// A TCP connection, without encryption.
///
/// An ``AddressRace`` chooses the address of the host.
// Sound: everything happens on its serial queue.
package final class TCPStream: ByteStream, @unchecked Sendable {
    private let host: String
    private let port: UInt16
    private let resolver: HostResolver
    private let queue: DispatchQueue

    private var opening = ConnectOperation()
    private var dialer: Dialer<TCPAttempt>?
    private var socket: (descriptor: SocketDescriptor, watch: DescriptorWatch)?

    /// Creates a stream to a host name or a numeric address (IPv6 without brackets). The stream is not connected.
    ///
    /// Everything happens on the serial queue.
    init(host: String, port: UInt16, resolver: HostResolver = .shared, queue: DispatchQueue) {
        self.host = host
        self.port = port
        self.resolver = resolver
        self.queue = queue
    }

    /// Creates a stream over a connection that a server has accepted. The stream owns the socket from now on.
    package convenience init(adopting descriptor: SocketDescriptor, queue: DispatchQueue) {
        self.init(host: "", port: 0, queue: queue)
        _ = opening.end()  // The stream is open already.
        socket = (descriptor, DescriptorWatch(descriptor.number, queue: queue) { descriptor.dispose() })
    }

    package func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void) {
        // The operation retains the stream until it ends, so the closures below may retain the stream as well.
        opening.begin(keeping: self, completion)
        dialer = Dialer(
            to: host, port: port, timeout: timeout, resolver: resolver, on: queue,
            makeAttempt: { descriptor, address in TCPAttempt(descriptor, to: address) },
            completion: { result in self.dialed(result) })
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        guard let socket else { throw .aborted }
        return try socket.descriptor.receive(into: buffer)
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        guard let socket else { throw .aborted }
        return try socket.descriptor.transmit(bytes)
    }

    package func flush() -> Bool { true }

    package var unacknowledgedByteCount: Int { socket?.descriptor.unacknowledgedByteCount ?? 0 }

    package func whenReadable(_ handler: @escaping () -> Void) { socket?.watch.whenReadable(handler) }

    package func whenWritable(_ handler: @escaping () -> Void) { socket?.watch.whenWritable(handler) }

    package func close() {
        tearDown()
        opening.abort(on: queue)
    }

    private func dialed(_ result: Result<Dialer<TCPAttempt>.Connection, TransportError>) {
        switch result {
        case .success(let connection):
            socket = (connection.descriptor, connection.watch)
            complete(nil)
        case .failure(let error):
            complete(error)
        }
    }

    private func complete(_ error: TransportError?) {
        guard let completion = opening.end() else { return }
        dialer = nil
        completion(error)
    }

    private func tearDown() {
        dialer?.cancel()
        dialer = nil
        socket?.watch.cancel()
        socket = nil
    }
}

/// Methods for the server on this machine, which tests and the playground use.
extension TCPStream {
    /// Tells the peer that nothing more will be written, and continues to read.
    package func finishWriting() { socket?.descriptor.finishWriting() }

    /// Closes the connection in such a way that the peer sees a reset.
    package func reset() {
        socket?.descriptor.resetWhenDisposed()
        close()
    }
}
