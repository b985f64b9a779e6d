import AsyncPrimitives
import Messaging
import STOMP
import Sockets

/// A service that tells each user which other users are at the same place. It is a client of a STOMP server.
///
/// It answers the reports of `Presence`, for a server that does not do so itself, such as RabbitMQ. Run one service for
/// each server.
///
/// ```swift
/// import LoopbackBroker
/// import STOMP
///
/// func serve(over stomp: StompSession) async throws {
///     let service = PresenceService(stomp)
///     await stomp.connect(with: StompSession.Credentials(login: "presence", passcode: "…"))
///     try await service.run()
/// }
/// ```
///
/// 1. A session is at the place of its newest report, until it reports that it has left.
/// 2. When a session comes, goes or changes its status, all sessions at its place get an answer with the other users
///    there. If a report changes nothing, only its session gets an answer.
/// 3. The service does not see connections. So sessions repeat their reports, at each `presenceInterval` of their
///    configuration. If a session has not reported for ``Configuration/timeout``, it is gone. Time after the newest
///    byte from the server does not count, nor does time without a connection.
/// 4. After a restart, the service knows a session again when the session repeats its report.
/// 5. The sessions at a place get their next answers when the server has confirmed all previous answers. So all
///    sessions that come during that time cost only one more answer for each session. Other places do not wait for
///    that.
///
/// A report names its user, and a server does not check the name. So a client that may send to the destination of the
/// reports may speak for any user, and ask about any place.
///
/// Reports of more than 10,000 sessions are ignored, and those with a name, a place or a status of more than 256 bytes. An
/// answer has the first 1,000 users by name.
///
/// - Complexity: O(1) for a report, and O(*m*²) names for the answers to all *m* sessions at a place. Unconfirmed
///   answers take at most 256 KiB, or a single larger answer.
public actor PresenceService {
    /// The names and times of a service.
    public struct Configuration: Sendable {
        /// The destinations of reports and answers. They must be the same as the sessions' destinations.
        public var names = MessagingSession.Configuration()
        /// The time without a report after which a session is gone.
        ///
        /// By default, `nil` stands for 2.5 times the `presenceInterval` of ``names``, hence 25 s. If both are `nil`,
        /// no session is ever considered gone.
        public var timeout: Duration?

        public init() {}

        fileprivate func check() {
            names.check()
            guard timeout ?? .seconds(1) > .zero else {
                fatalError("The time after which a session is gone must be greater than zero.")
            }
        }

        /// The time without a report after which a session is gone; `nil` if sessions stay forever.
        var silenceLimit: Duration? {
            timeout ?? names.presenceInterval.map { min($0, Duration(clampingSeconds: .infinity)) * 2.5 }
        }
    }

    private let stomp: StompSession
    private let configuration: Configuration
    private var list = PresenceList(sessionLimit: 10_000, nameLimit: 256, userLimit: 1_000)
    /// The task that sends due answers until none is left, or too many are unconfirmed; `nil` if it is not running.
    private var sending: Task<Void, Never>?
    /// The number of answers that the server has not confirmed, and the number of their bytes.
    private var unconfirmed = (count: 0, byteCount: 0)
    /// The time of each session's newest report. If the current connection began later, it is that time.
    private var heard: [String: AnyClock.Instant] = [:]
    /// The number of the sessions that have a place.
    package var sessionCount: Int { heard.count }
    /// The number of the service's current connection.
    private var connection = 0

    /// Creates a service that does not run.
    ///
    /// - Parameters:
    ///   - stomp: The session with the server, which the caller connects.
    ///   - configuration: The names and times.
    /// - Precondition: The timeout and the interval of ``Configuration/names`` are greater than zero.
    public init(_ stomp: StompSession, configuration: Configuration = Configuration()) {
        configuration.check()
        self.stomp = stomp
        self.configuration = configuration
    }

    /// Answers reports, until the session with the server ends.
    ///
    /// - Throws: `StompError.refused` if the server does not let the service subscribe to the reports,
    ///   `StompError.ended` if the session has ended before; `CancellationError` if the task is cancelled.
    public func run() async throws {
        let reports = try await stomp.subscribe(to: configuration.names.presenceDestination)
        let connections = ScopedTask { [weak self, statusUpdates = stomp.statusUpdates] in
            for await status in statusUpdates where status.phase == .connected {
                await self?.connected(status.attempt)
            }
        }
        let clock = stomp.clock
        let forgetting = ScopedTask.repeating(on: clock) { [weak self] in
            guard let self, let limit = configuration.silenceLimit else { return nil }
            await forgetSessions(silentFor: limit)
            return clock.now.advanced(by: limit / 5)
        }
        defer { withExtendedLifetime((connections, forgetting)) {} }
        for try await message in reports { receive(message) }
        try Task.checkCancellation()
    }

    private func receive(_ message: StompMessage) {
        guard let report = PresenceReport(message.body), list.receive(report) else { return }
        heard[report.clientID] = report.place == nil ? nil : stomp.clock.now
        sendAnswers()
    }

    private func forgetSessions(silentFor limit: Duration) async {
        // A line that has died is noticed late. While nothing comes in, no session can report.
        guard let end = await stomp.lastRead else { return }
        // The status may show a new connection that the service has not been notified of yet.
        let status = stomp.status
        guard status.phase == .connected, status.attempt == connection else { return }
        for (session, instant) in heard where end - instant > limit {
            heard[session] = nil
            list.forget(session)
        }
        sendAnswers()
    }

    /// Counts all sessions as having reported now, so that they get time to report on the new connection.
    private func connected(_ attempt: Int) {
        connection = attempt
        for session in heard.keys { heard[session] = stomp.clock.now }
        sendAnswers()
    }

    // MARK: Answers

    /// True if the limits for the number and the bytes of unconfirmed answers allow one more answer.
    private var hasRoom: Bool { unconfirmed.count < 100 && unconfirmed.byteCount < 256 << 10 }

    /// Sends the due answers in a separate task, so that the service reads further reports while the task waits.
    private func sendAnswers() {
        if sending == nil { sending = Task { [weak self] in await self?.sendDueAnswers() } }
    }

    private func sendDueAnswers() async {
        defer { sending = nil }
        while hasRoom, let answer = list.takeAnswer() {
            let body = answer.content.body
            do {
                let send = try await stomp.report(
                    body, to: configuration.names.answerDestination(answer.user), contentType: "application/json"
                ).send
                unconfirmed.count += 1
                unconfirmed.byteCount += body.count
                Task { [weak self] in
                    _ = try? await send.acknowledged()  // If an answer is lost, the next one replaces it.
                    await self?.answerIsDone(answer, body.count)
                }
            } catch .notConnected, .queueIsFull {
                return list.postpone(answer)  // Until the next connection, confirmation or search for silent sessions.
            } catch {
                list.answerIsDone(answer)
                if error == .ended { return }
            }
        }
    }

    private func answerIsDone(_ answer: PresenceList.Answer, _ byteCount: Int) {
        unconfirmed.count -= 1
        unconfirmed.byteCount -= byteCount
        list.answerIsDone(answer)
        sendAnswers()
    }
}
