/// The module that logs in, when a flow asks for that. It knows its service and the flow, and no other module.
public final class Member {
    let work: Work

    /// Makes the module, which does its part of `flow` as long as somebody holds it.
    public init(of flow: Checkout.Flow, service: any MemberService, reports: AsyncStream<Checkout.Report>.Continuation)
    {
        work = Work(reports: reports)
        flow.observeProgress(for: self) { member, progress in
            guard let turn = progress.turn, case .logIn(let credentials) = turn.part else {
                return member.work.cancel()
            }
            member.work.begin {
                try await service.logIn(credentials)
                return .loggedIn(turn: turn.number)
            } orReport: {
                .logInFailed(reason: $0, turn: turn.number)
            }
        }
    }
}
