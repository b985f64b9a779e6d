import StateExploration
import StateInspector
import StatePattern

/// A till whose next state depends on its data, with follow-ups that have arguments, a state that is left at once,
/// requests that wait, and an observer of its own.
final class Till: Context<Till.State> {
    class State: ContextState {
        func didEnter(_ till: Till) {}
        func willExit(_ till: Till) {}
        func pay(_ till: Till, _ cents: Int) -> Reaction { .unhandled }
        func charge(_ till: Till, _ cents: Int) -> Reaction {
            till.total += cents
            return .handled
        }
        func pass(_ till: Till) -> Reaction { .unhandled }
        func turn(_ till: Till) -> Reaction { .transition(to: Off()) }
        func count(_ till: Till) -> Reaction { .handled }
        func empty(_ till: Till) -> Reaction { .unhandled }
    }
    final class Off: State {
        override func pay(_ till: Till, _ cents: Int) -> Reaction { .deferred }
        override func turn(_ till: Till) -> Reaction { .transition(to: Idle()) }
    }
    final class Idle: State {
        override func didEnter(_ till: Till) { if till.flaw == .counts { till.count() } }
        override func pay(_ till: Till, _ cents: Int) -> Reaction {
            till.charge(cents + (till.flaw == .fee ? 50 : 0))
            return .transition(to: Passing())
        }
    }
    final class Passing: State {
        override func didEnter(_ till: Till) { till.pass() }
        override func pass(_ till: Till) -> Reaction { .transition(to: till.total < 500 ? Idle() : Full()) }
    }
    final class Full: State {
        override func pay(_ till: Till, _ cents: Int) -> Reaction { till.refuse(because: "full") }
        override func empty(_ till: Till) -> Reaction {
            till.total = 0
            return .transition(to: Idle())
        }
    }

    enum Flaw: CaseIterable { case fee, counts, observes }

    let flaw: Flaw?
    private(set) var total = 0

    init(_ flaw: Flaw? = nil, in path: String = "Off", total: Int = 0) {
        (self.flaw, self.total) = (flaw, total)
        let state = ([Idle(), Full()] as [State]).first { $0.statePath == path }
        super.init(initial: Off(), resumingIn: state)
        observe(for: self) { till, _, transition in
            let isTurnedOff = transition.source is Idle && transition.target is Off
            if transition.target is Full || till.flaw == .observes && isTurnedOff { till.count() }
        }
    }

    convenience init(_ flaw: Flaw? = nil, at start: Recording.Situation) throws {
        self.init(flaw, in: start.state, total: try start.data(as: Int.self) ?? 0)
    }

    func pay(_ cents: Int) { delegate(State.pay, cents) }
    func charge(_ cents: Int) { delegate(State.charge, cents) }
    func pass() { delegate(State.pass) }
    func turn() { delegate(State.turn) }
    func count() { delegate(State.count) }
    func empty() { delegate(State.empty) }

    static var requests: RequestList<Till> {
        [
            .init(Till.pay, 1), .init(Till.charge, 1), .init(Till.turn), .init(Till.count), .init(Till.empty),
            .init(Till.pass),
        ]
    }

    /// Makes a random request.
    func work(_ generator: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...2: pay(.random(in: 1...200, using: &generator))
        case 3: charge(.random(in: 1...9, using: &generator))
        case 4: turn()
        case 5: count()
        case 6: empty()
        default: Int.random(in: 0..<4, using: &generator) == 0 ? deactivate() : activate()
        }
    }
}
