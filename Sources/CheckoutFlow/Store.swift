/// The module that takes payments, when a flow asks for that. It knows its service and the flow, and no other module.
public final class Store {
    let work: Work

    /// Makes the module, which does its part of `flow` as long as somebody holds it.
    public init(of flow: Checkout.Flow, service: any PaymentService, reports: AsyncStream<Checkout.Report>.Continuation)
    {
        work = Work(reports: reports)
        flow.observeProgress(for: self) { store, progress in
            guard let turn = progress.turn, case .payment(let purchase) = turn.part else { return store.work.cancel() }
            store.work.begin {
                .paid(try await service.charge(purchase), turn: turn.number)
            } orReport: {
                .paymentFailed(reason: $0, turn: turn.number)
            }
        }
    }
}
