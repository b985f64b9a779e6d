import Foundation
import Messaging

/// Who is where, as their clients report it; tells everybody who else is there.
struct PresenceDesk {
    static let destination = "/topic/presence"

    private struct Report: Decodable {
        let user: String
        let place: String?
        let number: Int
    }

    private struct Answer: Encodable {
        let number: Int
        let others: [String]
    }

    private struct Visit {
        let place: String
        let number: Int
        let client: Depot.ClientID
    }

    private var visits: [String: Visit] = [:]

    /// Takes a report in.
    ///
    /// - Returns: What is to be sent, and where to: answers for all who are where somebody has come or gone.
    mutating func take(_ body: [UInt8], from client: Depot.ClientID) -> [(destination: String, body: [UInt8])] {
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(body)) else { return [] }
        let old = visits[report.user]?.place
        visits[report.user] = report.place.map { Visit(place: $0, number: report.number, client: client) }
        return answers(at: [old, report.place])
    }

    /// Forgets who has reported on a connection that is gone.
    mutating func clientIsGone(_ client: Depot.ClientID) -> [(destination: String, body: [UInt8])] {
        let left = visits.values.filter { $0.client == client }.map(\.place)
        visits = visits.filter { $0.value.client != client }
        return answers(at: left)
    }

    private func answers(at places: [String?]) -> [(destination: String, body: [UInt8])] {
        visits.filter { places.contains($0.value.place) }.sorted { $0.key < $1.key }.map { user, visit in
            let others = visits.filter { $0.key != user && $0.value.place == visit.place }.keys.sorted()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            guard let body = try? encoder.encode(Answer(number: visit.number, others: others)) else {
                fatalError("An answer can always be encoded.")
            }
            return (MessagingSession.Configuration().answerDestination(user), Array(body))
        }
    }
}
