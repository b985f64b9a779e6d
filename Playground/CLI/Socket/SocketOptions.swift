import Foundation
import Sockets
import WebSockets

/// The options of `playground socket --url`.
struct SocketOptions {
    let request: ConnectionRequest
    /// A file of the certificate authorities to trust; `nil` for those of the system.
    let certificateAuthorities: URL?

    static let help = [
        "  playground socket                 a server of its own dies and comes back; then, on a terminal, type requests",
        "  playground socket --url <url> [--header <name: value>]… [--subprotocol <name>]… [--ca <file>]",
        "                                    connect to ws://… or wss://…, and send each line of standard input",
        "",
        "  --header       a field of the handshake, such as \"Authorization: Bearer …\"",
        "  --subprotocol  a subprotocol that the client speaks, the preferred one first",
        "  --ca           a file of certificate authorities to trust, in the PEM format",
        "",
        "Lines that are not sent: \(LiveSocket.commandList); what begins with",
        "two slashes is sent with one. At the end of the input the client has \(LiveSocket.drainTime.components.seconds) s for everything to be sent and",
        "answered; then it disconnects. The exit status is 1 if there was no connection, or something was not sent.",
    ]

    /// Reads options.
    ///
    /// - Throws: An error that says what is wrong and what is possible.
    init(_ words: [String]) throws(UsageError) {
        var request: ConnectionRequest?
        var headers: [HeaderField] = []
        var subprotocols: [String] = []
        var certificateAuthorities: URL?
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard let option = parts.first, ["--url", "--header", "--subprotocol", "--ca"].contains(option) else {
                throw UsageError("there is no option \(word); socket has --url, --header, --subprotocol, --ca")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                throw UsageError("\(option) takes a value; see playground socket --help")
            }
            switch option {
            case "--url": request = ConnectionRequest(to: try SocketOptions.url(value))
            case "--header": headers.append(try SocketOptions.header(value))
            case "--subprotocol": subprotocols.append(value)
            default: certificateAuthorities = try SocketOptions.file(value)
            }
        }
        guard var request else { throw UsageError("socket connects to what --url names; see playground socket --help") }
        request.headers = headers
        request.subprotocols = subprotocols
        do throws(TransportError) {
            try request.validate()
        } catch {
            throw UsageError("\(error)")
        }
        self.request = request
        self.certificateAuthorities = certificateAuthorities
    }

    static func url(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text) else {
            throw UsageError("“\(text)” is no URL; URLs read ws://localhost:8080/path or wss://example.org")
        }
        return url
    }

    private static func header(_ text: String) throws(UsageError) -> HeaderField {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError("“\(text)” is no header; headers read “Name: value”")
        }
        return HeaderField(
            String(text[..<colon]), text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }

    private static func file(_ path: String) throws(UsageError) -> URL {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw UsageError("there is no file “\(path)” that could be read")
        }
        return URL(filePath: path)
    }
}
