import Foundation
import Sockets
import WebSockets

/// A socket that listens on this machine only, and accepts every connection.
// Sound: the properties are used on `queue` only.
package final class Listener: @unchecked Sendable {
    /// The number of connections that are accepted before other work on the queue gets its turn.
    private static let acceptLimit = 16

    package let port: UInt16
    private let queue: DispatchQueue
    private let watch: DescriptorWatch
    private let descriptor: SocketDescriptor
    private let accept: (SocketDescriptor) -> Void

    /// Begins to listen on a port of 127.0.0.1; for port 0, on a free port.
    ///
    /// `accept` is called on the serial queue with each new connection, and must dispose of the connection. Throws
    /// `TransportError.unreachable` if the port is taken.
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

    /// Listens on a random port below 32,768. While the server is stopped, no other program gets it.
    private static func listenAnywhere() throws(TransportError) -> (SocketDescriptor, UInt16) {
        for _ in 1...100 {
            if let result = try? listen(on: .random(in: 20_000..<30_000)) { return result }
        }
        return try listen(on: 0)
    }

    private static func listen(on port: UInt16) throws(TransportError) -> (SocketDescriptor, UInt16) {
        let descriptor = try SocketDescriptor(family: AF_INET)
        do throws(TransportError) {
            // Otherwise the port would stay taken for a minute after a server with open connections has ended.
            descriptor.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            return (descriptor, try descriptor.listen(onLoopbackPort: port))
        } catch {
            descriptor.dispose()
            throw error
        }
    }

    package func close() {
        // The port is free from now on. The watch closes the descriptor a little later, when it has ended.
        descriptor.finishListening()
        watch.cancel()
    }

    private func waitForConnections() {
        watch.whenReadable { [weak self] in
            guard let self else { return }
            do throws(TransportError) {
                // Between groups of connections, the queue closes descriptors of ended connections.
                for _ in 0..<Listener.acceptLimit {
                    guard let connection = try descriptor.acceptConnection() else { break }
                    accept(connection)
                }
                waitForConnections()
            } catch {
                // The waiting client keeps the socket readable, so without a delay this would be called all the time.
                queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in self?.waitForConnections() }
            }
        }
    }
}
