import AsyncPrimitives
import Foundation
import STOMP
import Sockets

/// Reports the place in the app where the user is, and receives the other users at the place.
///
/// Only the newest report counts. It goes out when the place or the status changes, and again on each new connection,
/// as the server may have forgotten it. It is repeated at each ``MessagingSession/Configuration/presenceInterval``.
/// While ten reports wait for the server's answer, only the newest further report is kept, and goes out after them.
/// When the session ends, a last report without a place goes out. If the server refuses reports
/// ``/STOMP/StompSession/Configuration/closingLimit`` times in a row, no report goes out until the place or the status
/// changes. A report is JSON; its status is optional:
///
/// ```json
/// { "user": "ada", "place": "harbour", "status": "fishing", "session": "3f0c…", "number": 1 }
/// ```
///
/// The `session` is a random name that no other session has, and the `number` counts the reports of that session. The
/// server's answer repeats both, so that each session of a user recognizes its own answers. An answer also has the
/// other users at the place. The server sends another answer each time that these users change. A user without a status
/// is a string with the name:
///
/// ```json
/// { "session": "3f0c…", "number": 1, "others": ["bob", { "user": "eve", "status": "asleep" }] }
/// ```
public actor Presence {
    private let user: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    /// A random name that distinguishes this session's reports from those of the user's other sessions.
    nonisolated let clientID = UUID().uuidString.lowercased()
    private var schedule: ReportSchedule
    private var others = CurrentValue(Snapshot())
    /// The task that subscribes to answers, shared by all callers; `nil` without a subscription.
    private var listening: Task<Void, any Error>?
    /// The task that sends the newest report, shared by all callers; `nil` while nothing is being sent.
    private var sending: Task<Void, Never>?
    /// The number of reports that the server has neither accepted nor refused.
    private var unconfirmed = 0
    /// The timer that sends the newest report later, because the send queue was full.
    private var retry: ScopedTask?
    /// The tasks that read answers, follow the connection's status, and repeat the report.
    private var tasks: [ScopedTask] = []

    init(user: String, stomp: StompSession, configuration: MessagingSession.Configuration) {
        self.user = user
        self.stomp = stomp
        self.configuration = configuration
        schedule = ReportSchedule(refusalLimit: stomp.configuration.closingLimit)
    }

    /// The place that was reported last; `nil` before the first report and after leaving.
    var place: String? { schedule.place }

    var hasLeft: Bool { schedule.hasLeft }

    /// Reports where the user is now. Call this when a screen appears.
    ///
    /// Reporting the same place and status again sends nothing.
    ///
    /// - Parameters:
    ///   - place: The place where the user is. The server gets it in its composed form (NFC of Unicode).
    ///   - status: A word or two about the user's activity there, or `nil`.
    /// - Returns: The other users at the place, unknown until the server answers. The sequence ends when another place
    ///   is reported or the session ends.
    /// - Throws: ``/STOMP/StompError/ended`` after the end of the session.
    public func report(_ place: String, status: String? = nil) async throws -> AsyncStream<Snapshot> {
        if hasLeft { throw StompError.ended }
        // The following happens before the first `await`, so the newest report belongs to the latest call.
        let place = MessagingSession.Configuration.normalized(place)
        if schedule.report(place, status) { others = CurrentValue(Snapshot()) }  // Ends the sequences of the old place.
        let others = others
        try await listen()
        if hasLeft { throw StompError.ended }
        await send()
        if hasLeft { throw StompError.ended }
        return others.values
    }

    /// Reports that the user has left. No report follows.
    ///
    /// With a connection, the report has been sent when this returns.
    func leave() async {
        tasks = []
        others = CurrentValue(Snapshot())
        schedule.leave()
        await send()
    }

    /// Reports that the user is away, until `comeBack()` is called.
    ///
    /// With a connection, the report has been sent when this returns.
    func goAway() async { if schedule.goAway() { await send() } }

    /// Makes the place due for a report on the next connection.
    func comeBack() { schedule.comeBack() }

    // MARK: Sending

    /// Sends the due report, if any. Without a connection this does nothing.
    private func send() async {
        let sending = sending ?? Task { await sendDue() }
        self.sending = sending
        await sending.value
    }

    /// Sends reports until none is due, so that the calls that share this task need no other task.
    ///
    /// While ten reports wait for the server's answer, only the newest further report is kept. The last report, and a
    /// report that the user is away, go out at once.
    private func sendDue() async {
        defer { sending = nil }
        while let due = schedule.due, unconfirmed < 10 || due.place == nil {
            let body = PresenceReport(
                user: user, place: due.place, status: due.status, clientID: clientID, number: due.number
            ).body
            do {
                let report = try await stomp.report(
                    body, to: configuration.presenceDestination, contentType: "application/json")
                schedule.wasSent(due, on: report.connection)
                follow(report.send, due)
            } catch {
                guard due == schedule.due else { continue }
                if case .queueIsFull(_, ofBytes: true) = error { tryAgain() }
                return
            }
        }
    }

    private func tryAgain() {
        retry = ScopedTask.timer(at: stomp.clock.now + .seconds(1), on: stomp.clock) { [weak self] in
            await self?.send()
        }
    }

    /// Waits for the server's answer to a report.
    private func follow(_ send: StompSession.PendingSend, _ report: ReportSchedule.DueReport) {
        unconfirmed += 1
        Task { [weak self] in
            var problem: (any Error)?
            do { try await send.acknowledged() } catch { problem = error }
            await self?.reportEnded(report, problem)
        }
    }

    private func reportEnded(_ report: ReportSchedule.DueReport, _ problem: (any Error)?) async {
        unconfirmed -= 1
        switch problem {
        case nil: schedule.wasAccepted(report)
        case StompError.refused(let message)?:
            if schedule.wasRefused(report) { others.update(to: Snapshot(problem: "\(StompError.refused(message))")) }
        case .some: break  // The connection is lost, so the report goes out on the next one.
        }
        await send()
    }

    // MARK: Listening

    /// Makes sure that there is a subscription to the answers before a report is sent.
    private func listen() async throws {
        let listening = listening ?? Task { try await subscribe() }
        self.listening = listening
        do {
            try await listening.value
        } catch {
            if self.listening == listening { self.listening = nil }  // The next report tries to subscribe again.
            throw error
        }
    }

    /// Subscribes to the answers, and sends the newest report again on each new connection.
    private func subscribe() async throws {
        let subscription = try await stomp.subscribe(to: configuration.answerDestination(user))
        if hasLeft { throw StompError.ended }
        others.update(to: Snapshot())
        schedule.listeningBegan()
        tasks = [
            ScopedTask { [weak self] in
                do {
                    for try await message in subscription { await self?.receive(message) }
                } catch {
                    await self?.listeningEnded(error)
                }
            },
            ScopedTask { [weak self, statusUpdates = stomp.statusUpdates] in
                for await status in statusUpdates where status.phase == .connected {
                    await self?.connected(status.attempt)
                }
            },
        ]
        guard let interval = configuration.presenceInterval else { return }
        let clock = stomp.clock
        tasks.append(
            ScopedTask.repeating(on: clock) { [weak self] in
                guard let self else { return nil }
                // Determined before the report is sent, because sending may take a while.
                let next = clock.now.advanced(by: interval)
                await repeatReport()
                return next
            })
    }

    /// Sends the newest report again, unless the user has no place.
    private func repeatReport() async {
        guard place != nil else { return }
        schedule.repeatReport()
        await send()
    }

    private func listeningEnded(_ error: any Error) {
        listening = nil  // The next report subscribes again.
        others.update(to: Snapshot(problem: "\(error)"))
    }

    private func connected(_ connection: Int) async {
        schedule.connected(connection)
        if place != nil { await send() }
    }

    private func receive(_ message: StompMessage) {
        guard let answer = PresenceAnswer(message.body) else { return }
        guard answer.clientID == clientID, answer.number == schedule.number else { return }
        let snapshot = Snapshot(users: answer.others)
        others.update(to: snapshot) { $0 != snapshot }  // Each repeated report is answered, often with the same users.
    }
}
