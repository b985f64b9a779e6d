/// The module that notifies members, when a flow asks for that. It knows its service and the flow, and no other module.
public final class Push {
    let work: Work

    /// Makes the module, which does its part of `flow` as long as somebody holds it.
    public init(of flow: Checkout.Flow, service: any PushService, reports: AsyncStream<Checkout.Report>.Continuation) {
        work = Work(reports: reports)
        flow.observeProgress(for: self) { push, progress in
            guard let turn = progress.turn, case .push(let receipt) = turn.part else { return push.work.cancel() }
            push.work.begin {
                try await service.push(receipt)
                return .pushed(turn: turn.number)
            } orReport: {
                .pushFailed(reason: $0, turn: turn.number)
            }
        }
    }
}
