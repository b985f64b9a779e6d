import Foundation

/// The options of `playground chat`.
struct ChatOptions {
    static let names = "--url, --user, --token, --token-file, --device, --room, --help"

    /// The brokers, which take turns; none for the story.
    var urls: [URL] = []
    var user = ""
    var token = ""
    /// The name of this program among the devices of its user; `nil` for a new one.
    var device: String?
    var room = "harbour"

    /// Parses the words of the command line.
    ///
    /// - Throws: A `UsageError` with the valid options.
    init(_ arguments: [String]) throws(UsageError) {
        var given: Set<String> = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            // The message does not repeat the word, which may be a part of a token.
            guard name.hasPrefix("-") else { throw UsageError("chat takes options only: \(Self.names)") }
            guard ["--url", "--user", "--token", "--token-file", "--device", "--room"].contains(name) else {
                throw UsageError("there is no option \(name); chat has \(Self.names)")
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw UsageError("\(name) takes a value: \(name) <\(name.dropFirst(2))>")
            }
            given.insert(name)
            switch name {
            case "--url": urls.append(try Self.url(value))
            case "--user": user = value
            case "--token": token = value
            case "--token-file": token = try Self.token(inFile: value)
            case "--device": device = value
            default: room = value
            }
        }
        let hasOneToken = given.intersection(["--token", "--token-file"]).count == 1
        guard given.isEmpty || given.isSuperset(of: ["--url", "--user"]) && hasOneToken else {
            throw UsageError(
                "to talk over a broker takes --url, --user, and one of --token and --token-file; the story takes nothing"
            )
        }
    }

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
