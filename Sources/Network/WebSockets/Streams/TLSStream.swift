import AsyncPrimitives
import Dispatch
import Sockets

/// A TCP connection that the system's libcurl encrypts.
///
/// The certificate must prove that the peer is the requested host. No proxy is used, even if the environment names one.
// Sound: everything happens on its serial queue.
final class TLSStream: ByteStream, @unchecked Sendable {
    private let url: String
    private let host: String
    private let port: UInt16
    private let certificateAuthorities: String?
    private let resolver: HostResolver
    private let queue: DispatchQueue

    private var opening = ConnectOperation()
    private var dialer: Dialer<CurlConnection>?
    /// The connected socket; `nil` before the TCP connection is made, and after the end.
    private var connection: Dialer<CurlConnection>.Connection?
    private var handshakeTimer: ScopedTask?

    private var readHandler: (() -> Void)?
    /// True until a read finds no bytes. TLS may keep decrypted bytes, which a watch of the descriptor does not notice.
    private var mayHoldBytes = true

    /// The bytes that the writer has passed: at most one TLS record (RFC 8446, section 5.1).
    ///
    /// If there is no room, the next attempt must pass the same bytes at the same address to TLS. The writer does not
    /// guarantee that, so the stream copies them.
    // Sound: the memory belongs to this object, which frees it.
    private let record = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 16)
    private var unwritten = 0..<0

    /// Creates a stream that is not connected, to a host as in ``TCPStream``.
    ///
    /// It trusts the authorities in a PEM file; for `nil`, the system's authorities. Everything happens on the serial
    /// queue.
    init(
        host: String, port: UInt16, certificateAuthorities: String?, resolver: HostResolver = .shared,
        queue: DispatchQueue
    ) {
        // Only the percent sign before the zone of an address must be encoded (RFC 6874).
        url = "https://\(host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host):\(port)"
        self.host = host
        self.port = port
        self.certificateAuthorities = certificateAuthorities
        self.resolver = resolver
        self.queue = queue
    }

    deinit { record.deallocate() }

    func connect(timeout: Duration, completion: @escaping (TransportError?) -> Void) {
        // The operation retains the stream until it ends, so the closures below may retain the stream as well.
        opening.begin(keeping: self, completion)
        opening.setDeadline(after: timeout, on: queue) { self.complete(.timedOut) }
        if let problem = CurlConnection.problem { return queue.async { self.complete(problem) } }
        dialer = Dialer(
            to: host, port: port, timeout: timeout, resolver: resolver, on: queue,
            makeAttempt: { [url, certificateAuthorities] (descriptor, address) throws(TransportError) in
                try CurlConnection(
                    url: url, certificateAuthorities: certificateAuthorities, over: descriptor, to: address)
            },
            completion: { result in self.dialed(result) })
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        guard let connection else { throw .aborted }
        let count = try connection.attempt.receive(into: buffer)
        mayHoldBytes = count != nil
        return count
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        guard try flush() else { return nil }
        let count = min(bytes.count, record.count)
        record.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        unwritten = 0..<count
        _ = try flush()
        return count
    }

    func flush() throws(TransportError) -> Bool {
        guard let connection else { throw .aborted }
        while !unwritten.isEmpty {
            guard let count = try connection.attempt.send(UnsafeRawBufferPointer(rebasing: record[unwritten])) else {
                return false
            }
            unwritten.removeFirst(count)
        }
        return true
    }

    var unacknowledgedByteCount: Int { connection?.descriptor.unacknowledgedByteCount ?? 0 }

    func whenReadable(_ handler: @escaping () -> Void) {
        readHandler = handler
        if mayHoldBytes {
            queue.async { self.readable() }
        } else {
            connection?.watch.whenReadable { [weak self] in self?.readable() }
        }
    }

    func whenWritable(_ handler: @escaping () -> Void) {
        connection?.watch.whenWritable(handler)
    }

    func close() {
        tearDown()
        opening.abort(on: queue)
    }

    private func dialed(_ result: Result<Dialer<CurlConnection>.Connection, TransportError>) {
        dialer = nil
        switch result {
        case .success(let connection):
            self.connection = connection
            resumeHandshake()
        case .failure(let error):
            complete(error)
        }
    }

    private func resumeHandshake() {
        guard opening.isUnderWay, let connection else { return }
        do throws(TransportError) {
            guard let wait = try connection.attempt.resumeHandshake() else { return complete(nil) }
            if wait.reads { connection.watch.whenReadable { [weak self] in self?.resumeHandshake() } }
            if wait.writes { connection.watch.whenWritable { [weak self] in self?.resumeHandshake() } }
            handshakeTimer = nil
            guard let time = wait.time else { return }
            handshakeTimer = .timer(after: time, on: queue) { [weak self] in self?.resumeHandshake() }
        } catch {
            complete(error)
        }
    }

    private func complete(_ error: TransportError?) {
        guard let completion = opening.end() else { return }
        handshakeTimer = nil
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
        dialer?.cancel()
        dialer = nil
        handshakeTimer = nil
        // When the watch ends, it ends the encryption and closes the socket.
        connection?.watch.cancel()
        connection = nil
    }
}
