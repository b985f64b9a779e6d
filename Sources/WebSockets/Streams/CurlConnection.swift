import Sockets
import SystemCurl

/// A connection of the system's libcurl; it is closed when the last reference to it is released.
// Sound: it is opened in one thread and handed to one queue afterwards, and a cancellation is atomic.
final class CurlConnection: @unchecked Sendable {
    private let connection: OpaquePointer

    /// Prepares a connection.
    ///
    /// - Parameters:
    ///   - url: Such as `https://example.org:443`.
    ///   - certificateAuthorities: A file of certificates in PEM; those of the system if there is none.
    ///   - timeout: The time until it is open, at least a millisecond.
    /// - Throws: `TransportError.untrusted` if there is no libcurl.
    init(url: String, certificateAuthorities: String?, timeout: Duration) throws(TransportError) {
        if let problem = curl_connection_missing() { throw .untrusted(String(cString: problem)) }
        let milliseconds = min(max(timeout / .milliseconds(1), 1), 1_000_000_000)
        guard let connection = curl_connection_create(url, certificateAuthorities, Int(milliseconds)) else {
            throw .unreachable("libcurl has no memory left")
        }
        self.connection = connection
    }

    deinit { curl_connection_destroy(connection) }

    /// The socket, to be watched only; -1 if there is none.
    var socket: Int32 { curl_connection_socket(connection) }

    /// Connects, and waits until that has succeeded or failed.
    func open() throws(TransportError) {
        let code = curl_connection_open(connection)
        guard code == CURL_CONNECTION_OK else {
            throw CurlConnection.openingError(Int(code), text: text(code))
        }
    }

    /// The error for a code of libcurl.
    ///
    /// Only what has to do with certificates and encryption is a matter of trust. A handshake that failed counts as one
    /// even if the peer has just left: that cannot be told from one that does not encrypt, and is the safer thing to say.
    static func openingError(_ code: Int, text: String) -> TransportError {
        switch code {
        case CURL_CONNECTION_TIMED_OUT: .timedOut
        case CURL_CONNECTION_CANCELLED: .aborted
        case CURL_CONNECTION_UNSUPPORTED, CURL_CONNECTION_NOT_BUILT_IN, CURL_CONNECTION_UNKNOWN_OPTION,
            CURL_CONNECTION_BAD_OPTION, CURL_CONNECTION_HANDSHAKE_FAILED, CURL_CONNECTION_BAD_PEER_BEFORE_7_62,
            CURL_CONNECTION_BAD_PEER, CURL_CONNECTION_BAD_CERTIFICATE, CURL_CONNECTION_BAD_CIPHER,
            CURL_CONNECTION_BAD_ENGINE, CURL_CONNECTION_BAD_AUTHORITIES, CURL_CONNECTION_BAD_REVOCATIONS,
            CURL_CONNECTION_BAD_ISSUER, CURL_CONNECTION_BAD_PIN, CURL_CONNECTION_BAD_STATUS:
            .untrusted(text)
        default: .unreachable(text)
        }
    }

    /// Makes ``open()`` end within a second; may be called in any thread.
    func cancel() { curl_connection_cancel(connection) }

    /// Reads the bytes that are there: see ``ByteStream/read(into:)``.
    func receive(into buffer: UnsafeMutableRawBufferPointer) throws(TransportError) -> Int? {
        var count = 0
        let code = curl_connection_receive(connection, buffer.baseAddress, buffer.count, &count)
        return try check(code) ? count : nil
    }

    /// Writes as much as there is room for: see ``ByteStream/write(_:)``.
    func send(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Int? {
        var count = 0
        let code = curl_connection_send(connection, bytes.baseAddress, bytes.count, &count)
        return try check(code) ? count : nil
    }

    private func check(_ code: Int32) throws(TransportError) -> Bool {
        switch Int(code) {
        case CURL_CONNECTION_OK: true
        case CURL_CONNECTION_AGAIN: false
        default: throw .connectionLost(text(code))
        }
    }

    private func text(_ code: Int32) -> String { String(cString: curl_connection_text(connection, code)) }
}
