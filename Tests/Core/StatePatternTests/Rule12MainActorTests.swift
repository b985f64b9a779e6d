import StatePattern
import TestSupport
import Testing

/// A machine that lives on the main actor, in a module without default isolation.
///
/// Recipe: a state that owns a task, which looks whether it was canceled before it begins.
@MainActor private final class Upload: Context<Upload.State> {
    @MainActor class State: @MainActor ContextState {
        let superstate: State?
        var initialSubstate: State? { nil }
        init(in superstate: State? = nil) { self.superstate = superstate }
        func didEnter(_ upload: Upload) {}
        func willExit(_ upload: Upload) {}
        func start(_ upload: Upload) -> Reaction { .unhandled }
        func cancel(_ upload: Upload) -> Reaction { .unhandled }
        func ended(_ upload: Upload) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ upload: Upload) -> Reaction { .transition(to: upload.makeSending()) }
    }

    final class Sending: State {
        private var task: Task<Void, Never>?

        override func didEnter(_ upload: Upload) {
            task = Task { [weak upload, send = upload.send] in
                guard !Task.isCancelled else { return }
                await send()
                if !Task.isCancelled { upload?.ended() }
            }
        }

        override func willExit(_ upload: Upload) { task?.cancel() }
        override func cancel(_ upload: Upload) -> Reaction { .transition(to: Idle()) }
        override func ended(_ upload: Upload) -> Reaction { .transition(to: Idle()) }
    }

    /// The number of superstates of the state that sends.
    private let depth: Int
    private let send: @MainActor () async -> Void

    init(depth: Int, send: @escaping @MainActor () async -> Void) {
        (self.depth, self.send) = (depth, send)
        super.init(initial: Idle())
    }

    private func makeSending() -> State {
        Sending(in: (0..<depth).reduce(nil) { superstate, _ in State(in: superstate) })
    }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func cancel() -> Outcome { delegate(State.cancel) }
    @discardableResult fileprivate func ended() -> Outcome { delegate(State.ended) }
}

@MainActor @Suite(.timeLimit(.minutes(60))) struct `A machine on the main actor` {
    @Test(arguments: [0, 2])
    func `Recipe: work that is canceled in the turn in which it was started does not begin`(depth: Int) async throws {
        var sends = 0
        let upload = Upload(depth: depth) { sends += 1 }
        for _ in 1...3 {
            upload.start()
            upload.cancel()
        }
        upload.start()
        try await upload.wait { $0 is Upload.Idle }
        #expect(sends == 1)
    }

    @Test func `Rule 12: its changes are consumed and its states waited for on the main actor`() async throws {
        let upload = Upload(depth: 0) {}
        let changes = upload.changes { $0.target is Upload.Sending }
        let waiter = await begun { try await upload.wait { $0 is Upload.Sending } }
        upload.start()
        try await waiter.value
        var seen: [Bool] = []
        for await isSending in changes.prefix(2) {
            MainActor.assertIsolated()
            seen.append(isSending)
        }
        #expect(seen == [false, true])
    }

    @Test(.blocking) nonisolated func `Rule 12: using it from elsewhere does not compile`() throws {
        #expect(try Fixture.complaint(about: "MainActorDoor") == nil)
        for code in [
            "func useElsewhere(_ door: Door) { door.open() }",
            "func activate(_ context: Context<Door.State>) { context.activate() }",
        ] {
            let complaint = try #require(try Fixture.complaint(about: "MainActorDoor", adding: code))
            #expect(complaint.contains("main actor-isolated"), "\(complaint)")
        }
    }
}
