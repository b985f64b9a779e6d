import Sockets
import SystemCurl

/// A TLS connection of the system's libcurl over a socket, from the attempt to connect until the end.
// Sound: it is used on the serial queue of its stream only.
final class CurlConnection: ConnectAttempt, @unchecked Sendable {
    private let descriptor: SocketDescriptor
    private let certificateAuthorities: String?
    private var connection: OpaquePointer?
    private var hasReceived = false

    /// The reason why this system has no encrypted connections; `nil` if it has.
    static var problem: TransportError? { curl_connection_missing().map { .invalidRequest(String(cString: $0)) } }

    /// Prepares a connection to a URL such as `https://example.org:443`, over a socket that is not connected.
    ///
    /// The socket must stay open until the connection has ended. The certificates come from the system, or from a file
    /// in PEM. Throws `TransportError.invalidRequest` without libcurl.
    init(
        url: String, certificateAuthorities: String?, over descriptor: SocketDescriptor, to address: SocketAddress
    ) throws(TransportError) {
        if let problem = CurlConnection.problem { throw problem }
        let connection = address.withPointer { address, length in
            curl_connection_create(url, certificateAuthorities, descriptor.number, address, length)
        }
        guard let connection else { throw .unreachable("libcurl has no memory left") }
        self.descriptor = descriptor
        self.certificateAuthorities = certificateAuthorities
        self.connection = connection
    }

    deinit { end() }

    func end() {
        guard let connection = connection.take() else { return }
        curl_connection_destroy(connection)
    }

    // MARK: Opening

    /// Connects the socket. During this call the handshake may also make progress, or fail.
    func resume() throws(TransportError) -> ConnectWait? {
        // The error matters only if the socket is not connected.
        let result = Result { () throws(TransportError) in try resumeHandshake() }
        // The first address that connects is used, even if the handshake fails.
        if descriptor.hasPeer { return nil }
        return try result.get()
    }

    /// Continues the handshake.
    ///
    /// Returns the events to wait for, or `nil` if the connection is open. Throws the reason if the handshake has
    /// failed, at each call.
    func resumeHandshake() throws(TransportError) -> ConnectWait? {
        let connection = try open()
        var wait = CurlConnectionWait()
        let code = curl_connection_resume(connection, &wait)
        switch Int(code) {
        case CURL_CONNECTION_OK: return nil
        case CURL_CONNECTION_AGAIN:
            let time = wait.milliseconds < 0 ? nil : Duration.milliseconds(Int64(wait.milliseconds))
            return ConnectWait(reads: wait.reads, writes: wait.writes, time: time)
        case CURL_CONNECTION_NOT_CONNECTED:
            let number = curl_connection_system_error(connection)
            throw .unreachable(number == 0 ? text(code) : SystemError.text(number))
        case CURL_CONNECTION_BAD_AUTHORITIES:
            if let problem = SocketDescriptor.shortage(reading: certificateAuthorities) {
                throw .unreachable("the certificate authorities cannot be read: \(problem)")
            }
            throw CurlConnection.openingError(Int(code), text: text(code))
        default: throw CurlConnection.openingError(Int(code), text: text(code))
        }
    }

    /// The error for a code of libcurl.
    ///
    /// Only problems of certificates and encryption become `untrusted`. If a connection ends before it is encrypted,
    /// the next attempt may succeed.
    static func openingError(_ code: Int, text: String) -> TransportError {
        switch code {
        case CURL_CONNECTION_TIMED_OUT: .timedOut
        case CURL_CONNECTION_HANDSHAKE_FAILED where isAboutAnEnd(text):
            .unreachable("the server closed the connection during the TLS handshake (\(text))")
        case CURL_CONNECTION_UNSUPPORTED, CURL_CONNECTION_NOT_BUILT_IN, CURL_CONNECTION_UNKNOWN_OPTION:
            .invalidRequest(text)
        case CURL_CONNECTION_BAD_OPTION, CURL_CONNECTION_HANDSHAKE_FAILED, CURL_CONNECTION_BAD_PEER_BEFORE_7_62,
            CURL_CONNECTION_BAD_PEER, CURL_CONNECTION_BAD_CERTIFICATE, CURL_CONNECTION_BAD_CIPHER,
            CURL_CONNECTION_BAD_ENGINE, CURL_CONNECTION_BAD_AUTHORITIES, CURL_CONNECTION_BAD_REVOCATIONS,
            CURL_CONNECTION_BAD_ISSUER, CURL_CONNECTION_BAD_PIN, CURL_CONNECTION_BAD_STATUS:
            .untrusted(text)
        default: .unreachable(text)
        }
    }

    /// Returns true if a text says that the connection has ended. All handshake problems have the same code.
    private static func isAboutAnEnd(_ text: String) -> Bool {
        let ofSystem = ["reset by peer", "Broken pipe"]
        let ofOpenSSL = ["SSL_ERROR_SYSCALL", "unexpected eof"]
        let ofGnuTLS = ["non-properly terminated", "pull function"]
        return (ofSystem + ofOpenSSL + ofGnuTLS).contains { text.contains($0) }
    }

    // MARK: Open

    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        var count = 0
        let code = curl_connection_receive(try open(), buffer.baseAddress, buffer.count, &count)
        guard try check(code) else { return nil }
        hasReceived = true
        return count
    }

    func send(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        var count = 0
        let code = curl_connection_send(try open(), bytes.baseAddress, bytes.count, &count)
        return try check(code) ? count : nil
    }

    private func open() throws(TransportError) -> OpaquePointer {
        guard let connection else { throw .aborted }
        return connection
    }

    private func check(_ code: Int32) throws(TransportError) -> Bool {
        switch Int(code) {
        case CURL_CONNECTION_OK: return true
        case CURL_CONNECTION_AGAIN: return false
        default:
            let text = text(code)
            // In TLS 1.3, a server reports a missing client certificate after the client has finished the handshake.
            if !hasReceived, text.contains("alert") { throw .untrusted("the server ended the TLS handshake (\(text))") }
            throw .connectionLost(text)
        }
    }

    private func text(_ code: Int32) -> String {
        connection.map { String(cString: curl_connection_text($0, code)) } ?? ""
    }
}
