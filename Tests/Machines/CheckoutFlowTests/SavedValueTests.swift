import CheckoutFlow
import Foundation
import InMemoryServices
import MachineModels
import StatePattern
import Testing

/// Values that are read keep the rules of those that are made.
@Suite struct `What is read of a checkout` {
    /// Replaces parts of the JSON of a value; `nil` removes one.
    private func changing<Value: Codable>(_ value: Value, _ parts: [String: Any?]) throws -> Value {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        var values = try #require(object as? [String: Any])
        for (key, part) in parts { values[key] = part }
        return try JSONDecoder().decode(Value.self, from: JSONSerialization.data(withJSONObject: values))
    }

    private func json(_ value: some Encodable) throws -> Any {
        try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
    }

    @Test(arguments: Situation.resting) func `is corrupt if its parts do not fit`(situation: Situation) throws {
        let flow = situation.reach()
        let saved = try #require(flow.saved)
        let other = PaymentReceipt(number: 1, purchase: Purchase(item: .tea, key: IdempotencyKey("other")))
        func expectCorrupt(_ parts: [String: Any?]) {
            let error = #expect(throws: DecodingError.self) { try changing(saved, parts) }
            guard case .dataCorrupted? = error else {
                Issue.record("\(parts) in \(situation): \(String(describing: error))")
                return
            }
        }
        expectCorrupt(["phase": "Nowhere"])
        expectCorrupt(["receipt": try json(other)])
        expectCorrupt(["member": flow.member == nil ? "ada" : nil])
        if flow.latestPurchase != nil { expectCorrupt(["purchase": nil]) }
        if flow.phase == .challenged { expectCorrupt(["challenge": nil]) }
        if let purchase = flow.latestPurchase, flow.phase != .stable {
            let receipt = try json(PaymentReceipt(number: 1, purchase: purchase))
            expectCorrupt(["refunded": receipt])
            if flow.phase.rawValue.hasPrefix("BeforePayment") { expectCorrupt(["receipt": receipt]) }
        }
        if [.pushing, .pushFailed].contains(flow.phase) { expectCorrupt(["receipt": nil]) }
    }

    @Test func `is no ledger that contradicts itself`() throws {
        let payments = InMemoryPayments()
        let purchases = ["1", "2", "3"].map { Purchase(item: .tea, key: IdempotencyKey($0)) }
        let receipts = try purchases.map { try payments.record($0) }
        try payments.recordVoid(purchases[2])
        let ledger = payments.ledger
        #expect(try changing(ledger, [:]) == ledger)
        let renumbered = PaymentReceipt(number: 2, purchase: purchases[0])
        for parts in [
            ["charges": try json([receipts[0], receipts[0]])], ["charges": try json([receipts[1]])],
            ["charges": try json([renumbered, receipts[1]])], ["refunds": try json([receipts[0]])],
            ["charges": try json([receipts[0], receipts[2]]), "refunds": try json([receipts[1]])],
            ["voided": try json([purchases[0], purchases[2]])], ["voided": [Any]()],
            ["challenges": try json([purchases[0]])],
        ] {
            let error = #expect(throws: DecodingError.self) { try changing(ledger, parts) }
            guard case .dataCorrupted? = error else {
                Issue.record("\(parts): \(String(describing: error))")
                continue
            }
        }
    }
}
