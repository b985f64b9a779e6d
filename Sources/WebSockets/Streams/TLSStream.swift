import Foundation
import Sockets

/// A TCP connection that is encrypted, by the system's libcurl.
///
/// The peer has to prove that it is the host that was asked for. No proxy is used, whatever the environment says.
// Sound: everything but opening happens on its serial queue, and that hands the connection over when it has ended.
package final class TLSStream: ByteStream, @unchecked Sendable {
    private let url: String
    private let certificateAuthorities: String?
    private let queue: DispatchQueue

    /// A connection from the moment it begins to be opened.
    private var connection: CurlConnection?
    private var watch: DescriptorWatch?
    private var opening = ConnectCompletion()

    private var readHandler: (() -> Void)?
    /// Bytes may be left within TLS, which the descriptor knows nothing of: so there are until a read found none.
    private var mayHoldBytes = true

    /// One record of TLS at most (RFC 8446, section 5.1), which has been taken from the writer.
    ///
    /// If there is no room, TLS wants exactly the same bytes again, and from the same place; the writer may do as it likes.
    // Sound: the memory belongs to this object, which frees it.
    private let record = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 16)
    /// The part of the record that is still to be written.
    private var unwritten = 0..<0

    /// A connection that is still to be made.
    ///
    /// - Parameters:
    ///   - host: The name or the numeric address of the peer, an IPv6 address without brackets.
    ///   - port: The peer's port.
    ///   - certificateAuthorities: A file with the certificates of the authorities to trust, in PEM; `nil` for those that
    ///     the system trusts.
    ///   - queue: The serial queue on which everything happens.
    package init(host: String, port: UInt16, certificateAuthorities: String?, queue: DispatchQueue) {
        // The zone of an address, which begins with a percent sign, is the one thing to be encoded (RFC 6874).
        url = "https://\(host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host):\(port)"
        self.certificateAuthorities = certificateAuthorities
        self.queue = queue
    }

    deinit { record.deallocate() }

    package func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void) {
        opening.begin(completion)
        let connection: CurlConnection
        do throws(TransportError) {
            connection = try CurlConnection(
                url: url, certificateAuthorities: certificateAuthorities, timeout: timeout)
        } catch {
            return queue.async { self.complete(error) }
        }
        self.connection = connection
        // Its own as well as libcurl's, which may go on waiting for a name server.
        opening.wait(until: .now() + timeout.dispatchInterval, on: queue) { [weak self] in self?.complete(.timedOut) }
        // A thread for each attempt, since peers that do not answer would use up the few threads of Dispatch.
        Thread.detachNewThread { [queue] in
            let result = Result { () throws(TransportError) in try connection.open() }
            queue.async { self.opened(result) }
        }
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        guard watch != nil, let connection else { throw .aborted }
        let count = try connection.receive(into: buffer)
        mayHoldBytes = count != nil
        return count
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        guard try flush() else { return nil }
        let count = min(bytes.count, record.count)
        record.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        unwritten = 0..<count
        _ = try flush()
        return count
    }

    package func flush() throws(TransportError) -> Bool {
        guard watch != nil, let connection else { throw .aborted }
        while !unwritten.isEmpty {
            guard let count = try connection.send(UnsafeRawBufferPointer(rebasing: record[unwritten])) else {
                return false
            }
            unwritten.removeFirst(count)
        }
        return true
    }

    package func whenReadable(_ handler: @escaping () -> Void) {
        readHandler = handler
        if mayHoldBytes {
            queue.async { self.readable() }
        } else {
            watch?.whenReadable { [weak self] in self?.readable() }
        }
    }

    package func whenWritable(_ handler: @escaping () -> Void) { watch?.whenWritable(handler) }

    package func close() {
        tearDown()
        opening.abort(on: queue)
    }

    private func opened(_ result: Result<Void, TransportError>) {
        guard opening.isUnderWay, let connection else { return }
        switch result {
        case .success where connection.socket < 0: complete(.unreachable("the connection is gone already"))
        case .success:
            SocketDescriptor(connection.socket).limitUnsent()
            // The watch keeps the connection, and so its descriptor, until Dispatch watches it no longer.
            watch = DescriptorWatch(connection.socket, queue: queue) { withExtendedLifetime(connection) {} }
            complete(nil)
        case .failure(let error):
            complete(error)
        }
    }

    private func complete(_ error: TransportError?) {
        guard let completion = opening.end() else { return }
        if error != nil { tearDown() }
        completion(error)
    }

    private func readable() {
        let handler = readHandler
        readHandler = nil
        handler?()
    }

    private func tearDown() {
        readHandler = nil
        watch?.cancel()
        watch = nil
        connection?.cancel()
        connection = nil
    }
}
