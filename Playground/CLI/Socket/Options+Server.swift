import Foundation
import Sockets
import WebSockets

/// The options of every command that connects to a server.
extension Options {
    /// The help for these options.
    static let serverHelp = """
          --token-file   a file with the token; --token <token> takes the token itself, which the list of processes then
                         shows to every user of this machine
          --ca           a file of certificate authorities to trust in place of those of the system, in the PEM format
        """

    /// The servers' URLs from `--url`. A URL that is not valid for a WebSocket connection is an error.
    func urls() throws(UsageError) -> [URL] {
        try all("--url").map { text throws(UsageError) in
            guard let url = URL(typed: text) else {
                throw UsageError(
                    "“\(text)” is no URL; URLs read ws://localhost:8080/path or wss://example.org, and one with a % has "
                        + "codes, such as %7B, for all that needs one")
            }
            do throws(TransportError) {
                try ConnectionRequest(to: url).validate()
            } catch {
                throw UsageError("“\(text)”: \(error)")
            }
            return url
        }
    }

    /// Returns a closure that makes transports. They trust the authorities in the file of `--ca`, or else the system's.
    func transport() throws(UsageError) -> @Sendable () -> any Transport {
        guard let path = self["--ca"] else { return { makePlatformTransport() } }
        let file = URL(filePath: path, directoryHint: .checkFileSystem)
        guard FileManager.default.isReadableFile(atPath: path), !file.hasDirectoryPath else {
            throw UsageError("--ca: there is no file “\(path)” that could be read")
        }
        return { WebSocketTransport(certificateAuthorities: file) }
    }

    /// The token of the user, without the line break at the end of a file; `nil` if no option gives one.
    func token() throws(UsageError) -> String? {
        guard let path = self["--token-file"] else { return self["--token"] }
        guard self["--token"] == nil else {
            throw UsageError("--token and --token-file stand for the same; one is enough")
        }
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        guard let text = String(data: bytes, encoding: .utf8) else {
            throw UsageError("the token in the file “\(path)” is not UTF-8")
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else { throw UsageError("there is no token in the file “\(path)”") }
        return token
    }
}

extension URL {
    /// Reads a URL as a person types it. A text with codes such as `%7B` must be a valid URL.
    ///
    /// In other texts, Foundation encodes the characters that a URL cannot contain. With codes in the text, it would
    /// also encode their percent signs.
    init?(typed text: String) { self.init(string: text, encodingInvalidCharacters: !text.contains("%")) }

    /// The address of a server in this program.
    static func loopback(port: UInt16) -> URL { URL(string: "ws://127.0.0.1:\(port)/")! }
}
