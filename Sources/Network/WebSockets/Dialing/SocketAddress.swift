import Foundation
import Sockets

/// The address of one end of a TCP connection.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    init(copying address: UnsafePointer<sockaddr>, length: socklen_t) {
        self.length = length
        withUnsafeMutableBytes(of: &storage) { storage in
            storage.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(length)))
        }
    }

    /// The address family: `AF_INET`, `AF_INET6` or another.
    var family: Int32 { Int32(storage.ss_family) }

    /// Calls `body` with the address as system calls expect it.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafeBytes(of: storage) { bytes in
            body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress!, length)
        }
    }

    /// Returns the addresses of a host for which no name server must be asked: `127.0.0.1`, `::1` or `localhost`.
    ///
    /// Returns `nil` if the host is a name to look up.
    static func known(_ host: String, port: UInt16) -> [SocketAddress]? {
        // RFC 6761, section 6.3: a name whose last label is `localhost` always stands for this machine.
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        guard let last = labels.last, String(Substring(last)).lowercased() == "localhost" else {
            return numeric(host, port: port)
        }
        return ["::1", "127.0.0.1"].compactMap { numeric($0, port: port)?.first }
    }

    private static func numeric(_ host: String, port: UInt16) -> [SocketAddress]? {
        try? addresses(of: host, port: port, flags: AI_NUMERICHOST)
    }

    /// Asks the system for the addresses of a host, which may take as long as its name servers take.
    ///
    /// Returns at least one address, in the order in which to try them (RFC 6724). Throws `TransportError.unreachable`
    /// if the host is unknown.
    static func lookUp(_ host: String, port: UInt16) throws(TransportError) -> [SocketAddress] {
        try addresses(of: host, port: port, flags: AI_ADDRCONFIG)
    }

    private static func addresses(
        of host: String, port: UInt16, flags: Int32
    ) throws(TransportError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_flags = flags
        hints.ai_socktype = SocketDescriptor.streamType
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &first)
        guard status == 0 else {
            let problem = status == EAI_SYSTEM ? SystemError.text() : String(cString: gai_strerror(status))
            throw .unreachable("\(host): \(problem)")
        }
        defer { freeaddrinfo(first) }
        return sequence(first: first!.pointee, next: { $0.ai_next?.pointee }).map {
            SocketAddress(copying: $0.ai_addr, length: $0.ai_addrlen)
        }
    }
}
