import StatePattern
import Testing

/// Recipe: a state that owns a task, which looks whether it was canceled before it begins.
@MainActor private final class Upload: Context<Upload.State> {
    @MainActor class State: @MainActor HierarchicalState {
        let superstate: State?
        var initialSubstate: State? { nil }
        init(in superstate: State? = nil) { self.superstate = superstate }
        func didEnter(_ upload: Upload) {}
        func willExit(_ upload: Upload) {}
        func start(_ upload: Upload) -> Reaction<State> { .unhandled }
        func cancel(_ upload: Upload) -> Reaction<State> { .unhandled }
        func ended(_ upload: Upload) -> Reaction<State> { .unhandled }
    }

    final class Idle: State {
        override func start(_ upload: Upload) -> Reaction<State> { .transition(to: upload.makeSending()) }
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
        override func cancel(_ upload: Upload) -> Reaction<State> { .transition(to: Idle()) }
        override func ended(_ upload: Upload) -> Reaction<State> { .transition(to: Idle()) }
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

    @discardableResult func start() -> Outcome { delegate { $0.start($1) } }
    @discardableResult func cancel() -> Outcome { delegate { $0.cancel($1) } }
    @discardableResult fileprivate func ended() -> Outcome { delegate { $0.ended($1) } }
}

@MainActor @Suite struct `Recipe: asynchronous work` {
    @Test(arguments: [0, 2])
    func `work that is canceled in the turn in which it was started does not begin`(depth: Int) async throws {
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
}
