import Foundation
import Sockets
import WebSockets

extension SocketDescriptor {
    /// Begins to listen on a port of 127.0.0.1, or for 0 on a free port, and returns the port.
    ///
    /// The system opens up to `backlog` connections that are not accepted yet. Throws `TransportError.unreachable` if
    /// the port is taken.
    package func listen(onLoopbackPort port: UInt16, backlog: Int32 = SOMAXCONN) throws(TransportError) -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        address.sin_port = port.bigEndian
        var size = socklen_t(MemoryLayout.size(ofValue: address))
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(number, address, size) == 0 && Foundation.listen(number, backlog) == 0
                    ? getsockname(number, address, &size) : -1
            }
        }
        guard status == 0 else { throw .unreachable("port \(port): \(SystemError.text())") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Accepts the next connection that a client has opened; returns `nil` if no client waits.
    ///
    /// Throws `TransportError.unreachable` if the system has no free descriptor. The client then waits.
    package func acceptConnection() throws(TransportError) -> SocketDescriptor? {
        while true {
            let connection = accept(number, nil, nil)
            if connection >= 0 {
                // Swift cannot call accept4, so a program that is started before `prepare()` inherits the connection.
                let descriptor = SocketDescriptor(connection)
                descriptor.prepare()
                return descriptor
            }
            switch errno {
            case EINTR, ECONNABORTED: continue  // The client may have gone already.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .unreachable(SystemError.text())
            default: return nil
            }
        }
    }

    /// Frees the port of a listening socket, although the socket is still open.
    package func finishListening() {
        #if canImport(Darwin)
        // On Darwin, `shutdown` does not end listening. Replacing the socket does, and keeps its number taken.
        let spare = socket(AF_INET, SOCK_STREAM, 0)
        guard spare >= 0 else { return }
        dup2(spare, number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        close(spare)
        #else
        shutdown(number, Int32(SHUT_RDWR))
        #endif
    }
}
