import AsyncPrimitives
import Foundation
import STOMP
import Sockets

/// The place in the app where a user is, and what they do there, as the server knows it.
///
/// Only the newest report counts. It goes out when the place or the status changes, and again on each new connection,
/// as the server may have forgotten it. While ten reports wait for the server, only the newest goes out after them. The
/// newest is repeated at each ``MessagingSession/Configuration/presenceInterval``. A last report, without a place, goes
/// out when the session ends. If the server refuses reports ``/STOMP/StompSession/Configuration/closingLimit`` times in
/// a row, no report goes out until the place or the status changes. A report is JSON; its status is optional:
///
/// ```json
/// { "user": "ada", "place": "harbour", "status": "fishing", "session": "3f0c…", "number": 1 }
/// ```
///
/// The `session` is a random name that no other session has, and the `number` counts the reports of that session. The
/// server answers with both, so that each session of a user recognizes its own answers. An answer also has the other
/// users at the place, and comes each time that these change. For a user without a status it has the name only:
///
/// ```json
/// { "session": "3f0c…", "number": 1, "others": ["bob", { "user": "eve", "status": "asleep" }] }
/// ```
public actor Presence {
    private let user: String
    private let stomp: StompSession
    private let configuration: MessagingSession.Configuration
    /// The name that distinguishes the reports of this session from other sessions of the user, on any device.
    nonisolated let clientID = UUID().uuidString.lowercased()
    private var schedule: ReportSchedule
    private var others = CurrentValue(Snapshot())
    /// The task that subscribes to answers, for all callers; kept until the subscription ends.
    private var listening: Task<Void, any Error>?
    /// The task that sends the newest report, for all callers.
    private var sending: Task<Void, Never>?
    /// The number of reports that the server has neither accepted nor refused.
    private var unconfirmed = 0
    /// The timer that sends the newest report later, because there was no room for it.
    private var retry: ScopedTask?
    /// The tasks that read answers and statuses of the connection, and repeat the report.
    private var tasks: [ScopedTask] = []

    init(user: String, stomp: StompSession, configuration: MessagingSession.Configuration) {
        self.user = user
        self.stomp = stomp
        self.configuration = configuration
        schedule = ReportSchedule(refusalLimit: stomp.configuration.closingLimit)
    }

    /// The place that was reported last.
    var place: String? { schedule.place }

    var hasLeft: Bool { schedule.hasLeft }

    /// Reports where the user is now, as a screen does when it appears.
    ///
    /// Reporting the same place and status again sends nothing.
    ///
    /// - Parameters:
    ///   - place: The place where the user is. The server gets it in its composed form (NFC of Unicode).
    ///   - status: A word or two about the user's activity there, or `nil`.
    /// - Returns: The others at the place, unknown until the server answers. The sequence ends when another place is
    ///   reported or the session ends.
    /// - Throws: ``/STOMP/StompError/ended`` after the end of the session.
    public func report(_ place: String, status: String? = nil) async throws -> AsyncStream<Snapshot> {
        if hasLeft { throw StompError.ended }
        // The following happens before the first `await`, so the newest report belongs to the latest call.
        let place = MessagingSession.Configuration.normalized(place)
        if schedule.report(place, status) { others = CurrentValue(Snapshot()) }  // The sequences of the old one end.
        let others = others
        try await listen()
        if hasLeft { throw StompError.ended }
        await send()
        if hasLeft { throw StompError.ended }
        return others.values
    }

    /// Reports that the user has left; nothing is reported after that.
    ///
    /// With a connection, the report has been sent when this returns.
    func leave() async {
        tasks = []
        others = CurrentValue(Snapshot())
        schedule.leave()
        await send()
    }

    /// Reports that the user is away, until they come back.
    ///
    /// With a connection, the report has been sent when this returns.
    func goAway() async { if schedule.goAway() { await send() } }

    /// Lets the place be reported again, on the next connection.
    func comeBack() { schedule.comeBack() }

    // MARK: Sending

    /// Sends the report that is due, if any, on the connection, if any.
    private func send() async {
        let sending = sending ?? Task { await sendDue() }
        self.sending = sending
        await sending.value
    }

    /// Sends until nothing is due, so that all waiting callers are served.
    ///
    /// While ten reports wait for the server, the newest one waits for them, and replaces earlier waiting ones. The
    /// last report, and a report that the user is away, do not wait.
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
                if case .queueIsTooLarge = error { tryAgain() }
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
        case .some: break  // The report goes out on the next connection.
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
            if self.listening == listening { self.listening = nil }  // The next report tries again.
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
                // Taken before the report, which may take a while.
                let next = clock.now.advanced(by: interval)
                await repeatReport()
                return next
            })
    }

    /// Sends the newest report again, if it has been sent on this connection.
    private func repeatReport() async {
        guard place != nil else { return }
        schedule.repeatReport()
        await send()
    }

    private func listeningEnded(_ error: any Error) {
        listening = nil  // The next report tries again.
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
        others.update(to: snapshot) { $0 != snapshot }  // Each repetition of the report is answered.
    }
}
