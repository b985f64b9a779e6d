import StateExploration
import StatePattern
import TestSupport
import Testing

/// A machine with a request of each form.
private final class Lift: Context<Lift.State> {
    class State: ContextState {
        func didEnter(_ lift: Lift) {}
        func willExit(_ lift: Lift) {}
        func call(_ lift: Lift, _ floor: Int) -> Reaction { .unhandled }
        func stop(_ lift: Lift) -> Reaction { .unhandled }
        func load(_ lift: Lift, _ things: String, _ weight: Int, _ isFragile: Bool) -> Reaction { .handled }
    }
    final class Resting: State {
        override func didEnter(_ lift: Lift) { lift.isWarned ? lift.stop() : () }
        override func call(_ lift: Lift, _ floor: Int) -> Reaction { .transition(to: Moving()) }
    }
    final class Moving: State {
        override func stop(_ lift: Lift) -> Reaction { .transition(to: Resting()) }
    }

    var weight = 7
    var isWarned = false
    init() { super.init(initial: Resting()) }

    @discardableResult func call(_ floor: Int) -> Outcome { delegate(State.call, floor) }
    @discardableResult func call(toMy floor: Int) -> Outcome { delegate(State.call, floor) }
    func stop() { delegate(State.stop) }
    func load(_ things: String, weight: Int, isFragile: Bool) { delegate(State.load, things, weight, isFragile) }
    func reload(_ things: String, weight: Int) { delegate(State.load, things, weight, false) }
}

private final class Box<Content>: Context<Box<Content>.State> {
    class State: ContextState {
        func didEnter(_ box: Box) {}
        func willExit(_ box: Box) {}
        func put(_ box: Box, _ content: Content) -> Reaction { .transition(to: State()) }
    }
    init() { super.init(initial: State()) }
    func put(_ content: Content) -> Outcome { delegate(State.put, content) }
}

private final class Lamp {
    var isOn = false
    func press() { isOn.toggle() }
    func dim(to level: Int) -> Outcome { .handled }
}

@Suite struct `A list of requests` {
    private func names(_ requests: RequestList<Lift>) -> [String] {
        MachineModel(Lift.init, requests: requests).requests
    }

    @Test func `has the names that the context tells, with the examples`() throws {
        #expect(names([.init(Lift.stop), .init(Lift.call(toMy:), 2)]) == ["stop", "call(toMy: 2)"])
        #expect(
            names([.init(Lift.call(_:), 2, 3), .init { $0.call(toMy: $0.weight) }]) == [
                "call(2)", "call(3)", "call(toMy:)",
            ])
        #expect(
            names([.init(Lift.load, ("piano", 400, true), ("egg", 1, true)), .init(Lift.reload, ("sofa", 90))]) == [
                "load(piano, weight: 400, isFragile: true)", "load(egg, weight: 1, isFragile: true)",
                "reload(sofa, weight: 90)",
            ])
        #expect(names([.init { $0.reload("sofa", weight: $0.weight) }, .init { $0.call(3) }]) == ["reload", "call"])
        #expect(names([.init(Lift.call(_:), 2, named: "up")]) == ["up"])
        #expect(names(.init([4, 5]) { $0.call($1) }) == ["4", "5"])
        #expect(MachineModel({ Box<[Int]>() }, requests: [.init(Box.put, [1, 2])]).requests == ["put([1, 2])"])
    }

    @Test func `is taken by a machine made in several statements`() throws {
        let make = {
            let lift = Lift()
            lift.isWarned = true
            return lift
        }
        #expect(try MachineModel(make, requests: [.init(Lift.call(_:), 1)]).explore().states == ["Resting", "Moving"])
        let lamp = MachineModel(
            {
                let lamp = Lamp()
                lamp.isOn = true
                return lamp
            }, requests: [.init(Lamp.dim, 1, named: "dim")], state: { $0.isOn ? "On" : "Off" })
        #expect(try lamp.explore().states == ["On"])
    }

    @Test func `with a request that tells no name, or two requests of one name, is a mistake that says what to write`()
        async
    {
        let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MachineModel(Lift.init, requests: [.init { $0.weight > 9 ? $0.call(1) : nil }])
        }
        #expect(
            none?.errors.contains("makes no request of a new Lift, which therefore tells no name: write one, as in")
                == true)
        let two = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MachineModel(Lift.init, requests: [.init { ($0.stop(), $0.call(1)).1 }])
        }
        #expect(two?.errors.contains("makes stop and call(1) of a new Lift") == true)
        let hidden = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MachineModel(Lift.init, requests: [.init(Lift.call(_:), 1, 1)])
        }
        #expect(hidden?.errors.contains("Two requests of a model have one name: “call(1)”. Write another one") == true)
        let several = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MachineModel(Lift.init, requests: [.init(Lift.call(_:), 1, 2, named: "up")])
        }
        #expect(several?.errors.contains("“up” names 2 requests: write one “.init” for each example.") == true)
        let plain = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MachineModel(Lamp.init, requests: [.init(Lamp.press)], state: { _ in "" })
        }
        #expect(plain?.errors.contains("Lamp tells no names: write one") == true)
    }
}
