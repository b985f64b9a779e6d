import AsyncPrimitives
import Messaging

/// The places of users, and the answers to their sessions: the rules of a presence service, without a server.
///
/// 1. An answer is due to all sessions at a place when a session comes, goes or changes its status.
/// 2. After a report that changes nothing, an answer is due to its session only.
/// 3. A report with a lower number than the session's newest one is ignored.
/// 4. A report beyond the limits is ignored.
/// 5. A place is answered in rounds, with one answer for each session. The next round begins when all answers of the
///    current round are done. So all sessions that come during a round cost one more round together.
/// 6. Places take turns, with one answer each.
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
        package let place: String
        package let content: PresenceAnswer
    }

    /// The consequences of a report.
    package struct Outcome {
        /// The places of the session before and after the report; both `nil` if the session is unknown.
        package var old, new: Visit?
        /// The reason for ignoring the report; `nil` if it is not ignored.
        package var whyIgnored: String?
    }

    /// A place with sessions, or with answers that are not done.
    private struct Place {
        var sessions: Set<String> = []
        /// The sessions that get an answer in the next round, unless all sessions do.
        var due: Set<String> = []
        /// True if the next round is for all sessions.
        var isDueToAll = false
        /// The sessions without an answer in the current round; the last one is next.
        var round: [String] = []
        /// The users at the beginning of the current round.
        var users: [Presence.User] = []
        /// The number of answers of the current round that were taken, and are not done.
        var takenCount = 0
    }

    private let sessionLimit: Int
    private let nameLimit: Int
    private let userLimit: Int
    private var visits: [String: Visit] = [:]
    private var places: [String: Place] = [:]
    /// The places with answers left in their current rounds, in the order of their turns.
    private var turns = Queue<String>()

    /// Creates an empty list with limits.
    ///
    /// The limits are the number of sessions; the bytes of UTF-8 in a name, place, status or session; and the number of
    /// users in an answer, which has the first ones by name.
    package init(sessionLimit: Int = .max, nameLimit: Int = .max, userLimit: Int = .max) {
        self.sessionLimit = sessionLimit
        self.nameLimit = nameLimit
        self.userLimit = userLimit
    }

    /// The names of the sessions that are somewhere.
    package var sessions: some Collection<String> { visits.keys }

    /// Evaluates a report; ``takeAnswer()`` has the answers.
    ///
    /// - Complexity: O(1), or the complexity of a round if one begins.
    @discardableResult package mutating func receive(_ report: PresenceReport) -> Outcome {
        let session = report.clientID
        let old = visits[session]
        if let reason = whyIgnored(report) { return Outcome(old: old, new: old, whyIgnored: reason) }
        let new = report.place.map {
            Visit(user: report.user, place: $0, status: report.status, number: report.number)
        }
        visits[session] = new
        if let old, let new, (old.user, old.place, old.status) == (new.user, new.place, new.status) {
            places[new.place]?.due.insert(session)
            beginRound(at: new.place)
        } else {
            if let old, old.place != new?.place { placeChanged(old.place) { $0.sessions.remove(session) } }
            if let new { placeChanged(new.place) { $0.sessions.insert(session) } }
        }
        return Outcome(old: old, new: new)
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

    /// Forgets a session, and returns its place. ``takeAnswer()`` then has the answers for the other sessions there.
    @discardableResult package mutating func forget(_ session: String) -> Outcome {
        guard let old = visits.removeValue(forKey: session) else { return Outcome() }
        placeChanged(old.place) { $0.sessions.remove(session) }
        return Outcome(old: old)
    }

    // MARK: Answers

    /// Takes the next answer; `nil` if no answer is due, or if the due answers must wait for the end of a round.
    ///
    /// Call ``answerIsDone(_:)`` or ``postpone(_:)`` for each.
    ///
    /// - Complexity: O(*m*) for *m* users at the place.
    package mutating func takeAnswer() -> Answer? {
        while let name = turns.popFirst() {
            while let session = places[name]?.round.popLast() {
                // A session that has left the place since the beginning of the round gets no answer.
                guard let visit = visits[session], visit.place == name, let place = places[name] else { continue }
                places[name]?.takenCount += 1
                if !place.round.isEmpty { turns.append(name) }
                let others = place.users.lazy.filter { $0.name != visit.user }.prefix(userLimit)
                let content = PresenceAnswer(clientID: session, number: visit.number, others: Array(others))
                return Answer(user: visit.user, place: name, content: content)
            }
            beginRound(at: name)
        }
        return nil
    }

    /// Notes that the server has confirmed an answer, or never will.
    package mutating func answerIsDone(_ answer: Answer) {
        places[answer.place]?.takenCount -= 1
        beginRound(at: answer.place)
    }

    /// Puts an answer back, to be made anew when it is taken again.
    package mutating func postpone(_ answer: Answer) {
        if places[answer.place]?.round.isEmpty == true { turns.append(answer.place) }
        places[answer.place]?.round.append(answer.content.clientID)
        places[answer.place]?.takenCount -= 1
    }

    private mutating func placeChanged(_ name: String, _ change: (inout Place) -> Void) {
        change(&places[name, default: Place()])
        places[name]?.isDueToAll = true
        beginRound(at: name)
    }

    /// Begins the next round at a place if one is due and the current round is over.
    ///
    /// - Complexity: O(*m* log *m*) for the *m* sessions at the place.
    private mutating func beginRound(at name: String) {
        guard var place = places[name], place.round.isEmpty, place.takenCount == 0 else { return }
        guard !place.sessions.isEmpty else { return places[name] = nil }
        let due = place.isDueToAll ? place.sessions : place.due.intersection(place.sessions)
        guard !due.isEmpty else { return }
        place.round = due.sorted { (visits[$0]?.user ?? "", $0) > (visits[$1]?.user ?? "", $1) }
        place.users = Self.users(of: place.sessions.compactMap { visits[$0] })
        place.due = []
        place.isDueToAll = false
        places[name] = place
        turns.append(name)
    }

    /// The users of some visits, ordered by name. Of a user's sessions, one with a status is taken, if any.
    private static func users(of visits: [Visit]) -> [Presence.User] {
        var statuses: [String: String?] = [:]
        for visit in visits.sorted(by: { $0.status ?? "" < $1.status ?? "" }) {
            statuses[visit.user] = .some(visit.status)
        }
        return statuses.sorted { $0.key < $1.key }.map { Presence.User($0.key, status: $0.value) }
    }
}
