import Foundation
import Sockets
import WebSockets

extension SocketDescriptor {
    /// Begins to listen on a port of 127.0.0.1, and returns the port; 0 stands for a free port.
    ///
    /// The system opens `backlog` connections before they are accepted. Throws `TransportError.unreachable` if the port
    /// is taken.
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

    /// Accepts the next connection that a client has opened; returns `nil` if none waits.
    ///
    /// Throws `TransportError.unreachable` if the system has no free descriptor; the connection then waits.
    package func acceptConnection() throws(TransportError) -> SocketDescriptor? {
        while true {
            let connection = accept(number, nil, nil)
            if connection >= 0 {
                // Swift cannot call accept4, which would keep other programs from inheriting the connection.
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

    /// Frees the port of a socket that listens, before the socket is disposed of.
    package func finishListening() {
        #if canImport(Darwin)
        // On Darwin, shutting down does not end listening. Replacing the socket does, and keeps the number taken.
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
