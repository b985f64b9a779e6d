import Foundation
import Messaging
import Sockets

/// The options of a command that talks over a broker: the broker's addresses, the user, and the user's token.
struct BrokerOptions {
    /// The brokers' addresses, which are tried in turn; empty if the command line names no broker.
    let urls: [URL]
    let user: String
    let token: String
    /// Makes a transport for an attempt to connect.
    let transport: @Sendable () -> any Transport
    /// All options, including those that only this command takes.
    let all: Options

    /// The help for the options that each command with a broker takes.
    static let help = """
          --url          the broker, ws://… or wss://…; several take turns
          --user         the name of the user
        \(Options.serverHelp)
        """

    /// Reads words. The error says what is wrong and what is possible.
    ///
    /// `own` and `brokerless` are the additional options of this command, as help shows them. The options in `own` need
    /// `--url`; those in `brokerless` do not. `story` is true if the command can also run without a broker.
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

    /// The user's token from the command line, which the command cannot refresh.
    var accessToken: AccessToken { AccessToken(user: user, secret: token) }
}
