import Foundation
import Sockets
import WebSockets

/// A socket that listens on this machine only, and accepts every connection.
// Sound: it is used on its queue only.
package final class Listener: @unchecked Sendable {
    /// The number of connections that are accepted before other things on the queue have their turn.
    private static let acceptLimit = 16

    package let port: UInt16
    private let queue: DispatchQueue
    private let watch: DescriptorWatch
    private let descriptor: SocketDescriptor
    private let accept: (SocketDescriptor) -> Void

    /// Begins to listen on a port of 127.0.0.1; 0 stands for a free one.
    ///
    /// `accept` is called on the serial queue, and owns the connections. Throws `TransportError.unreachable` if the
    /// port is taken.
    package init(port: UInt16 = 0, queue: DispatchQueue, accept: @escaping (SocketDescriptor) -> Void)
        throws(TransportError)
    {
        let (descriptor, port) = try port == 0 ? Listener.listenAnywhere() : Listener.listen(on: port)
        self.port = port
        self.descriptor = descriptor
        self.queue = queue
        self.accept = accept
        watch = DescriptorWatch(descriptor.number, queue: queue) { descriptor.dispose() }
        waitForConnections()
    }

    /// Takes a port that the system gives to no other program while the server is stopped: it hands out ports from 32,768
    /// on.
    private static func listenAnywhere() throws(TransportError) -> (SocketDescriptor, UInt16) {
        for _ in 1...100 {
            if let result = try? listen(on: .random(in: 20_000..<30_000)) { return result }
        }
        return try listen(on: 0)
    }

    private static func listen(on port: UInt16) throws(TransportError) -> (SocketDescriptor, UInt16) {
        let descriptor = try SocketDescriptor(family: AF_INET)
        do throws(TransportError) {
            // Or the port would be taken for a minute after a server with connections has ended.
            descriptor.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            return (descriptor, try descriptor.listen(onLoopbackPort: port))
        } catch {
            descriptor.dispose()
            throw error
        }
    }

    package func close() {
        // The descriptor is closed a little later, when it is no longer watched; the port is free from now on.
        descriptor.finishListening()
        watch.cancel()
    }

    private func waitForConnections() {
        watch.whenReadable { [weak self] in
            guard let self else { return }
            do throws(TransportError) {
                // In between, descriptors of connections that have ended are closed.
                for _ in 0..<Listener.acceptLimit {
                    guard let connection = try descriptor.acceptConnection() else { break }
                    accept(connection)
                }
                waitForConnections()
            } catch {
                // The client that waits keeps the socket readable: asking at once would be asking all the time.
                queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.waitForConnections() }
            }
        }
    }
}
