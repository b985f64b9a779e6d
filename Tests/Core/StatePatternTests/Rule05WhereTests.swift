import StatePattern
import Testing

@Suite struct `Where a machine is` {
    @Test func `Rule 5: a context is in its leaf and the superstates of it, and in no other object of their classes`() {
        let tree = TreeMachine.family()
        for name in ["A11", "A1", "A"] { #expect(tree.isIn(tree.states[name]!)) }
        for name in ["A12", "A2", "B", "B11"] { #expect(!tree.isIn(tree.states[name]!)) }
        let turnstile = Turnstile()
        turnstile.activate()
        #expect(turnstile.isIn(turnstile.locked))
        #expect(!turnstile.isIn(Turnstile.Locked()))
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: before activation and after deactivation a context is in no state`(shape: Shape) {
        let machine = shape.newMachine
        #expect(!machine.isActive)
        #expect(machine.isInCurrent == false)
        machine.activate()
        #expect(machine.isActive)
        #expect(machine.isInCurrent)
        machine.deactivate()
        #expect(!machine.isActive)
        #expect(machine.isInCurrent == false)
    }

    @Test func `Rule 5: a state tells its ancestry, and the innermost state of a class that it lies in`() {
        let house = House()
        let lamp = house.lamp
        #expect(lamp.ancestry.map(\.name) == ["Floor", "Room", "Room", "Lamp"])
        #expect(lamp.enclosing(House.Room.self) === lamp.superstate)
        #expect(lamp.enclosing(House.Floor.self) === lamp.ancestry[0])
        #expect(lamp.enclosing(House.Lamp.self) === lamp)
        #expect(lamp.enclosing(House.Garden.self) == nil)
        #expect(Turnstile.Locked().enclosing(Turnstile.Locked.self) != nil)
    }

    // MARK: Asking

    @Test func `A question is asked of the leaf first, then of its superstates, and the first answer counts`() {
        let house = House()
        #expect(house.light == 40)
        #expect(house.floor == 2)
        #expect(house.plants == nil)
        house.goOut()
        #expect(house.light == nil)
        #expect(house.plants == 7)
    }

    @Test func `A question activates nothing and is answered by the initial state; once deactivated, by none`() {
        let house = House()
        #expect(house.light == 40)
        #expect(!house.isActive)
        house.activate()
        house.deactivate()
        #expect(house.light == nil)
    }

    @Test func `A question in a hook is asked of the state that is current then`() {
        let house = House()
        house.goOut()
        #expect(house.seenOnTheWay == ["exit Lamp: 40", "exit Room: 40", "exit Room: 40", "exit Floor: 40"])
    }

    /// A room in a room on a floor, and a garden.
    private final class House: Context<House.State> {
        let lamp: Lamp
        let garden = Garden()
        var seenOnTheWay: [String] = []

        init() {
            lamp = Lamp(in: Room(in: Room(in: Floor())))
            super.init(initial: lamp)
        }

        var light: Int? { ask { state, _ in state.light } }
        var floor: Int? { ask { $0.floor($1) } }
        var plants: Int? { ask { $0.plants($1) } }

        func goOut() { delegate { _, house in .transition(to: house.garden) } }

        class State: ContextState {
            let superstate: State?
            init(in superstate: State? = nil) { self.superstate = superstate }
            var initialSubstate: State? { nil }
            func didEnter(_ house: House) {}
            func willExit(_ house: House) { house.seenOnTheWay.append("exit \(name): \(house.light ?? 0)") }
            var light: Int? { nil }
            func floor(_ house: House) -> Int? { nil }
            func plants(_ house: House) -> Int? { nil }
        }

        final class Floor: State {
            override func floor(_ house: House) -> Int? { 2 }
        }
        final class Room: State {
            override var light: Int? { 10 }
        }
        final class Lamp: State {
            override var light: Int? { 40 }
        }
        final class Garden: State {
            override func plants(_ house: House) -> Int? { 7 }
        }
    }
}

@Suite struct `The current transition` {
    @Test(arguments: Shape.allCases)
    func `Rule 5: each hook finds the request, the source and the target`(shape: Shape) {
        let machine = shape.machine(["A": ["go": .go("B")]])
        var seen: [String] = []
        for line in ["exit A", "enter B"] { machine.when(line) { seen.append("\(line): \($0.underWay ?? "nothing")") } }
        machine.request("go")
        #expect(seen == ["exit A: go: A → B", "enter B: go: A → B"])
    }

    @Test func `Rule 5: in a tree all hooks of a transition find the same one, to the state that was named`() {
        let tree = TreeMachine.family(["A": ["go": .go("B")]], initial: ["B": "B11"])
        var seen: Set<String> = []
        for line in tree.hooks { tree.when(line) { seen.insert($0.underWay ?? line) } }
        #expect(tree.journal(of: "go").count == 6)
        #expect(seen == ["go: A11 → B"])
        #expect(tree.current == "B11")
    }

    @Test func `Rule 5: it tells which states are exited and entered`() {
        let tree = TreeMachine.family(["A1": ["go": .go("A21")]])
        var exited: [String]?, entered: [String]?
        tree.when("exit A1") { [unowned tree] _ in exited = tree.currentTransition?.exited.map(\.name) }
        tree.when("enter A2") { [unowned tree] _ in entered = tree.currentTransition?.entered.map(\.name) }
        tree.request("go")
        #expect(exited == ["A11", "A1"])
        #expect(entered == ["A2", "A21"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: activation and deactivation are current in their hooks, too`(shape: Shape) {
        let machine = shape.newMachine
        var seen: Set<String> = []
        for line in shape.entries { machine.when(line) { seen.insert($0.underWay ?? line) } }
        machine.activate()
        #expect(seen == ["activate(): A → A"])
        seen = []
        machine.on("go", in: "A", .go("B"))
        machine.request("go")
        for line in shape.exits(from: "B") { machine.when(line) { seen.insert($0.underWay ?? line) } }
        machine.deactivate()
        #expect(seen == ["deactivate(): B → A"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 5: no transition is current in handlers, observers and at rest`(shape: Shape) {
        let machine = shape.machine
        machine.watch()
        machine.on("go", in: "A", .go("B"), noting: "handler")
        var seen: [String?] = []
        for line in ["handler", "A → B", "refused nothing"] { machine.when(line) { seen.append($0.underWay) } }
        machine.request(each: "go", "nothing")
        #expect(seen + [machine.underWay] == [nil, nil, nil, nil])
    }
}
