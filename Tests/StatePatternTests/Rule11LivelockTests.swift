import StatePattern
import Testing

@Suite struct Livelock {
    /// A machine that asks for `step` so many times, in a row or from each other.
    private static func counter(from times: Int) -> FlatMachine {
        let machine = FlatMachine("A")
        machine.activate()
        machine.on("step", in: "A", .handled)
        machine.on("start", in: "A") { machine in
            for _ in 0..<times { machine.request("step") }
            return .handled
        }
        return machine
    }

    @Test func `Rule 11: ten thousand follow-ups of one request are allowed, again and again`() {
        let machine = Self.counter(from: 10_000)
        for _ in 1...2 { #expect(machine.request("start") == .handled) }
    }

    @Test func `Rule 11: one follow-up more traps and names the request`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Self.counter(from: 10_001).request("start")
        }
        #expect(
            result?.errors.contains(
                "More than 10000 follow-ups and recalled requests of one call; the last one was step.") == true)
    }

    /// Pitfall: endless follow-ups hang the caller.
    @Test func `Rule 11: a request that keeps asking for itself traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let tree = TreeMachine.family()
            tree.on("again", in: "A") { machine in
                machine.request("again")
                return .go("A1")
            }
            tree.request("again")
        }
        #expect(result?.errors.contains("the last one was again.") == true)
    }

    @Test func `Rule 11: hooks that activate and deactivate for ever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.when("enter A") { $0.deactivate() }
            machine.when("exit A") { $0.activate() }
            machine.activate()
        }
        #expect(result?.errors.contains("activate().") == true)
    }

    @Test func `Rule 11: requests that are recalled and deferred for ever trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = FlatMachine("A")
            machine.activate()
            machine.on("later", in: "A", .deferred)
            machine.on("again", in: "A", .go("A"))
            machine.when("enter A") { $0.request("again") }
            machine.request("later")
            machine.request("again")
        }
        #expect(result?.errors.contains("More than 10000 follow-ups") == true)
    }

    /// A machine that allows three follow-ups and asks for some more whenever it enters A.
    private final class Limited: FlatMachine {
        override class var followUpLimit: Int { 3 }

        convenience init(followUps: Int) {
            self.init("A")
            when("enter A") { for _ in 0..<followUps { $0.request("step") } }
        }
    }

    @Test func `Rule 11: an activation at rest is no follow-up of itself`() {
        let machine = Limited(followUps: 3)
        machine.activate()
        #expect(machine.journal.count == 4)
    }

    @Test func `Rule 11: requests that are recalled count as well`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let machine = Limited(followUps: 0)
            machine.on("later", in: "A", .deferred)
            machine.on("again", in: "A", .go("A"))
            for _ in 1...4 { machine.request("later") }
            machine.request("again")
        }
        #expect(
            result?.errors.contains("More than 3 follow-ups and recalled requests of one call; the last one was later.")
                == true)
    }

    @Test func `Rule 11: a subclass sets the limit`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Limited(followUps: 4).activate()
        }
        #expect(
            result?.errors.contains("More than 3 follow-ups and recalled requests of one call; the last one was step.")
                == true)
    }
}
