/// The places of users, and what their sessions are told: the rules of a service that answers reports, without a server.
///
/// 1. All sessions at a place are told who else is there when a session comes, goes or changes its status.
/// 2. A report that changes nothing is answered to its session only.
/// 3. A report with a lower number than the session's newest one is ignored.
/// 4. A report beyond the limits is ignored.
package struct PresenceList {
    /// The place of a session.
    package struct Visit: Hashable, Sendable {
        package let user: String
        package let place: String
        package let status: String?
        fileprivate let number: Int

        /// The user with the status.
        package var presence: Presence.User { Presence.User(user, status: status) }
    }

    /// A message for a user's session.
    package struct Answer: Hashable, Sendable {
        package let user: String
        package let content: PresenceAnswer
    }

    /// The consequences of a report.
    package struct Outcome {
        package var answers: [Answer] = []
        /// The place of the session before and after the report; both `nil` if it is not known.
        package var old, new: Visit?
        /// The reason for which the report is ignored; `nil` if it is not.
        package var whyIgnored: String?
    }

    private let sessionLimit: Int
    private let nameLimit: Int
    private var visits: [String: Visit] = [:]

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - sessionLimit: The greatest number of sessions.
    ///   - nameLimit: The greatest length of a name, a place, a status and a session in bytes of UTF-8.
    package init(sessionLimit: Int = .max, nameLimit: Int = .max) {
        self.sessionLimit = sessionLimit
        self.nameLimit = nameLimit
    }

    /// The names of the sessions that are somewhere.
    package var sessions: some Collection<String> { visits.keys }

    /// Evaluates a report.
    ///
    /// - Complexity: O(*n* log *n*) for *n* sessions, and O(*m*²) for the *m* sessions at the two places.
    /// - Returns: Answers for the sessions at the places that the user has left or come to.
    package mutating func receive(_ report: PresenceReport) -> Outcome {
        let old = visits[report.clientID]
        if let reason = whyIgnored(report) { return Outcome(old: old, new: old, whyIgnored: reason) }
        let new = report.place.map {
            Visit(user: report.user, place: $0, status: report.status, number: report.number)
        }
        visits[report.clientID] = new
        let isRepeated = old.map { ($0.user, $0.place, $0.status) == (new?.user, new?.place, new?.status) } ?? false
        let answers = answers(at: [old?.place, new?.place]).filter { answer in
            !isRepeated || answer.content.clientID == report.clientID
        }
        return Outcome(answers: answers, old: old, new: new)
    }

    private func whyIgnored(_ report: PresenceReport) -> String? {
        let isTooLong = [report.user, report.place, report.status, report.clientID].contains { name in
            name.map { $0.utf8.count > nameLimit } ?? false
        }
        if isTooLong { return "a report with a name of more than \(nameLimit) bytes" }
        guard let newest = visits[report.clientID] else {
            return visits.count < sessionLimit ? nil : "a report of one session more than \(sessionLimit)"
        }
        return report.number < newest.number ? "a report that is older than the session's newest one" : nil
    }

    /// Forgets a session.
    ///
    /// - Returns: Its place, and answers for the others there.
    package mutating func forget(_ session: String) -> Outcome {
        guard let old = visits.removeValue(forKey: session) else { return Outcome() }
        return Outcome(answers: answers(at: [old.place]), old: old)
    }

    /// The answers for all sessions at these places, ordered by the names of their users.
    private func answers(at places: Set<String?>) -> [Answer] {
        let concerned = visits.filter { places.contains($0.value.place) }
        let users = Dictionary(grouping: concerned.values, by: \.place).mapValues(Self.users)
        return concerned.sorted { ($0.value.user, $0.key) < ($1.value.user, $1.key) }.map { session, visit in
            let others = users[visit.place, default: []].filter { $0.name != visit.user }
            let content = PresenceAnswer(clientID: session, number: visit.number, others: others)
            return Answer(user: visit.user, content: content)
        }
    }

    /// The users of some visits, ordered by name; of a user with several sessions, one that has a status.
    private static func users(of visits: [Visit]) -> [Presence.User] {
        var statuses: [String: String?] = [:]
        for visit in visits.sorted(by: { $0.status ?? "" < $1.status ?? "" }) {
            statuses[visit.user] = .some(visit.status)
        }
        return statuses.sorted { $0.key < $1.key }.map { Presence.User($0.key, status: $0.value) }
    }
}
