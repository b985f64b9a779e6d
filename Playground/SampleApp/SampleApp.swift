import Navigation
import Playback
import StatePattern

/// A bookshop of six flows, with the machines of all modules. Gestures replace a touch screen.
///
/// It owns the coordinator of the flows, and the account with its service. The flows pass on the reader who is logged
/// in, with the session and all other services.
public final class SampleApp {
    public let stack = ScreenStack()
    public let coordinator = FlowCoordinator<AppStep>()
    public let account: Account
    private var journal: [String] = []
    /// The reader with a refused token, and the steps to the screen that they had to leave; `nil` for none.
    private var wayBack: (reader: String, link: [AppStep])?
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    private var listenerCount = 0

    /// Creates an app that shows nothing yet.
    ///
    /// - Parameter account: The account; by default, an account that admits every reader at once.
    public init(_ account: Account = Account()) {
        self.account = account
        coordinator.onDidNavigate { [weak self] flow, step in
            self?.journal.append("\(type(of: flow)): \(step)")
        }
        // Observed before the stepper observes the account. So the stack still has the reader's screens.
        account.observe(for: self) { app, _, transition in app.readerChanged(transition) }
        stack.onChange = { [weak self] in self?.contentChanged() }
    }

    deinit { for listener in listeners.values { listener.finish() } }

    public func launch() {
        let stepper = AppStepper(following: account)
        coordinator.coordinate(AppFlow(on: stack, account), startingAt: .main, stepper: stepper)
    }

    /// Notifies the app that it has left the screen of the device: the sample pauses, and the connection is closed.
    public func enterBackground() {
        account.reader?.player.pause()
        account.service.enterBackground()
    }

    /// Notifies the app that it is on the screen of the device again.
    public func enterForeground() { account.service.enterForeground() }

    /// Ends the app. When this returns, no connection is open.
    public func terminate() async {
        await account.service.stop()
        account.left()
    }

    /// Removes and returns the steps that flows have carried out since the last call.
    public func takeJournal() -> [String] {
        defer { journal = [] }
        return journal
    }

    /// The names of the flows that have not ended, each flow before its children.
    public var flows: [String] { coordinator.flows.map { "\(type(of: $0))" } }

    /// The path of the screens, with a note if a link waits for a flow that accepts it.
    public var situation: String {
        stack.path + (coordinator.waitingSteps.isEmpty ? "" : ", a link waits")
    }

    /// Returns true if a line of the visible screens equals a text.
    public func sees(_ text: String) -> Bool { stack.visible.contains { $0.details.contains(text) } }

    // MARK: Changes

    /// A new sequence. It yields an element at once, and another one after each change of the screens' contents.
    public var changes: AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listenerCount += 1
        let number = listenerCount
        listeners[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.listeners[number] = nil }
        }
        continuation.yield()
        return changes
    }

    /// Waits until the app meets a condition, which is tested after each change of the screens.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first, or the app is gone.
    public func wait(until condition: (SampleApp) -> Bool) async throws {
        for await _ in changes where condition(self) { return }
        throw CancellationError()
    }

    private func contentChanged() {
        // When the user swipes back, no flow carries out a step. So the place is reported here, not in `onDidNavigate`.
        if let place = stack.visible.compactMap(\.place).last { account.reader?.companions?.report(place) }
        for listener in listeners.values { listener.yield() }
    }

    private func readerChanged(_ transition: Account.Transition) {
        if let left = transition.source as? Account.LoggedIn {
            let isRefused = transition.target is Account.Refused
            wayBack = isRefused ? (left.reader.name, [.shelf] + stack.link) : nil
        }
        if let reader = account.reader {
            reader.start { [weak self] in self?.contentChanged() }
            if let wayBack, wayBack.reader == reader.name { coordinator.navigate(to: wayBack.link) }
            wayBack = nil
        }
        contentChanged()
    }
}
