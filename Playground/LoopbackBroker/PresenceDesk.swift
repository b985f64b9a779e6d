import Foundation
import Messaging

/// Who is where, as their clients report it; tells everybody who else is there.
struct PresenceDesk {
    static let destination = "/topic/presence"

    private struct Report: Decodable {
        let user: String
        let place: String?
        let session: String
        let number: Int
    }

    private struct Answer: Encodable {
        let session: String
        let number: Int
        let others: [String]
    }

    private struct Visit {
        let user: String
        let place: String
        let number: Int
        let client: Depot.ClientID
    }

    /// Where each session is; a user may have several.
    private var visits: [String: Visit] = [:]

    /// Takes a report in.
    ///
    /// - Returns: What is to be sent, and where to: answers for all who are where somebody has come or gone.
    mutating func take(_ body: [UInt8], from client: Depot.ClientID) -> [(destination: String, body: [UInt8])] {
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(body)) else { return [] }
        let old = visits[report.session]?.place
        visits[report.session] = report.place.map {
            Visit(user: report.user, place: $0, number: report.number, client: client)
        }
        return answers(at: [old, report.place])
    }

    /// Forgets who has reported on a connection that is gone.
    mutating func clientIsGone(_ client: Depot.ClientID) -> [(destination: String, body: [UInt8])] {
        let left = visits.values.filter { $0.client == client }.map(\.place)
        visits = visits.filter { $0.value.client != client }
        return answers(at: left)
    }

    private func answers(at places: [String?]) -> [(destination: String, body: [UInt8])] {
        visits.filter { places.contains($0.value.place) }
            .sorted { ($0.value.user, $0.key) < ($1.value.user, $1.key) }
            .map { session, visit in
                let others = Set(visits.values.filter { $0.place == visit.place }.map(\.user)).subtracting([visit.user])
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let answer = Answer(session: session, number: visit.number, others: others.sorted())
                guard let body = try? encoder.encode(answer) else { fatalError("An answer can always be encoded.") }
                return (MessagingSession.Configuration().answerDestination(visit.user), Array(body))
            }
    }
}
