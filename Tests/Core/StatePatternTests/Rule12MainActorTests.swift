import Observation
import StatePattern
import TestSupport
import Testing

/// The app around a machine: code on the main actor that hooks call.
@MainActor private final class Services {
    private(set) var calls: [String] = []
    func track(_ call: String) { calls.append(call) }
}

/// A lamp that lives on the main actor, in a module without default isolation. It goes out by itself.
@MainActor private final class Lamp: Context<Lamp.State> {
    let on = On()
    let off = Off()
    let services: Services
    let clock: ManualClock

    init(_ services: Services, clock: ManualClock) {
        self.services = services
        self.clock = clock
        super.init(initial: off)
    }

    @discardableResult func toggle() -> Outcome { delegate { $0.toggle($1) } }

    @MainActor class State: @MainActor ContextState {
        func didEnter(_ lamp: Lamp) {}
        func willExit(_ lamp: Lamp) {}
        func toggle(_ lamp: Lamp) -> Reaction<State> { .unhandled }
    }

    final class On: State {
        private var timer: Task<Void, Never>?

        deinit { timer?.cancel() }

        override func didEnter(_ lamp: Lamp) {
            lamp.services.track("on")
            timer = Task { [weak lamp, clock = lamp.clock] in
                try? await clock.sleep(for: .seconds(60))
                if !Task.isCancelled { lamp?.toggle() }
            }
        }

        override func willExit(_ lamp: Lamp) {
            timer?.cancel()
            lamp.services.track("off")
        }

        override func toggle(_ lamp: Lamp) -> Reaction<State> { .transition(to: lamp.off) }
    }

    final class Off: State {
        override func toggle(_ lamp: Lamp) -> Reaction<State> { .transition(to: lamp.on) }
    }
}

/// The model that a screen shows of a lamp.
@MainActor @Observable private final class LampModel {
    private(set) var isOn = false

    init(_ lamp: Lamp) {
        lamp.observe(for: self) { model, _, transition in model.isOn = transition.target is Lamp.On }
    }
}

@MainActor @Suite struct `A machine on the main actor` {
    private let services = Services()
    private let clock = ManualClock()

    @Test func `Rule 12: its hooks call the app, start a task and cancel it`() async {
        let lamp = Lamp(services, clock: clock)
        lamp.toggle()
        lamp.toggle()
        #expect(services.calls == ["on", "off"])
        lamp.toggle()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(60))
        while lamp.state === lamp.on { await Task.yield() }
        #expect(services.calls == ["on", "off", "on", "off"])
    }

    @Test func `Rule 12: an observable model follows it`() {
        let lamp = Lamp(services, clock: clock)
        let model = LampModel(lamp)
        lamp.toggle()
        #expect(model.isOn)
        lamp.toggle()
        #expect(!model.isOn)
    }

    @Test func `Rule 12: its changes are consumed and its states waited for on the main actor`() async throws {
        let lamp = Lamp(services, clock: clock)
        let changes = lamp.changes { $0.target is Lamp.On }
        let waiter = Task { try await lamp.wait { $0 is Lamp.On } }
        await Task.yield()
        lamp.toggle()
        try await waiter.value
        var seen: [Bool] = []
        for await isOn in changes.prefix(2) {
            MainActor.assertIsolated()
            seen.append(isOn)
        }
        #expect(seen == [false, true])
    }

    @Test func `Rule 12: it describes itself and its states`() {
        let lamp = Lamp(services, clock: clock)
        #expect("\(lamp)" == "Lamp: Off")
        #expect(lamp.state.path == "Off")
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
