import Foundation
import Messaging
import Sockets

/// The options of a command that talks over a broker: where it is, and which user talks with which token.
struct BrokerOptions {
    /// The brokers, which take turns; none without options.
    let urls: [URL]
    let user: String
    let token: String
    /// Makes the transport of an attempt to connect.
    let transport: @Sendable () -> any Transport
    /// All options, with those that only this command has.
    let all: Options

    /// The lines of help for the options that all such commands have.
    static let help = """
          --url          the broker, ws://… or wss://…; several take turns
          --user         the name of the user
        \(Options.serverHelp)
        """

    /// Reads words; `own` are the options that only this command has, as help shows them, `brokerless` those that it also
    /// takes without a broker, and `story` is true if the command can do without a broker. The error says what is wrong
    /// and what is possible.
    init(
        _ words: [String], of command: String, own: [String] = [], brokerless: [String] = [],
        orStory story: Bool = true
    ) throws(UsageError) {
        let forms = ["--url <url>…", "--user <user>", "--token <token>", "--token-file <file>", "--ca <file>"] + own
        let all = try Options(words, of: command, forms + brokerless)
        self.all = all
        urls = try all.urls()
        transport = try all.transport()
        let (user, token) = (all["--user"], try all.token())
        let isStory = story && forms.allSatisfy { all[String($0.prefix { $0 != " " })] == nil }
        guard isStory || !urls.isEmpty && user != nil && token != nil else {
            throw UsageError(
                "to talk over a broker takes --url, --user, and one of --token and --token-file"
                    + (story ? "; the story takes nothing" : ""))
        }
        self.user = user ?? ""
        self.token = token ?? ""
    }

    /// The token of the user; nothing gives the command another one.
    var accessToken: AccessToken { AccessToken(user: user, secret: token) }
}
