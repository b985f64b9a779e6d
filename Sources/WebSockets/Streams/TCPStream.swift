import Foundation
import Sockets

/// A TCP connection, without encryption.
///
/// The addresses of the host are tried one after the other, as the system orders them. Each has an equal share of the
/// time that is left, so that one that does not answer does not keep the others from being tried.
// Sound: everything but the lookup happens on its serial queue, and the lookup gets copies of what it needs.
package final class TCPStream: ByteStream, @unchecked Sendable {
    private let host: String
    private let port: UInt16
    private let queue: DispatchQueue

    private var socket: (descriptor: SocketDescriptor, watch: DescriptorWatch)?
    /// The addresses that have not been tried yet.
    private var addresses: ArraySlice<SocketAddress> = []
    private var opening = ConnectCompletion()
    private var deadline = DispatchTime.distantFuture

    /// A connection that is still to be made.
    ///
    /// - Parameters:
    ///   - host: The name or the numeric address of the peer, an IPv6 address without brackets.
    ///   - port: The peer's port.
    ///   - queue: The serial queue on which everything happens.
    package init(host: String, port: UInt16, queue: DispatchQueue) {
        self.host = host
        self.port = port
        self.queue = queue
    }

    /// A connection that a server has accepted.
    ///
    /// - Parameters:
    ///   - descriptor: A socket that is prepared; it belongs to the stream from now on.
    ///   - queue: The serial queue on which everything happens.
    package init(adopting descriptor: SocketDescriptor, queue: DispatchQueue) {
        host = ""
        port = 0
        self.queue = queue
        _ = opening.end()  // It is open.
        watch(descriptor)
    }

    package func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void) {
        opening.begin(completion)
        deadline = .now() + timeout.dispatchInterval
        wait(until: deadline)
        if let addresses = SocketAddress.numeric(host: host, port: port) {
            queue.async { self.lookedUp(.success(addresses)) }
        } else {
            // A thread for each lookup, since a mute name server would use up the few threads of Dispatch.
            Thread.detachNewThread { [host, port, queue] in
                let result = Result { () throws(TransportError) in try SocketAddress.lookUp(host: host, port: port) }
                queue.async { self.lookedUp(result) }
            }
        }
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

    package func whenReadable(_ handler: @escaping () -> Void) { socket?.watch.whenReadable(handler) }

    package func whenWritable(_ handler: @escaping () -> Void) { socket?.watch.whenWritable(handler) }

    package func close() {
        tearDown()
        opening.abort(on: queue)
    }

    // MARK: Connecting

    private func lookedUp(_ result: Result<[SocketAddress], TransportError>) {
        guard opening.isUnderWay else { return }
        switch result {
        case .success(let addresses):
            self.addresses = addresses[...]
            tryNextAddress(after: .unreachable("\(host) has no address"))
        case .failure(let error):
            complete(error)
        }
    }

    /// Tries the addresses that are left, or reports why the latest one has failed.
    private func tryNextAddress(after error: TransportError) {
        tearDown()
        let now = DispatchTime.now()
        guard now < deadline else { return complete(.timedOut) }
        guard let address = addresses.popFirst() else { return complete(error) }
        let share = (deadline.uptimeNanoseconds - now.uptimeNanoseconds) / UInt64(addresses.count + 1)
        wait(until: now + .nanoseconds(Int(share)))
        do throws(TransportError) {
            let descriptor = try SocketDescriptor(family: address.family)
            watch(descriptor)
            if try descriptor.startConnecting(to: address) { return complete(nil) }
            waitForConnection()
        } catch {
            tryNextAddress(after: error)
        }
    }

    private func waitForConnection() {
        // The stream stays until its completion has been called, even if its owner has released it.
        socket?.watch.whenWritable { self.connectingGoesOn() }
    }

    private func connectingGoesOn() {
        guard let socket else { return }
        do throws(TransportError) {
            // The watch may have had no descriptor to wait with, and have guessed.
            if try socket.descriptor.isConnected() { complete(nil) } else { waitForConnection() }
        } catch {
            tryNextAddress(after: error)
        }
    }

    private func complete(_ error: TransportError?) {
        guard let completion = opening.end() else { return }
        if error != nil { tearDown() }
        completion(error)
    }

    private func wait(until time: DispatchTime) {
        opening.wait(until: time, on: queue) { [weak self] in self?.tryNextAddress(after: .timedOut) }
    }

    private func watch(_ descriptor: SocketDescriptor) {
        let watch = DescriptorWatch(descriptor.number, queue: queue) { descriptor.dispose() }
        socket = (descriptor, watch)
    }

    private func tearDown() {
        socket?.watch.cancel()
        socket = nil
    }
}

/// For servers only: the one on this machine that tests and the playground use.
extension TCPStream {
    /// Tells the peer that nothing more will be written, and goes on reading.
    package func finishWriting() { socket?.descriptor.finishWriting() }

    /// Lets go of the connection in such a way that the peer sees a reset.
    package func reset() {
        socket?.descriptor.resetWhenDisposed()
        close()
    }
}

extension Duration {
    /// The same, as Dispatch counts; more than thirty years are thirty years, and a negative time is none.
    var dispatchInterval: DispatchTimeInterval {
        let (seconds, attoseconds) = min(max(self, .zero), .seconds(1_000_000_000)).components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }
}
