import AsyncPrimitives
import Sockets

extension StompSession {
    /// A login and a passcode. Two values are equal if their bytes in UTF-8 are equal.
    public struct Credentials: Hashable, Sendable {
        private let wireLogin, wirePasscode: WireText

        /// The name of the user.
        package var login: String { wireLogin.text }
        /// A password or an access token; no description shows it.
        package var passcode: String { wirePasscode.text }

        public init(login: String, passcode: String) {
            (wireLogin, wirePasscode) = (login.onWire, passcode.onWire)
        }
    }

    /// The place where a server, or a gateway in front of it, expects the passcode.
    public enum PasscodePlace: Hashable, Sendable {
        /// The header `passcode` of the `CONNECT` frame. The header `login` names the user.
        case passcode
        /// Another header of the `CONNECT` frame, with this name. No header names the user.
        case header(String)
        /// A header of the request that opens the WebSocket. No header names the user, and `CONNECT` has no passcode.
        ///
        /// By default the header is `Authorization: Bearer <passcode>`. The status 401 then means that the passcode is
        /// refused; see ``/Sockets/SocketError``.
        ///
        /// Source: RFC 6750, 2.1.
        case handshake(header: String = "Authorization", scheme: String = "Bearer")
    }
}

extension StompSession.Credentials: SecretHolding {
    public var description: String { "credentials of \(login)" }
    package var shownParts: KeyValuePairs<String, Any> { ["login": login] }
}

extension StompSession {
    /// Checks that credentials can be sent, because otherwise each attempt would fail. Throws an `AuthenticationError`
    /// with the problem.
    nonisolated package func check(_ credentials: Credentials) throws(AuthenticationError) {
        let isControl: (Unicode.Scalar) -> Bool = { $0 != "\t" && ($0.value < 0x20 || $0.value == 0x7F) }
        if case .handshake(let name, _) = configuration.passcodePlace,
            credentials.passcode.unicodeScalars.contains(where: isControl)
        {
            throw AuthenticationError("the header “\(name)” cannot hold the control character in the passcode")
        }
        do {
            _ = try Frame.connect(with: credentials, configuration).message()
        } catch {
            throw AuthenticationError("\(error)")
        }
    }
}

extension Frame {
    /// Creates the frame that asks for a session.
    static func connect(
        with credentials: StompSession.Credentials, _ configuration: StompSession.Configuration
    ) -> Frame {
        var frame: Frame =
            switch configuration.passcodePlace {
            case .passcode:
                .connect(
                    host: configuration.host, login: credentials.login, passcode: credentials.passcode,
                    heartBeat: configuration.heartBeat)
            case .header(let name):
                .connect(
                    host: configuration.host, heartBeat: configuration.heartBeat,
                    headers: [HeaderField(name, credentials.passcode)])
            case .handshake: .connect(host: configuration.host, heartBeat: configuration.heartBeat)
            }
        frame.headers += StompSession.withoutOwnHeaders(configuration.connectHeaders).filter { frame[$0.name] == nil }
        return frame
    }
}
