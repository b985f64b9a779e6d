import AsyncPrimitives
import Messaging

/// The places of users, and the answers for their sessions: the rules of a presence service, without a server.
///
/// 1. When a session comes, goes or changes its status, an answer is due to all sessions at the place.
/// 2. After a report that changes nothing, an answer is due only to the session that has sent it.
/// 3. A report is ignored if its number is lower than the number of the session's newest report.
/// 4. A report that exceeds the limits is ignored.
/// 5. A place is answered in rounds, with one answer for each session. The next round begins when all answers of the
///    current round are done. So all sessions that come during a round cost only one more round together.
/// 6. Places take turns, with one answer each.
package struct PresenceList {
    /// A session's stay at a place, with the status of its user.
    private struct Visit {
        let user: String
        let place: String
        let status: String?
        let number: Int
    }

    /// An answer to be sent to a session of a user.
    package struct Answer: Hashable, Sendable {
        package let user: String
        package let place: String
        package let content: PresenceAnswer
    }

    /// A place with sessions, or with unfinished answers.
    private struct Place {
        var sessions: Set<String> = []
        /// The sessions that get an answer in the next round, unless the next round is for all sessions.
        var due: Set<String> = []
        /// True if the next round is for all sessions.
        var isDueToAll = false
        /// The sessions that have no answer in the current round yet. The last element is next.
        var round: [String] = []
        /// The users at the place when the current round began.
        var users: [Presence.User] = []
        /// The number of answers of the current round that were taken and are not done yet.
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
    /// The limits are: the number of sessions; the bytes of UTF-8 in a name, place, status or session; and the number
    /// of users in an answer. An answer with too many users has the first users by name.
    package init(sessionLimit: Int = .max, nameLimit: Int = .max, userLimit: Int = .max) {
        self.sessionLimit = sessionLimit
        self.nameLimit = nameLimit
        self.userLimit = userLimit
    }

    /// The names of the sessions that are at a place.
    package var sessions: some Collection<String> { visits.keys }

    /// Applies a report. Afterwards, ``takeAnswer()`` returns the answers.
    ///
    /// - Returns: False if the report is ignored.
    /// - Complexity: O(1), or the complexity of a round if one begins.
    @discardableResult package mutating func receive(_ report: PresenceReport) -> Bool {
        let session = report.clientID
        let old = visits[session]
        let names = [report.user, report.place ?? "", report.status ?? "", session]
        guard names.allSatisfy({ $0.utf8.count <= nameLimit }), old != nil || visits.count < sessionLimit,
            report.number >= old?.number ?? report.number
        else { return false }
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
        return true
    }

    /// Removes a session. Afterwards, ``takeAnswer()`` returns answers for other sessions at its place.
    package mutating func forget(_ session: String) {
        guard let old = visits.removeValue(forKey: session) else { return }
        placeChanged(old.place) { $0.sessions.remove(session) }
    }

    // MARK: Answers

    /// Takes the next answer; `nil` if no answer is due, or if the due answers must wait for the end of a round.
    ///
    /// Call ``answerIsDone(_:)`` when the server has confirmed the answer or never will, or ``postpone(_:)`` to send it
    /// later.
    ///
    /// - Complexity: O(*m*) for *m* users at the place; O(*m* log *m*) for each round that begins.
    package mutating func takeAnswer() -> Answer? {
        while let name = turns.popFirst() {
            while let session = places[name]?.round.popLast() {
                // A session that has left the place since the round began gets no answer.
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

    /// Counts an answer as done, because the server has confirmed it or never will.
    package mutating func answerIsDone(_ answer: Answer) {
        places[answer.place]?.takenCount -= 1
        beginRound(at: answer.place)
    }

    /// Puts an answer back. ``takeAnswer()`` makes it again, with the users at that time.
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

    /// The users of some visits, ordered by name. If any session of a user has a status, the user gets a status.
    private static func users(of visits: [Visit]) -> [Presence.User] {
        var statuses: [String: String?] = [:]
        for visit in visits.sorted(by: { $0.status ?? "" < $1.status ?? "" }) {
            statuses[visit.user] = .some(visit.status)
        }
        return statuses.sorted { $0.key < $1.key }.map { Presence.User($0.key, status: $0.value) }
    }
}
