import Dispatch
import Observation
import StatePattern
import TestSupport
import Testing

// Everything in this module is isolated to the main actor, as it is in a new app. Nothing here says so.

/// The app around a machine: code that hooks call.
final class Journal {
    private(set) var lines: [String] = []
    func write(_ line: String) { lines.append(line) }
}

/// A download that can be paused, in a tree, with its own task.
final class Download: MainActorContext<Download.State> {
    let idle = Idle()
    let active = Active()
    let journal: Journal
    fileprivate(set) var ticks = 0

    init(_ journal: Journal) {
        self.journal = journal
        super.init(startingIn: idle)
    }

    init(_ journal: Journal, pausedAt ticks: Int) {
        self.journal = journal
        self.ticks = ticks
        super.init(startingIn: idle, resumingIn: Paused(in: active))
    }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func pause() -> Outcome { delegate(State.pause) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }

    var canPause: Bool { ask { $0.canPause($1) } ?? false }

    class State: ContextState {
        init() {}
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ download: Download) { download.journal.write("enter \(statePath)") }
        func willExit(_ download: Download) { download.journal.write("exit \(statePath)") }
        func start(_ download: Download) -> Reaction { .unhandled }
        func pause(_ download: Download) -> Reaction { .unhandled }
        func stop(_ download: Download) -> Reaction { .unhandled }
        func canPause(_ download: Download) -> Bool? { nil }
    }

    final class Idle: State {
        override func start(_ download: Download) -> Reaction { .transition(to: download.active) }
    }

    final class Active: State {
        override var initialSubstate: State? { Running(in: self) }
        override func stop(_ download: Download) -> Reaction { .transition(to: download.idle) }
    }

    final class Running: State {
        private let active: Active
        private var work: Task<Void, Never>?

        init(in active: Active) { self.active = active }

        override var superstate: State? { active }

        override func didEnter(_ download: Download) {
            super.didEnter(download)
            work = Task { [weak download] in
                while !Task.isCancelled, let running = download, running.ticks < 3 {
                    running.ticks += 1
                    await Task.yield()
                }
            }
        }

        override func willExit(_ download: Download) {
            work?.cancel()
            super.willExit(download)
        }

        override func pause(_ download: Download) -> Reaction { .transition(to: Paused(in: active)) }
        override func canPause(_ download: Download) -> Bool? { true }
    }

    final class Paused: State {
        private let active: Active
        init(in active: Active) { self.active = active }
        override var superstate: State? { active }
        override func start(_ download: Download) -> Reaction { .transition(to: Running(in: active)) }
    }
}

@Observable final class DownloadModel {
    private(set) var title: String
    @ObservationIgnored private let download: Download

    init(_ download: Download) {
        self.download = download
        title = download.state.statePath
        download.observe(for: self) { model, _, transition in model.title = transition.target.statePath }
        download.observeRequests(for: self) { model, _, record in
            if record.outcome == .unhandled { model.title += "?" }
        }
    }
}

@Suite(.timeLimit(.minutes(60))) struct `A machine on the main actor by MainActorContext` {
    private let journal = Journal()

    @Test func `Rule 12: a tree works without annotations, and its hooks call the app`() {
        let download = Download(journal)
        download.start()
        download.pause()
        download.stop()
        #expect(
            journal.lines == [
                "enter Idle", "exit Idle", "enter Active", "enter Active/Running", "exit Active/Running",
                "enter Active/Paused", "exit Active/Paused", "exit Active", "enter Idle",
            ])
    }

    @Test func `Rule 12: a hook starts a task that works with the machine, and cancels it`() async {
        let download = Download(journal)
        download.start()
        await yieldWhile("the task has not ticked three times") { download.ticks < 3 }
        download.stop()
        #expect(download.state is Download.Idle)
        #expect(download.ticks == 3)
    }

    @Test func `Rule 12: an observable model follows it`() {
        let download = Download(journal)
        let model = DownloadModel(download)
        download.start()
        #expect(model.title == "Active/Running")
        download.start()
        #expect(model.title == "Active/Running?")
    }

    @Test func `Rule 12: it can be asked, waited for, streamed and restored`() async throws {
        let download = Download(journal, pausedAt: 3)
        #expect(journal.lines.isEmpty)
        #expect(!download.canPause)
        let changes = download.changes { $0.target.name }
        let waiter = await begun { try await download.wait { $0 is Download.Running } }
        download.start()
        try await waiter.value
        #expect(download.canPause)
        for await name in changes.prefix(1) { #expect(name == "Running") }
        download.deactivate()
        #expect(download.state is Download.Idle)
    }

    @Test func `Rule 12: a callback of another thread can capture it`() async throws {
        let download = Download(journal)
        download.start()
        DispatchQueue.global().async { [weak download] in Task { @MainActor in download?.stop() } }
        try await download.wait { $0 is Download.Idle }
        let isSendable: any Sendable = download
        #expect(isSendable as? Download === download)
    }
}
