import StatePattern
import Testing

@Suite struct `Observers of requests` {
    @Test(arguments: Shape.allCases)
    func `Rule 9: they hear of every request with its outcome, in the order in which they were handled`(shape: Shape) {
        let machine = shape.newMachine
        machine.watchRequests()
        machine.on("stay", in: "A", .handled)
        machine.on("later", in: "A", .deferred)
        machine.on("no", in: "A") { machine in
            return .refusedBecause("why not")
        }
        machine.on("go", in: "A", .go("B"))
        machine.on("later", in: "B", .handled)
        for request in ["stay", "later", "no", "what", "go"] { machine.request(request) }
        machine.deactivate()
        machine.request("stay")
        #expect(
            machine.journal.filter { $0.contains(":") } == [
                "activate(): A → A", "stay: handled in A", "later: deferred in A", "no: refused in A, why not",
                "what: unhandled in A", "go: A → B", "later: handled in B", "deactivate(): B → A",
                "stay: unhandled in A",
            ])
    }

    @Test func `Rule 9: they are told of the leaf that was asked first, whichever superstate answered`() {
        let tree = TreeMachine.family()
        tree.watchRequests()
        tree.on("stay", in: "A", .handled)
        tree.request("stay")
        #expect(tree.journal == ["stay: handled in A11"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: a queued request is told of when it is its turn, behind the one that made it`(shape: Shape) {
        let machine = shape.machine
        machine.watchRequests()
        machine.on("first", in: "A") { machine in
            machine.request("second")
            return .handled
        }
        machine.on("second", in: "A", .handled)
        machine.request("first")
        #expect(machine.journal == ["first: handled in A", "second: handled in A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: deferred requests that a deactivation drops are told of as unhandled`(shape: Shape) {
        let machine = shape.machine
        machine.on("later", in: "A", .deferred)
        machine.request("later")
        machine.watchRequests()
        machine.deactivate()
        #expect(
            machine.journal.suffix(3) == ["deactivate(): A → A", "refused later", "later: unhandled in A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: they and observers of transitions are called in the order in which they were added`(shape: Shape) {
        let machine = shape.machine
        machine.watch(as: "first")
        machine.watchRequests()
        machine.watch(as: "last")
        machine.on("go", in: "A", .go("B"))
        #expect(machine.journal(of: "go").suffix(3) == ["first: A → B", "go: A → B", "last: A → B"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: one that is cancelled hears no more, even while it is told`(shape: Shape) {
        let machine = shape.machine
        machine.on("stay", in: "A", .handled)
        let token = machine.watchRequests()
        machine.when("stay: handled in A") { _ in token.cancel() }
        machine.request("stay")
        machine.request("stay")
        #expect(machine.journal == ["stay: handled in A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: one that is added while a request is handled is told of the next one`(shape: Shape) {
        let machine = shape.machine
        var isWatched = false
        machine.on("stay", in: "A") { machine in
            if !isWatched { machine.watchRequests() }
            isWatched = true
            return .handled
        }
        #expect(machine.journal(of: "stay") == [])
        #expect(machine.journal(of: "stay") == ["stay: handled in A"])
    }

    @Test(arguments: Shape.allCases, [0, 1, 3])
    func `Rule 9: that holds whether there are others or not, and whether the request was queued or not`(
        shape: Shape, others: Int
    ) {
        for isQueued in [false, true] {
            let machine = shape.machine
            for _ in 0..<others { _ = machine.observe(.requests, for: nil, holding: Witness()) }
            var isWatched = false
            machine.on("stay", in: "A") { machine in
                if !isWatched { machine.watchRequests() }
                isWatched = true
                return .handled
            }
            machine.on("first", in: "A") { machine in
                machine.request("stay")
                return .handled
            }
            machine.request(isQueued ? "first" : "stay")
            #expect(machine.journal == [], "\(isQueued)")
            machine.request("stay")
            #expect(machine.journal == ["stay: handled in A"], "\(isQueued)")
        }
    }

    @Test(arguments: Shape.allCases, [0, 1, 3])
    func `Rule 9: one that is added while a transition is made is told of that one`(shape: Shape, others: Int) {
        for place in ["handler", "exit A", "enter B"] {
            let machine = shape.machine
            for _ in 0..<others { _ = machine.observe(.requests, for: nil, holding: Witness()) }
            machine.on("go", in: "A") { machine in
                machine.note("handler")
                return .go("B")
            }
            machine.when(place) { $0.watchRequests() }
            machine.request("go")
            #expect(machine.journal == ["handler", "exit A", "enter B", "go: A → B"], "\(place)")
        }
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: one that is added in a hook of an activation is told of that, and of the next one`(shape: Shape) {
        let machine = shape.newMachine
        machine.on("stay", in: "A", .handled)
        machine.when("enter A") { $0.watchRequests() }
        machine.activate()
        machine.request("stay")
        #expect(machine.journal.suffix(2) == ["activate(): A → A", "stay: handled in A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: one that is added in a hook of a deactivation is told of all that is dropped`(shape: Shape) {
        let machine = shape.machine
        for request in ["one", "two"] {
            machine.on(request, in: "A", .deferred)
            machine.request(request)
        }
        machine.when("exit A") { $0.watchRequests() }
        machine.deactivate()
        #expect(
            machine.journal.filter { $0.contains(":") } == [
                "deactivate(): A → A", "one: unhandled in A", "two: unhandled in A",
            ])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 9: a request that one of them makes is queued, and told of as well`(shape: Shape) {
        let machine = shape.machine
        machine.on("stay", in: "A", .handled)
        machine.on("more", in: "A", .handled)
        machine.watchRequests()
        machine.when("stay: handled in A") { #expect($0.request("more") == .queued) }
        machine.request("stay")
        #expect(machine.journal == ["stay: handled in A", "more: handled in A"])
    }

    @Test func `Rule 9: one that is bound to an object ends with it`() {
        final class Screen { var lines: [String] = [] }
        let turnstile = Turnstile()
        var screen: Screen? = Screen()
        weak let weakScreen = screen
        turnstile.observeRequests(for: screen!) { $0.lines.append("\($2)") }
        turnstile.push()
        turnstile.pay(3)
        turnstile.insertCoin()
        #expect(
            screen?.lines == [
                "activate(): Locked → Locked", "push(): unhandled in Locked", "pay(_:): handled in Locked",
                "insertCoin(): Locked → Unlocked",
            ])
        screen = nil
        #expect(weakScreen == nil)
        turnstile.pay(1)
        turnstile.push()
    }

    @Test func `Rule 9: a token that outlives the context keeps nothing, and cancels nothing`() {
        var turnstile: Turnstile? = Turnstile()
        weak let weakTurnstile = turnstile
        let token = turnstile!.observeRequests { _ in }
        turnstile = nil
        #expect(weakTurnstile == nil)
        token.cancel()
    }
}
