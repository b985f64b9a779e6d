import AllocationCounter
import Foundation
import StatePattern
import Synchronization
import TestSupport
import Testing

/// Objects that must be gone.
private struct Remains {
    private let parts: [() -> AnyObject?]

    init(of parts: [AnyObject]) { self.parts = parts.map { part in { [weak part] in part } } }

    var count: Int { parts.count { $0() != nil } }
}

@Suite(.timeLimit(.minutes(60))) struct Ownership {
    /// The situation of a machine when its last reference is released.
    enum Situation: CaseIterable, Sendable {
        case untouched, active, deactivated, withDeferredRequests, withObservers

        func bring(_ machine: any Machine) {
            machine.on(["A": ["go": .go("B"), "later": .deferred]])
            switch self {
            case .untouched: break
            case .active: machine.request("go")
            case .deactivated:
                machine.request("go")
                machine.deactivate()
            case .withDeferredRequests: for _ in 1...2 { machine.request("later") }
            case .withObservers:
                for _ in 1...2 { machine.watch() }
                machine.request("go")
            }
        }
    }

    /// Pitfall: a context is never freed, because its state or a closure holds it.
    @Test(arguments: Shape.allCases, Situation.allCases)
    func `Rule 13: dropping the last reference frees the context and its states`(shape: Shape, situation: Situation) {
        var machine: (any Machine)? = shape.newMachine
        situation.bring(machine!)
        let remains = Remains(of: machine!.objects)
        #expect(remains.count >= 4)
        machine = nil
        #expect(remains.count == 0)
    }

    @Test func `Rule 13: a new state is freed when it has been left and observers have been notified`() {
        var freed: [String] = []
        func luggage(_ name: String) -> Witness { Witness { freed.append(name) } }

        let flat = FlatWalk()
        flat.go(to: .init(luggage("flat")))
        flat.go(to: .init())
        #expect(freed == ["flat"])

        let tree = TreeWalk()
        tree.observe { _ in #expect(freed == ["flat"]) }
        tree.go(to: .init("leaf", in: .init("superstate", luggage("superstate")), luggage("leaf")))
        tree.go(to: .init("elsewhere"))
        #expect(freed == ["flat", "leaf", "superstate"])
    }

    @Test(arguments: Shape.allCases, ["handler", "exit A", "enter B", "first: A → B"])
    func `Rule 13: the last reference is dropped on the way, and all that follows still happens`(
        shape: Shape, place: String
    ) {
        var machine: (any Machine)? = shape.machine
        let script = machine!.script
        let remains = Remains(of: machine!.objects)
        machine!.on("go", in: "A", .go("B"), noting: "handler")
        machine!.listen(for: "next", in: "B")
        for observer in ["first", "second"] { machine!.watch(as: observer) }
        machine!.when(place) { inner in
            machine = nil
            #expect(inner.request("next") == .queued)
        }
        machine!.request("go")
        #expect(script.journal == ["handler", "exit A", "enter B", "first: A → B", "second: A → B", "next"])
        #expect(remains.count == 0)
    }

    /// A way in which an observation ends.
    enum Ending: CaseIterable, Sendable {
        case canceled, canceledInHandler, canceledInExit, canceledInEntry, canceledByObserver
        case machineGone, deactivatedMachineGone
        // Only for an object.
        case objectGoneBeforeTransition, objectGoneBeforeDeactivation, objectGoneBeforeMoreObservers
        // Only for an object and requests.
        case objectGoneBeforeRequest

        /// The observations that can end in this way: their kinds, and if they are for an object.
        var observations: [(kind: ObservationKind, isForObject: Bool)] {
            switch self {
            case .objectGoneBeforeTransition, .objectGoneBeforeDeactivation, .objectGoneBeforeMoreObservers:
                ObservationKind.allCases.map { ($0, true) }
            case .objectGoneBeforeRequest: [(.requests, true)]
            default: ObservationKind.allCases.flatMap { [($0, true), ($0, false)] }
            }
        }
    }

    @Test(arguments: Shape.allCases, Ending.allCases)
    func `Rule 13: each way in which an observation ends frees what it held, and a token keeps nothing`(
        shape: Shape, ending: Ending
    ) {
        for (kind, isForObject) in ending.observations {
            var machine: (any Machine)? = shape.machine(["A": ["stay": .handled]])
            let remains = Remains(of: machine!.objects)
            machine!.on("go", in: "A", .go("B"), noting: "handler")
            machine!.watch(as: "earlier")
            var object: Witness? = Witness()
            weak var weakly: Witness?
            let token: ObservationToken
            do {
                let witness = Witness()
                weakly = witness
                token = machine!.observe(kind, for: isForObject ? object : nil, holding: witness)
            }
            machine!.request("stay")
            #expect(weakly != nil)

            func cancel(at line: String) {
                machine!.when(line) { _ in
                    token.cancel()
                    #expect(weakly == nil, "at once")
                }
                machine!.request("go")
            }
            switch ending {
            case .canceled: token.cancel()
            case .canceledInHandler: cancel(at: "handler")
            case .canceledInExit: cancel(at: "exit A")
            case .canceledInEntry: cancel(at: "enter B")
            case .canceledByObserver: cancel(at: "earlier: A → B")
            case .machineGone: machine = nil
            case .deactivatedMachineGone:
                machine!.deactivate()
                #expect(weakly != nil, "It may be activated again.")
                machine = nil
            case .objectGoneBeforeTransition, .objectGoneBeforeRequest:
                object = nil
                machine!.request(ending == .objectGoneBeforeRequest ? "stay" : "go")
            case .objectGoneBeforeDeactivation:
                object = nil
                machine!.deactivate()
            case .objectGoneBeforeMoreObservers:
                object = nil
                for _ in 1...8 { machine!.watch() }
            }
            #expect(weakly == nil, "\(kind), for an object: \(isForObject)")
            machine = nil
            #expect(remains.count == 0)
            token.cancel()
            withExtendedLifetime(object) {}
        }
    }

    /// A way in which a stream of changes ends.
    enum StreamEnding: CaseIterable, Sendable {
        case neverRead, left, iteratorDropped, taskCanceledWhileWaiting, taskCanceledBefore, machineGone
    }

    @Test(arguments: Shape.allCases, StreamEnding.allCases) @MainActor
    func `Rule 13: what a stream of changes held is freed where the machine is, with its next transition or with it`(
        shape: Shape, ending: StreamEnding
    ) async {
        var machine: (any Machine)? = shape.machine(["A": ["go": .go("B")]])
        weak var weakly: Witness?
        func makeStream() -> AsyncStream<String> {
            let witness = Witness()
            weakly = witness
            return machine!.changes(holding: witness)
        }
        var stream: AsyncStream<String>? = makeStream()
        #expect(weakly != nil)

        switch ending {
        case .neverRead: stream = nil
        case .left:
            machine!.request("go")
            for await _ in stream! { break }
            stream = nil
        case .iteratorDropped:
            var iterator = stream?.makeAsyncIterator()
            stream = nil
            machine!.request("go")
            #expect(await iterator?.next() == "go")
            #expect(weakly != nil)
            iterator = nil
        case .taskCanceledWhileWaiting, .taskCanceledBefore:
            let consume: @MainActor () async throws -> Void = { [stream] in for await _ in stream! {} }
            let consumer = ending == .taskCanceledBefore ? Task { try await consume() } : await begun(consume)
            consumer.cancel()
            _ = await consumer.result
        case .machineGone: machine = nil
        }
        #expect((weakly == nil) == (ending == .machineGone), "Consumers may be on any thread.")
        machine?.deactivate()
        #expect(weakly == nil)
        withExtendedLifetime((machine, stream)) {}
    }

    /// A closure of the main actor may be dropped anywhere, and then so is the context that it captures.
    @Test @MainActor
    func `Rule 13: a context is freed on another thread while its tokens are canceled, and each observer ends once`() {
        let (rounds, observers) = (500, 20)
        let closure = Mutex<(@MainActor @Sendable () -> Void)?>(nil)
        let begun = Atomic(0)
        let dropped = Atomic(0)
        let freed = Atomic(0)
        /// Waits for the other thread. A thread that yields early would come too late itself.
        @Sendable func wait(until isThere: () -> Bool) {
            var turns = 0
            while !isThere() {
                turns += 1
                if turns > 1_000_000 { sched_yield() }
            }
        }
        Thread.detachNewThread {
            for round in 1...rounds {
                wait { begun.load(ordering: .acquiring) == round }
                closure.withLock { $0 = nil }
                dropped.store(round, ordering: .releasing)
            }
        }
        func makeTokens() -> [ObservationToken] {
            let turnstile = Turnstile()
            turnstile.insertCoin()
            closure.withLock { $0 = { turnstile.push() } }
            return (1...observers).map { _ in
                let witness = Witness { freed.add(1, ordering: .relaxed) }
                return turnstile.observe { _ in witness.hold() }
            }
        }
        for round in 1...rounds {
            let tokens = makeTokens()
            begun.store(round, ordering: .releasing)
            // The context ends them in order, so both meet.
            for token in tokens.reversed() { token.cancel() }
            wait { dropped.load(ordering: .acquiring) == round }
        }
        #expect(freed.load(ordering: .relaxed) == rounds * observers)
    }

    /// In a separate process, where nothing else takes memory.
    @Test(
        .enabled(if: allocation_count() >= 0, "A sanitizer keeps what is freed for a while."),
        arguments: Shape.allCases)
    func `Rule 13: observations and streams that end while the machine rests do not pile up`(shape: Shape) async {
        await #expect(processExitsWith: .success) { [shape = shape as Shape] in
            let machine = shape.machine
            func endObservations(_ count: Int) {
                for _ in 0..<count {
                    machine.observe(.transitions, for: nil, holding: Witness()).cancel()
                    _ = machine.changes(holding: Witness())
                    let object = Witness()
                    _ = machine.observe(.requests, for: object, holding: Witness())
                }
            }
            endObservations(1_000)
            let before = try residentMemory() ?? 0
            endObservations(50_000)
            // A hundred bytes for each would be 15 MB.
            #expect(try (residentMemory() ?? 0) - before < 8_000_000)
        }
    }
}
