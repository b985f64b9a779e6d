import Messaging
import STOMP

/// Answers reports of places: tells each session who else is where its user is.
struct PresenceService {
    static let destination = "/topic/presence"

    /// A message that the broker sends by itself.
    typealias Answer = (destination: String, body: [UInt8])

    private struct Visit {
        let user: String
        let place: String
        let number: Int
        let client: MessageStore.ClientID
    }

    /// The place of each session; a user may have several.
    private var visits: [String: Visit] = [:]

    /// Evaluates a report.
    ///
    /// - Returns: Answers for all sessions at the places that the user has left or come to.
    mutating func receive(_ body: [UInt8], from client: MessageStore.ClientID) -> [Answer] {
        guard let report = PresenceReport(body) else { return [] }
        let old = visits[report.clientID]?.place
        visits[report.clientID] = report.place.map {
            Visit(user: report.user, place: $0, number: report.number, client: client)
        }
        return answers(at: [old, report.place])
    }

    /// Forgets the users who have reported on a connection that has ended.
    mutating func clientIsGone(_ client: MessageStore.ClientID) -> [Answer] {
        let left = visits.values.filter { $0.client == client }.map(\.place)
        visits = visits.filter { $0.value.client != client }
        return answers(at: left)
    }

    private func answers(at places: [String?]) -> [Answer] {
        visits.filter { places.contains($0.value.place) }
            .sorted { ($0.value.user, $0.key) < ($1.value.user, $1.key) }
            .map { clientID, visit in
                let others = Set(visits.values.filter { $0.place == visit.place }.map(\.user)).subtracting([visit.user])
                let answer = PresenceAnswer(clientID: clientID, number: visit.number, others: others.sorted())
                return (MessagingSession.Configuration().answerDestination(visit.user), answer.body)
            }
    }
}
