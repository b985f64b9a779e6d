import Foundation
import Messaging
import Sockets

/// The options of an app that talks over a broker: the broker's addresses, the user, and the user's token.
struct BrokerOptions {
    /// The brokers' addresses, which are tried in turn; empty if the command line names no broker.
    let urls: [URL]
    let user: String
    let token: String
    /// Makes a transport for an attempt to connect.
    let transport: @Sendable () -> any Transport
    let all: Options

    static let help = """
          --url          the broker, ws://… or wss://…; several take turns
          --user         the name of the user
        \(Options.serverHelp)
        """

    /// Reads words. The error says what is wrong and what is possible.
    ///
    /// `own` are the additional options of this command, as help shows them; they do not need `--url`.
    init(_ words: [String], of command: String, own: [String]) throws(UsageError) {
        let forms = ["--url <url>…", "--user <user>", "--token <token>", "--token-file <file>", "--ca <file>"]
        let all = try Options(words, of: command, forms + own)
        self.all = all
        urls = try all.urls()
        transport = try all.transport()
        let (user, token) = (all["--user"], try all.token())
        let isBrokerless = forms.allSatisfy { all[String($0.prefix { $0 != " " })] == nil }
        guard isBrokerless || !urls.isEmpty && user != nil && token != nil else {
            throw UsageError("to talk over a broker takes --url, --user, and one of --token and --token-file")
        }
        self.user = user ?? ""
        self.token = token ?? ""
    }

    /// The user's token from the command line, which the command cannot refresh.
    var accessToken: AccessToken { AccessToken(user: user, secret: token) }
}
