import CheckoutFlow
import StateInspector
import StatePattern

extension CheckoutModel {
    /// Makes recorded requests on a flow without modules.
    ///
    /// The flow makes new keys. The first report with a recorded key maps it to the key of the flow's latest purchase.
    /// A flow that continues counts its tries anew, so the first report after that is about its current try.
    public static func replay(_ recording: Recording, of name: String) throws -> Recording.Replay {
        var keys: [IdempotencyKey: IdempotencyKey] = [:]
        var earlierTries: Int?
        func attempt(_ arguments: Recording.Arguments, _ index: Int = 0, of flow: Checkout.Flow) throws -> Int {
            let number: Int = try arguments.value(index)
            let earlier = earlierTries ?? number &- flow.tryNumber
            earlierTries = earlier
            return number &- earlier
        }
        func own(_ purchase: Purchase, of flow: Checkout.Flow) -> Purchase {
            let key = keys[purchase.key] ?? flow.latestPurchase?.key ?? purchase.key
            keys[purchase.key] = key
            return Purchase(item: purchase.item, key: key)
        }
        func receipt(_ arguments: Recording.Arguments, of flow: Checkout.Flow) throws -> PaymentReceipt {
            let receipt: PaymentReceipt = try arguments.value()
            return PaymentReceipt(number: receipt.number, purchase: own(receipt.purchase, of: flow))
        }
        return try recording.replay(
            of: name,
            on: { start -> Checkout.Flow in
                let flow = Checkout.Flow(resuming: try start.data(as: Checkout.Flow.Saved.self))
                keys = flow.latestPurchase.map { [$0.key: $0.key] } ?? [:]
                earlierTries = flow.isActive ? nil : 0
                return flow
            },
            requests: [
                "logIn(_:)": { $0.logIn(Credentials(try $1.value(), password: "")) },
                "logOut()": { flow, _ in flow.logOut() }, "purchase(_:)": { $0.purchase(try $1.value()) },
                "retry()": { flow, _ in flow.retry() }, "confirm()": { flow, _ in flow.confirm() },
                "refund(_:)": { $0.refund(try receipt($1, of: $0)) }, "cancel()": { flow, _ in flow.cancel() },
                "loggedIn(try:)": { $0.receive(.loggedIn(try: try attempt($1, of: $0))) },
                "challenged(_:try:)": { $0.receive(.challenged(try $1.value(), try: try attempt($1, 1, of: $0))) },
                "declined(reason:try:)": {
                    $0.receive(.declined(reason: try $1.value(), try: try attempt($1, 1, of: $0)))
                },
                "failed(reason:try:)": { $0.receive(.failed(reason: try $1.value(), try: try attempt($1, 1, of: $0))) },
                "retry(after:)": { $0.receive(.retry(after: try $1.value())) },
                "paid(_:)": { $0.receive(.paid(try receipt($1, of: $0))) },
                "voided(_:)": { $0.receive(.voided(own(try $1.value(), of: $0))) },
                "refunded(_:)": { $0.receive(.refunded(try receipt($1, of: $0))) },
                "pushed(_:)": { $0.receive(.pushed(try receipt($1, of: $0))) },
            ]
        )
    }
}
