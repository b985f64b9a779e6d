import Foundation
import Sockets

/// Tells the server where in the app a user is.
///
/// Only the newest report counts. It goes out when the place changes and once more on each new connection, as the server
/// may have forgotten it; a last one, without a place, goes out when the session ends. Each is sent at most once on a
/// connection, as JSON: `user`, `place` and `number`. The server answers with the `number`, and with the `others` who are at
/// that place.
public actor Presence {
    private struct Report: Encodable {
        let user: String
        let place: String?
        let number: Int
    }

    private struct Answer: Decodable {
        let number: Int
        let others: [String]
    }

    private let user: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    private var place: String?
    /// Who else is at the place, as soon as the server has said so.
    private var others = Board<[String]?>(nil)
    /// The number of the newest report.
    private var number = 0
    /// The report that was sent last, and the number of the connection that it went out on.
    private var sent = (number: 0, connection: 0)
    /// The number of the newest connection.
    private var connection = 0
    private var isSending = false
    private var tasks: [OwnedTask] = []

    init(user: String, stomp: StompSession, configuration: MessagingSession.Configuration) {
        self.user = user
        self.stomp = stomp
        self.configuration = configuration
    }

    /// Reports where the user is now, as a screen does when it appears.
    ///
    /// Reporting the place that was reported last sends nothing, and answers what is known.
    ///
    /// - Parameter place: Where the user is.
    /// - Returns: Who else is there: `nil` at first, if that is not known, and then whatever the server says, until another
    ///   place is reported or the session ends.
    /// - Throws: ``StompError/ended`` after the end of the session.
    public func report(_ place: String) async throws -> AsyncStream<[String]?> {
        if tasks.isEmpty { try await listen() }
        if place != self.place {
            self.place = place
            others = Board(nil)  // The streams of the old one end.
            number += 1
            await send()
        }
        return others.values
    }

    /// Tells the server that the user is nowhere any more.
    func leave() async {
        tasks = []
        others = Board(nil)
        guard place != nil else { return }
        place = nil
        number += 1
        await send()
    }

    /// Sends the newest report, unless the newest connection has it, or there is none to send it on.
    private func send() async {
        if isSending { return }  // Who sends looks again when that is done.
        isSending = true
        defer { isSending = false }
        while number > sent.number || connection > sent.connection {
            let (number, connection) = (number, connection)
            guard
                let actual = try? await stomp.sendAtMostOnce(
                    body(), to: configuration.presenceDestination, contentType: "application/json")
            else {
                if connection == self.connection { return }
                continue
            }
            sent = (number, actual)
        }
    }

    private func body() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let body = try? encoder.encode(Report(user: user, place: place, number: number)) else {
            fatalError("A report can always be encoded.")
        }
        return Array(body)
    }

    /// Listens to the server's answers, and sends the newest report again on each new connection.
    private func listen() async throws {
        let subscription = try await stomp.subscribe(to: configuration.answerDestination(user))
        guard tasks.isEmpty else { return }  // Another report has done so meanwhile.
        tasks = [
            OwnedTask { [weak self] in
                do { for try await message in subscription { await self?.note(message) } } catch {}
            },
            OwnedTask { [weak self, states = stomp.states] in
                for await status in states where status.phase == .connected {
                    await self?.connected(status.attempt)
                }
            },
        ]
    }

    private func connected(_ connection: Int) async {
        self.connection = connection
        if place != nil { await send() }
    }

    private func note(_ message: StompMessage) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(message.content.body)) else { return }
        if answer.number == number { others.post(answer.others) }
    }
}
