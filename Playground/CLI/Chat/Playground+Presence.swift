import LoopbackBroker
import STOMP
import Sockets

extension Playground {
    /// Runs a presence service, which tells users who else is at the same place, for a broker that has no such service.
    static func presence(_ arguments: [String]) async throws {
        let options = try BrokerOptions(arguments, of: "presence", orStory: false)
        let stomp = StompSession(StompSession.Configuration(urls: options.urls), transport: options.transport)
        let service = PresenceService(stomp)
        let telling = Task { for await event in service.events { Terminal.show("\(event)") } }
        defer { telling.cancel() }
        let credentials = StompSession.Credentials(login: options.user, passcode: options.token)
        await stomp.connect(with: credentials)
        try await withThrowingTaskGroup { group in
            group.addTask { try await service.run() }
            group.addTask { try await stayConnected(stomp, with: credentials) }
            defer { group.cancelAll() }
            do {
                try await group.next()
            } catch let error as StompError {
                throw LiveFailure("the reports cannot be heard: \(error)")
            }
        }
    }

    /// Shows the state of the connection, and connects again if a broker refuses credentials that it has accepted
    /// before.
    ///
    /// A broker such as RabbitMQ refuses all credentials for a moment while it starts. If the broker has never accepted
    /// the credentials, a refusal is an error.
    private static func stayConnected(_ stomp: StompSession, with credentials: StompSession.Credentials) async throws {
        var shown = ""
        var wasAccepted = false
        for await status in stomp.statusUpdates {
            var line = shown
            switch (status.phase, status.failure) {
            case (.connected, _):
                wasAccepted = true
                line = "answers reports of places"
            case (.reconnectingWaiting, let failure): line = "no connection\(failure.map { ": \($0)" } ?? "")"
            case (.disconnected, .unauthenticated(let words, _)?):
                guard wasAccepted else {
                    throw LiveFailure("the broker does not accept the token of \(credentials.login): \(words)")
                }
                line = "no connection: the broker does not accept the token any more (\(words))"
            default: break
            }
            if line != shown { Terminal.show(line) }
            shown = line
            if status.phase == .disconnected, wasAccepted {
                try await Task.sleep(for: .seconds(1))
                await stomp.connect(with: credentials)
            }
        }
    }

    static let presenceHelp = """
        A service next to a broker that tells each user of playground chat, or of any app with the module Messaging, who
        else is at the same place. The broker in this program has one; RabbitMQ, for example, has none.

          playground presence --url <url>… --user <user> --token-file <file> [--ca <file>]
                                            answer the reports of places

        \(BrokerOptions.help)

        A user who has not reported for 25 s is taken for gone; playground chat reports each 10 s. Each arrival, change and
        departure is shown on a line, and so is each loss of the connection. Ctrl-C ends this.

        The exit status is 1 when the broker does not accept the token from the beginning, or refuses the service what it
        listens to, and 64 when an option is invalid.
        """
}
