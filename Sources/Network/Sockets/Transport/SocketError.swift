import AsyncPrimitives

/// The reason why a client has no connection, or cannot carry out a request.
public enum SocketError: Error, Hashable, Sendable {
    /// The connection could not be opened, or broke.
    case transport(TransportError)
    /// The peer refused the handshake with an HTTP status, and perhaps with a `Retry-After`.
    ///
    /// `body` is the beginning of the answer's text, on one line and of at most 4 KiB.
    ///
    /// The status 401 counts as ``unauthenticated(_:cause:)``. The status 403 may come from a proxy, so the client
    /// tries again. If your server refuses the client with it, disconnect.
    case refused(status: Int, headers: [HeaderField], body: String = "")
    /// The peer closed the connection.
    case closed(code: CloseCode, reason: String)
    /// Connecting, the start of a session, or the answer to a ping took too long.
    case timedOut
    /// The peer sent nothing, not even an answer to a ping.
    case peerSilent
    /// The peer does not accept the client; with the text of the peer.
    ///
    /// The text comes from an ``AuthenticationError``, or from `cause`: a handshake that was refused with the status
    /// 401, or a close frame with the code 3000 or 3003. In the second case it begins with the reason, or with
    /// `WWW-Authenticate` and the body, and ends with the status or the code. If a session throws an
    /// ``AuthenticationError``, and the peer has closed the connection with a reason, the closing is the `cause`.
    indirect case unauthenticated(String, cause: SocketError? = nil)
    /// The request for a connection could not be made; with the text of the thrown error.
    case noRequest(String)
    /// The session could not be started, or failed later; with the text of the error.
    case noSession(String)
    /// The peer does not speak the protocol of the session; with the problem.
    ///
    /// Another attempt would not help, so the client disconnects. A session throws this error, or fails with it.
    case incompatible(String)
    /// There is no connection, and none is wanted.
    case notConnected
    /// The client was disconnected before the message was sent.
    case disconnected
    /// The number of messages that wait to go out, or of their bytes, would exceed its limit.
    case queueIsFull(limit: Int, ofBytes: Bool = false)
}

/// The error for a peer that does not accept the client.
///
/// Throw it from the closure that makes the request for a connection, or from the start of a session. The client then
/// disconnects, and does not try again by itself.
public struct AuthenticationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

extension SocketError {
    /// True if another attempt with the same request would fail in the same way.
    package var isFinal: Bool {
        switch self {
        case .unauthenticated, .incompatible, .transport(.invalidRequest): true
        default: false
        }
    }

    /// True if the peer closed the connection because it restarts or is overloaded, not because of the client.
    var isRefusalOfEveryone: Bool {
        if case .closed(.serviceRestart, _) = self { return true }
        if case .closed(.tryAgainLater, _) = self { return true }
        return false
    }
}

extension SocketError: CustomStringConvertible {
    public var description: String {
        let text =
            switch self {
            case .transport(let error): error.description
            case .refused, .closed: words.isEmpty ? answer : "\(answer): \(words)"
            case .timedOut: "timed out"
            case .peerSilent: "the server does not answer"
            case .unauthenticated(let problem, _): "not accepted: \(problem)"
            case .noRequest(let problem): "the request for the connection failed: \(problem)"
            case .noSession(let problem): "the session failed: \(problem)"
            case .incompatible(let problem): "another protocol: \(problem)"
            case .notConnected: "not connected"
            case .disconnected: "disconnected before it was sent"
            case .queueIsFull(let limit, ofBytes: false): "\(limit) messages already wait to be sent"
            case .queueIsFull(let limit, ofBytes: true): "no more than \(limit) bytes may wait to be sent"
            }
        return text.shown()
    }

    /// The status or the code with which the peer refused or closed, without the peer's text.
    private var answer: String {
        switch self {
        case .refused(let status, _, _): "refused with status \(status)"
        case .closed(.noStatus, _): "closed by the peer without a code"
        case .closed(let code, _): "closed by the peer with code \(code)"
        default: ""
        }
    }

    /// The text with which the peer refused or closed; may be empty. Of the headers, none that may hold a secret.
    private var words: String {
        switch self {
        case .refused(_, let headers, let body):
            let words = headers.compactMap { header in
                switch header.name.lowercased() {
                case "www-authenticate", "proxy-authenticate": header.value
                case "retry-after": "Retry-After \(header.value)"
                default: nil
                }
            }
            // The body is cut, because a page for a browser would fill the screen.
            return (words + [body.shown(limit: 300)]).filter { !$0.isEmpty }.joined(separator: "; ")
        case .closed(_, let reason): return reason
        default: return ""
        }
    }
}

extension SocketError {
    /// Converts an error that a request or a session has thrown. `otherwise` converts the text of an unknown error.
    init(_ error: any Error, otherwise: (String) -> SocketError) {
        switch error {
        case let error as AuthenticationError: self = .unauthenticated(error.description.shown())
        case let error as SocketError: self = error
        default: self = otherwise("\(error)".shown())
        }
    }

    /// Converts an answer of the peer. Some statuses and codes mean that the peer does not accept the client.
    init(answer: SocketError) {
        switch answer {
        case .refused(status: 401, _, _), .closed(.unauthorized, _), .closed(.forbidden, _):
            let words = answer.words.shown()
            self = .unauthenticated(words.isEmpty ? answer.answer : "\(words) (\(answer.answer))", cause: answer)
        default: self = answer
        }
    }

    /// Converts the end of a connection. A code and a reason of the peer replace the error.
    init(code: CloseCode, reason: String, error: TransportError?) {
        if let error, [.noStatus, .abnormal].contains(code) {
            self = .transport(error)
        } else {
            self.init(answer: .closed(code: code, reason: reason))
        }
    }

    /// Joins the error of a session with the end of its connection, which happened before the error.
    ///
    /// The result has all information from the peer: from its messages and from its close frame.
    func joined(with end: SocketError) -> SocketError {
        switch (self, end) {
        case (.unauthenticated, _) where end.isRefusalOfEveryone, (.incompatible, _) where end.isRefusalOfEveryone: end
        case (.unauthenticated(let problem, nil), .unauthenticated(_, let cause)):
            .unauthenticated(problem, cause: cause)
        case (.unauthenticated(let problem, nil), .closed(_, let reason)) where !reason.isEmpty:
            .unauthenticated(problem, cause: end)
        case (.unauthenticated, _): self
        case (.noSession, .unauthenticated), (.incompatible, .unauthenticated): end
        case (.noSession(let problem), _): .noSession("\(problem) (\(end))")
        case (.incompatible(let problem), _): .incompatible("\(problem) (\(end))")
        default: end
        }
    }
}
