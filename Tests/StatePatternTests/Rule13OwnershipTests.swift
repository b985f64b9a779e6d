import StatePattern
import Testing

/// The owner of the only reference to a machine.
private final class Holder {
    var turnstile: Turnstile? = Turnstile()
}

/// Objects that must be gone.
private struct Remains {
    private struct Weak {
        weak var object: AnyObject?
    }
    private let parts: [Weak]

    init(of parts: some Sequence<AnyObject>) { self.parts = parts.map { Weak(object: $0) } }

    init(of machine: any Machine) {
        switch machine {
        case let machine as FlatMachine: self.init(of: [machine] + machine.states.values.map { $0 as AnyObject })
        case let machine as TreeMachine: self.init(of: [machine] + machine.states.values.map { $0 as AnyObject })
        default: fatalError("This is no machine of these tests.")
        }
    }

    var count: Int { parts.count { $0.object != nil } }
}

@Suite struct Ownership {
    private let object = Witness()

    /// The situation of a machine when its last reference is released.
    enum Situation: CaseIterable, Sendable {
        case untouched, active, deactivated, withDeferredRequests, withObservers

        func bring(_ machine: any Machine) {
            machine.on("go", in: "A", .go("B"))
            machine.on("later", in: "A", .deferred)
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
        let remains = Remains(of: machine!)
        #expect(remains.count >= 4)
        machine = nil
        #expect(remains.count == 0)
    }

    @Test func `Rule 13: a state made on the spot is freed when it has been left and observers have been told`() {
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

    @Test func `Rule 13: a superstate stays with the context as long as one of its substates is current`() {
        let walk = TreeWalk()
        weak var weakly: TreeWalk.Step?
        do {
            let room = TreeWalk.Step("room")
            weakly = room
            walk.go(to: .init("desk", in: room))
        }
        walk.go(to: .init("window", in: weakly))
        #expect(weakly != nil)
        walk.go(to: .init("outside"))
        #expect(weakly == nil)
    }

    @Test func `Rule 13: the context is freed with the request that it has deferred`() {
        var turnstile: Turnstile? = Turnstile()
        var freed = false
        do {
            let witness = Witness { freed = true }
            turnstile!.delegate { _, _ in
                witness.hold()
                return .deferred
            }
        }
        weak let weakly = turnstile
        #expect(!freed)
        turnstile = nil
        #expect(weakly == nil)
        #expect(freed)
    }

    @Test func `Rule 13: the last reference is dropped in a handler, and what was queued is still handled`() {
        let holder = Holder()
        weak let weakly = holder.turnstile
        var journal: [String] = []
        holder.turnstile!.observe { journal.append($0.description) }
        holder.turnstile!.delegate(request: "leave") { _, turnstile in
            turnstile.insertCoin()
            turnstile.delegate(Witness { journal.append("freed") }, request: "queued") { _, _, witness in
                witness.hold()
                journal.append("queued")
                return .handled
            }
            holder.turnstile = nil
            return .transition(to: turnstile.unlocked)
        }
        let transitions = ["activate(): Locked → Locked", "leave: Locked → Unlocked"]
        #expect(journal == transitions + ["queued", "freed"])
        #expect(weakly == nil)
    }

    @Test func `Rule 13: the last reference is dropped in an observer, and the others are still told`() {
        let holder = Holder()
        weak let weakly = holder.turnstile
        holder.turnstile!.activate()
        var journal: [String] = []
        holder.turnstile!.observe { _ in
            journal.append("first")
            holder.turnstile?.push()
            holder.turnstile = nil
        }
        holder.turnstile!.observe { journal.append($0.request) }
        holder.turnstile!.insertCoin()
        #expect(journal == ["first", "insertCoin()", "first", "push()"])
        #expect(weakly == nil)
    }

    @Test(arguments: Shape.allCases, ["exit A", "enter B"])
    func `Rule 13: the last reference is dropped in a hook, and the transition is completed`(
        shape: Shape, place: String
    ) {
        var machine: (any Machine)? = shape.machine
        let script = machine!.script
        let remains = Remains(of: [machine!])
        machine!.watch()
        machine!.on("go", in: "A", .go("B"))
        machine!.listen(for: "next", in: "B")
        machine!.when(place) { inner in
            machine = nil
            inner.request("next")
        }
        machine!.request("go")
        #expect(script.journal == ["exit A", "enter B", "A → B", "next"])
        #expect(remains.count == 0)
    }

    @Test func `Rule 13: a token that is kept keeps neither the context nor the observer alive`() {
        var turnstile: Turnstile? = Turnstile()
        weak let weakly = turnstile
        var freed: [String] = []
        var tokens: [ObservationToken] = []
        do {
            let closure = Witness { freed.append("closure") }
            tokens.append(turnstile!.observe { _ in closure.hold() })
            let bound = Witness { freed.append("bound closure") }
            tokens.append(turnstile!.observe(for: self.object) { _, _ in bound.hold() })
        }
        turnstile!.insertCoin()
        turnstile = nil
        #expect(weakly == nil)
        #expect(Set(freed) == ["closure", "bound closure"])
        for token in tokens { token.cancel() }
    }

    @Test func `Rule 13: what a cancelled observer holds is freed at once`() {
        let turnstile = Turnstile()
        var freed: [String] = []
        func observer(_ name: String) -> ObservationToken {
            let witness = Witness { freed.append(name) }
            return turnstile.observe { _ in witness.hold() }
        }
        func boundObserver(_ name: String) -> ObservationToken {
            let witness = Witness { freed.append(name) }
            return turnstile.observe(for: object) { _, _ in witness.hold() }
        }
        observer("closure").cancel()
        #expect(freed == ["closure"])
        boundObserver("bound").cancel()
        #expect(freed == ["closure", "bound"])

        let token = observer("in the round")
        turnstile.observe { _ in
            token.cancel()
            #expect(freed.last == "in the round")
        }
        turnstile.activate()
        #expect(freed.count == 3)
    }

    @Test func `Rule 13: an observer may cancel itself and go on using what it holds`() {
        let turnstile = Turnstile()
        var freed = false
        var token: ObservationToken?
        do {
            let witness = Witness { freed = true }
            token = turnstile.observe { _ in
                token?.cancel()
                #expect(!freed)
                witness.hold()
            }
        }
        turnstile.activate()
        #expect(freed)
    }
}
