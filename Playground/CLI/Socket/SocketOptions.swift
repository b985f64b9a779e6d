import Foundation
import Sockets
import WebSockets

/// The options of `playground socket --url`.
struct SocketOptions {
    let request: ConnectionRequest
    /// Makes a transport for an attempt to connect.
    let transport: @Sendable () -> any Transport

    static let help = [
        "  playground socket                 its own server dies and comes back; then, on a terminal, type requests",
        "  playground socket --url <url> [<option>…]",
        "                                    connect to ws://… or wss://…, and send each line of standard input",
        "",
        Options.serverHelp,
        "  --header       a field of the handshake, such as “X-Name: value”; it can be repeated",
        "  --subprotocol  a subprotocol that the client speaks; it can be repeated, with the preferred one first",
        "",
        "The token is sent as the header “Authorization: Bearer …”. A line that begins with a slash is a command, and not",
        "sent: \(LiveSocket.commandList). What begins with two slashes is sent",
        "with one. At the end of the input the client has \(LiveSocket.drainTime.components.seconds) s for everything to be sent and answered; then it",
        "disconnects. The exit status is 1 if there was no connection, or something was not sent.",
    ]

    /// Reads options; the error says what is wrong and what is possible.
    init(_ words: [String]) throws(UsageError) {
        let options = try Options(words, of: "socket", Self.forms)
        guard let url = try options.urls().first else {
            throw UsageError("socket connects to what --url names; see playground socket --help")
        }
        var request = ConnectionRequest(to: url, subprotocols: options.all("--subprotocol"))
        request.headers = try options.all("--header").map(SocketOptions.header)
        if let token = try options.token() { request.headers.append(HeaderField("Authorization", "Bearer \(token)")) }
        do throws(TransportError) {
            try request.validate()
        } catch {
            throw UsageError("\(error)")
        }
        self.request = request
        transport = try options.transport()
    }

    private static let forms = [
        "--url <url>", "--token <token>", "--token-file <file>", "--ca <file>", "--header <name: value>…",
        "--subprotocol <name>…",
    ]

    private static func header(_ text: String) throws(UsageError) -> HeaderField {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError("“\(text)” is no header; headers read “Name: value”")
        }
        return HeaderField(
            String(text[..<colon]), text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
}
