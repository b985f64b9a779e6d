import STOMP
import AsyncPrimitives
import Foundation
import Sockets

/// Tells the server where in the app a user is.
///
/// Only the newest report counts. It goes out when the place changes and once more on each new connection, as the server
/// may have forgotten it; a last one, without a place, goes out when the session ends. Each is sent at most once on a
/// connection. If the server refuses reports ``/STOMP/StompSession/Configuration/closingLimit`` times in a row, none is sent until
/// another place is reported. A report is JSON:
///
/// ```json
/// { "user": "ada", "place": "harbour", "session": "3f0c…", "number": 1 }
/// ```
///
/// The `session` is a name that nobody else has, made up anew for each session, and the `number` counts the reports of that
/// session. The server answers with both, as they tell whose answer it is among the sessions of a user, and with the others
/// who are at that place, as often as they change:
///
/// ```json
/// { "session": "3f0c…", "number": 1, "others": ["bob", "eve"] }
/// ```
public actor Presence {
    /// Who else is at a place, as far as that is known.
    public struct Others: Hashable, Sendable {
        /// What they are called; `nil` if the server has not said so.
        public internal(set) var names: [String]?
        /// Why nothing is reported or heard; `nil` if all is well.
        public internal(set) var problem: String?
    }

    private struct Report: Encodable {
        let user: String
        let place: String?
        let session: String
        let number: Int
    }

    private struct Answer: Decodable {
        let session: String
        let number: Int
        let others: [String]
    }

    private let user: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    /// Distinguishes the reports of this session from those of any other of the user, on this device or another one.
    nonisolated let session = UUID().uuidString.lowercased()
    private(set) var place: String?
    /// Who else is at the place, as soon as the server has said so.
    private var others = CurrentValue(Others())
    /// How often in a row the server has refused to take a report of the place.
    private var refusals = 0
    /// The number of the newest report.
    private var number = 0
    /// The report that was sent last, and the number of the connection that it went out on.
    private var sent = (number: 0, connection: 0)
    /// The number of the newest connection.
    private var connection = 0
    /// The user is nowhere for the time being, and the place is kept.
    private var isAway = false
    /// The user is nowhere, and will be nowhere again in this session.
    private(set) var hasLeft = false
    /// Begins to listen, for all who report meanwhile; done, it stays until the server does not let anybody listen.
    private var listening: Task<Void, any Error>?
    /// Sends what is newest, for all who have something to be sent meanwhile.
    private var sending: Task<Void, Never>?
    private var tasks: [ScopedTask] = []

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
    /// - Returns: Who else is there: nobody knows at first, and then it is whatever the server says, or why nothing can be
    ///   known, until another place is reported or the session ends.
    /// - Throws: ``/STOMP/StompError/ended`` after the end of the session.
    public func report(_ place: String) async throws -> AsyncStream<Others> {
        if hasLeft { throw StompError.ended }
        // All of this before anybody else has a say: the newest report is the one that was made last.
        if place != self.place {
            self.place = place
            others = CurrentValue(Others())  // The streams of the old one end.
            refusals = 0
            number += 1
        }
        let others = others
        try await listen()
        if hasLeft { throw StompError.ended }
        await send()
        if hasLeft { throw StompError.ended }
        return others.values
    }

    /// Tells the server that the user is nowhere any more; nothing is reported after that.
    ///
    /// This has been said when this returns, if there is a connection to say it on.
    func leave() async {
        hasLeft = true
        tasks = []
        others = CurrentValue(Others())
        if place != nil {
            place = nil
            number += 1
        }
        await send()
    }

    /// Tells the server that the user is nowhere, until they come back.
    ///
    /// This has been said when this returns, if there is a connection to say it on.
    func goAway() async {
        isAway = true
        guard place != nil else { return }
        number += 1
        await send()
    }

    /// Lets the place be reported again, on the next connection.
    func comeBack() {
        guard isAway else { return }
        isAway = false
        if place != nil { number += 1 }
    }

    // MARK: Sending

    /// Sends the newest report, unless the newest connection has it, or there is none to send it on, or it is refused anyway.
    private func send() async {
        let sending = sending ?? Task { await sendNewest() }
        self.sending = sending
        await sending.value
    }

    /// Goes on until there is nothing newer; so whoever waits for it is served, too.
    private func sendNewest() async {
        defer { sending = nil }
        while refusals < stomp.configuration.closingLimit, number > sent.number || connection > sent.connection {
            let (number, connection) = (number, connection)
            if let report = try? await stomp.report(
                body(), to: configuration.presenceDestination, contentType: "application/json")
            {
                sent = (number, report.connection)
                follow(report.receipt, number)
            } else if number == self.number, connection == self.connection {
                return
            }
        }
    }

    /// Waits for what the server says to a report.
    private func follow(_ receipt: SendReceipt, _ number: Int) {
        Task { [weak self] in
            do {
                try await receipt.acknowledged()
                await self?.answered(number)
            } catch StompError.refused(let message) {
                await self?.answered(number, refusal: message)
            } catch {}  // It goes out on the next connection.
        }
    }

    private func answered(_ number: Int, refusal: String? = nil) {
        guard number == self.number else { return }
        refusals = refusal == nil ? 0 : refusals + 1
        guard let refusal, refusals >= stomp.configuration.closingLimit else { return }
        others.update(to: Others(problem: "\(StompError.refused(refusal))"))
    }

    private func body() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let report = Report(user: user, place: isAway ? nil : place, session: session, number: number)
        guard let body = try? encoder.encode(report) else { fatalError("A report can always be encoded.") }
        return Array(body)
    }

    // MARK: Listening

    /// Makes sure that there is one subscription to the server's answers, before anything is reported.
    private func listen() async throws {
        let listening = listening ?? Task { try await subscribe() }
        self.listening = listening
        do {
            try await listening.value
        } catch {
            if self.listening == listening { self.listening = nil }  // The next report tries again.
            throw error
        }
    }

    /// Listens to the server's answers, and sends the newest report again on each new connection.
    private func subscribe() async throws {
        let subscription = try await stomp.subscribe(to: configuration.answerDestination(user))
        if hasLeft { throw StompError.ended }
        // What was reported before, if anything, was answered to nobody.
        others.update(to: Others())
        refusals = 0
        sent.number = 0
        tasks = [
            ScopedTask { [weak self] in
                do {
                    for try await message in subscription { await self?.note(message) }
                } catch {
                    await self?.listeningEnded(error)
                }
            },
            ScopedTask { [weak self, states = stomp.states] in
                for await status in states where status.phase == .connected {
                    await self?.connected(status.attempt)
                }
            },
        ]
    }

    private func listeningEnded(_ error: any Error) {
        listening = nil  // The next report tries again.
        others.update(to: Others(problem: "\(error)"))
    }

    private func connected(_ connection: Int) async {
        self.connection = connection
        if place != nil { await send() }
    }

    private func note(_ message: StompMessage) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(message.content.body)) else { return }
        if answer.session == session, answer.number == number { others.update(to: Others(names: answer.others)) }
    }
}
