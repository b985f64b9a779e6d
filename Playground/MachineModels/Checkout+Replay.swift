import CheckoutFlow
import StateExploration
import StateInspector
import StatePattern

extension IdempotencyKey {
    /// Returns a closure that makes the keys 1, 2 and so on.
    public static func counter() -> () -> IdempotencyKey {
        var count = 0
        return {
            count += 1
            return IdempotencyKey("\(count)")
        }
    }
}

extension Checkout.Flow {
    /// The text for the state in the flow's models.
    public var stateInOverview: String { stateInModel }

    /// Makes recorded requests on a flow without modules.
    ///
    /// The flow makes new keys. The first report with a recorded key maps it to the key of the flow's latest purchase.
    /// A flow that continues counts its tries anew, so the first report after that is about its current try.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        var keys: [IdempotencyKey: IdempotencyKey] = [:]
        var earlierTries: Int?
        func attempt(_ number: Int, of flow: Checkout.Flow) -> Int {
            let earlier = earlierTries ?? number &- flow.tryNumber
            earlierTries = earlier
            return number &- earlier
        }
        func own(_ purchase: Purchase, of flow: Checkout.Flow) -> Purchase {
            let key = keys[purchase.key] ?? flow.latestPurchase?.key ?? purchase.key
            keys[purchase.key] = key
            return Purchase(item: purchase.item, key: key)
        }
        return try recording.replay(
            of: name,
            on: { start -> Checkout.Flow in
                let flow = Checkout.Flow(resuming: try start.data(as: Checkout.Flow.Saved.self))
                keys = flow.latestPurchase.map { [$0.key: $0.key] } ?? [:]
                earlierTries = flow.isActive ? nil : 0
                return flow
            },
            requests: requests,
            reading: { flow, argument in
                switch argument.type {
                case is Credentials.Type: return Credentials(try argument.value(), password: "")
                case is Purchase.Type: return own(try argument.value(), of: flow)
                case is PaymentReceipt.Type:
                    let receipt: PaymentReceipt = try argument.value()
                    return PaymentReceipt(number: receipt.number, purchase: own(receipt.purchase, of: flow))
                case is Int.Type where argument.label == "try": return attempt(try argument.value(), of: flow)
                default: return nil
                }
            })
    }
}
