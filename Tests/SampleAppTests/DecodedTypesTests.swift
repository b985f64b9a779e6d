import CheckoutFlow
import Foundation
import InMemoryServices
import Playback
import StateExploration
import TestSupport
import Testing

/// No value that is read from a file breaks a rule of the initializer of its type.
@Suite struct `What is decoded` {
    /// The types with initializers that check their arguments, each with JSON that breaks a rule.
    private nonisolated static let checked: [(type: any (Decodable & Sendable).Type, json: String)] = [
        (Track.self, #"{"id":"A","title":"A","duration":[-1,0]}"#),
        (Price.self, #"{"minorUnits":-1,"currency":"EUR"}"#),
        (InMemoryPayments.Ledger.self, #"{"charges":[],"refunds":[],"challenges":[\#(tea),\#(tea)],"voided":[]}"#),
        (Checkout.Flow.Saved.self, #"{"phase":"Stable","member":"ada"}"#),
        (SavedGraph.self, #"{"initial":"A","requests":[],"states":[]}"#),
    ]
    private nonisolated static let tea =
        #"{"item":{"name":"Tea","price":{"minorUnits":420,"currency":"EUR"}},"key":{"description":"1"}}"#

    /// The types with initializers that accept all values of their parts. A reader of several values checks these together.
    private static let unchecked = [
        "Argument", "Cell", "Data", "Entry", "Header", "IdempotencyKey", "Item", "Message", "Message", "PaymentReceipt",
        "Phase", "Phase", "Phase", "Phase", "PlayerAsEnum", "PlayerInRunner", "PresenceAnswer", "PresenceReport",
        "PresentUser", "Purchase", "RecordedToken", "RefusalKind", "Request", "Situation", "State", "State", "State",
    ]

    @Test(arguments: checked.indices) func `is corrupt if it breaks a rule`(index: Int) throws {
        let (type, json) = Self.checked[index]
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: Data(json.utf8)) }
        guard case .dataCorrupted? = error else { throw try #require(error) }
    }

    @Test func `is of a type with a known answer to wrong values`() throws {
        let declaration =
            #/^ *(?:[a-z]+ )*(?:struct|enum|class|actor|extension) (?:\w+\.)*(\w+)(?:<[^>]*>)?:[^{]*\b(?:Dec|C)odable\b/#
        var types: [String] = []
        for folder in ["Sources", "Playground"] {
            let root = Program.package.appending(path: folder)
            for file in try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
            where file.hasSuffix(".swift") && !file.contains(".docc/") {
                let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
                types += text.matches(of: declaration.anchorsMatchLineEndings()).map { String($0.1) }
            }
        }
        #expect(types.sorted() == (Self.unchecked + Self.checked.map { "\($0.type)" }).sorted())
    }
}
