import Foundation
import Messaging

/// The options of a command that talks over a broker: where it is, and which user talks with which token.
struct BrokerOptions {
    /// The brokers, which take turns; none without options.
    private(set) var urls: [URL] = []
    private(set) var user = ""
    private(set) var token = ""
    /// The values of the command's own options, by their names.
    private(set) var values: [String: String] = [:]

    /// Parses the words of the command line.
    ///
    /// - Parameters:
    ///   - arguments: The words.
    ///   - command: The name of the command, for messages.
    ///   - own: The names of options that only this command has; each takes a value.
    ///   - others: The names of options that stand alone, for messages.
    ///   - story: True if the command can do without a broker.
    /// - Throws: A `UsageError` with the valid options.
    init(
        _ arguments: [String], of command: String, own: [String] = [], others: [String] = [], orStory story: Bool = true
    ) throws(UsageError) {
        let names = ["--url", "--user", "--token", "--token-file"] + own
        let list = (names + others + ["--help"]).joined(separator: ", ")
        var given: Set<String> = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            // The message does not repeat the word, which may be a part of a token.
            guard name.hasPrefix("-") else { throw UsageError("\(command) takes options only: \(list)") }
            guard names.contains(name) else { throw UsageError("there is no option \(name); \(command) has \(list)") }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw UsageError("\(name) takes a value: \(name) <\(name.dropFirst(2))>")
            }
            given.insert(name)
            switch name {
            case "--url": urls.append(try Self.url(value))
            case "--user": user = value
            case "--token": token = value
            case "--token-file": token = try Self.token(inFile: value)
            default: values[name] = value
            }
        }
        let hasOneToken = given.intersection(["--token", "--token-file"]).count == 1
        guard given.isEmpty && story || given.isSuperset(of: ["--url", "--user"]) && hasOneToken else {
            throw UsageError(
                "to talk over a broker takes --url, --user, and one of --token and --token-file"
                    + (story ? "; the story takes nothing" : ""))
        }
    }

    /// The token of the user; nothing gives the command another one.
    var accessToken: AccessToken { AccessToken(user: user, secret: token) }

    /// Reads a token from a file, without the end of its line.
    private static func token(inFile path: String) throws(UsageError) -> String {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        guard let token = text?.trimmingCharacters(in: .whitespacesAndNewlines), !token.isEmpty else {
            throw UsageError("there is no token in the file “\(path)”")
        }
        return token
    }

    private static func url(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["ws", "wss"].contains(url.scheme?.lowercased()), url.host() != nil else {
            throw UsageError("“\(text)” is not the URL of a broker; those read ws://localhost:15674/ws or wss://…")
        }
        return url
    }
}
