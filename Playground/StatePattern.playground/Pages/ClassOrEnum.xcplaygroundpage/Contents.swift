/*:
 # Class or enum? A mistake, found

 Page 4 of 7.

 The safe in a hotel room is open, or locked with a code that the guest has chosen. The reception can open it without the
 code. That makes two states, and four requests. Here it is written twice, as an enum and as classes, and a search
 compares the two.

 ## As an enum

 The code is associated with its case, so an open safe has none. Each request is a `switch` over the states. The bolt is
 moved where the state changes: a list of its moves stands in for the real one.
 */
import StatePattern

struct SafeAsEnum: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case open
        case locked(code: Int)
    }

    private(set) var state = State.open
    var bolt: [String] = []

    mutating func lock(_ code: Int) -> Outcome {
        switch state {
        case .open:
            state = .locked(code: code)
            bolt.append("out")
            return .transitioned
        case .locked: return .unhandled
        }
    }

    mutating func unlock(_ code: Int) -> Outcome {
        switch state {
        case .locked(code):
            state = .open
            bolt.append("in")
            return .transitioned
        case .open, .locked: return .unhandled
        }
    }

    mutating func override() -> Outcome {
        switch state {
        case .locked:
            state = .open
            bolt.append("in")
            return .transitioned
        case .open: return .unhandled
        }
    }
}
/*:
 The compiler knows both states: a third one would be an error in three places. The safe is compared and copied like a
 number. But there are two ways out of `locked`, and each has to remember the bolt.

 ## As classes

 Each state is an object. It overrides the requests that it handles; the others are unhandled. The bolt is moved in two
 hooks, which run on every way in and on every way out.
 */
class SafeAsClasses: Context<SafeAsClasses.State> {
    let open = Open()
    var bolt: [String] = []

    init() { super.init(initial: open) }

    @discardableResult func lock(_ code: Int) -> Outcome { delegate(State.lock, code) }
    @discardableResult func unlock(_ code: Int) -> Outcome { delegate(State.unlock, code) }
    @discardableResult func override() -> Outcome { delegate(State.override) }

    class State: ContextState {
        func didEnter(_ safe: SafeAsClasses) {}
        func willExit(_ safe: SafeAsClasses) {}
        func lock(_ safe: SafeAsClasses, _ code: Int) -> Reaction { .unhandled }
        func unlock(_ safe: SafeAsClasses, _ code: Int) -> Reaction { .unhandled }
        func override(_ safe: SafeAsClasses) -> Reaction { .unhandled }
    }

    final class Open: State {
        override func lock(_ safe: SafeAsClasses, _ code: Int) -> Reaction { .transition(to: Locked(code)) }
    }

    //: Made for each guest, so that the code is gone with the state.
    final class Locked: State {
        let code: Int
        init(_ code: Int) { self.code = code }

        override func didEnter(_ safe: SafeAsClasses) { safe.bolt.append("out") }
        override func willExit(_ safe: SafeAsClasses) { safe.bolt.append("in") }

        override func unlock(_ safe: SafeAsClasses, _ code: Int) -> Reaction {
            code == self.code ? .transition(to: safe.open) : .unhandled
        }

        override func override(_ safe: SafeAsClasses) -> Reaction { .transition(to: safe.open) }
    }
}
/*:
 ## Do the two do the same?

 A model says how a machine is made, asked and described. The search makes every request in every situation that the two
 can reach together: outcomes, states and moves of the bolt have to be equal. Two codes are enough to tell them apart.
 */
import StateExploration

func taken(_ bolt: inout [String]) -> [String] {
    defer { bolt = [] }
    return bolt
}

func model(_ name: String, _ make: @escaping () -> SafeAsClasses) -> MachineModel<String> {
    MachineModel(
        make, named: name,
        requests: [
            .init(SafeAsClasses.lock, 1, 2), .init(SafeAsClasses.unlock, 1, 2), .init(SafeAsClasses.override),
        ],
        data: { safe in (safe.state as? SafeAsClasses.Locked).map { "code \($0.code)" } ?? "" },
        trace: { taken(&$0.bolt) })
}

func model(
    _ name: String, override: @escaping (inout SafeAsEnum) -> Outcome = { $0.override() }
) -> MachineModel<String> {
    MachineModel(
        { SafeAsEnum() }, named: name,
        requests: [
            "lock(1)": { $0.lock(1) }, "lock(2)": { $0.lock(2) }, "unlock(1)": { $0.unlock(1) },
            "unlock(2)": { $0.unlock(2) }, "override": override,
        ],
        state: { safe in
            switch safe.state {
            case .open: "Open"
            case .locked(let code): "Locked, code \(code)"
            }
        },
        trace: { taken(&$0.bolt) })
}

let classes = model("classes") { SafeAsClasses() }
print(try classes.compare(with: model("enum")))  // Prints "no difference in 3 states and 15 cells"
/*:
 ## A mistake in the enum

 One of the two ways out forgets the bolt. It compiles, and `lock` and `unlock` work as before. The search returns the
 fewest requests that show the difference.
 */
let forgetful = model("forgetful enum") { safe in
    let bolt = safe.bolt
    defer { safe.bolt = bolt }
    return safe.override()
}
print(try classes.compare(with: forgetful))
// Prints "classes and forgetful enum differ after lock(1), override"
// Prints "  classes:        transitioned, Open [in]"
// Prints "  forgetful enum: transitioned, Open"
/*:
 In the classes, whatever leads out of `Locked` runs its hook.

 ## A mistake in the classes

 They can make another one. Here the safe keeps the state of the first guest, to save an object. It compiles, and the
 first guest notices nothing. The second guest locks the safe with another code, and the first one's still opens it.
 */
final class ThriftySafe: SafeAsClasses {
    private var kept: Locked?

    override func lock(_ code: Int) -> Outcome {
        let locked = kept ?? Locked(code)
        kept = locked
        return delegate(locked) { state, _, locked in state is Open ? .transition(to: locked) : .unhandled }
    }
}

let thrifty = model("thrifty classes") { ThriftySafe() }
/*:
 A comparison relies on what the model says about the state: it treats all open safes as the same, and does not try the
 second guest. An exploration checks that. It reaches each state by other paths as well, and here two differ:
 */
print(try thrifty.compare(with: model("enum")))  // Prints "no difference in 3 states and 15 cells"
do {
    _ = try thrifty.explore()
} catch {
    print(error)
    // Prints "“Open” does not say all that the behavior depends on: “lock(2)” led to transitioned, Locked, code 2 [out] after the start, but to transitioned, Locked, code 1 [out] after lock(1), unlock(1). Let the model’s data or state tell the rest, or each state its own “name”."
}
/*:
 So explore a machine before you compare it. The enum has no object that could be kept: the data of a case is new each
 time.

 ## Seven states

 A socket that reconnects has seven states: enough to get one wrong without noticing. `Contrast` has it as classes and as
 nested enums, and these agree in each of the cells. How does one get into the deepest state?
 */
import Contrast

let graph = try SocketModels.classes().explore()
print(graph.shortestPath { $0 == "Enabled/Suspended/Waiting" } ?? [])
// Prints "["connect", "didConnect", "suspend", "didFail", "didFail"]"
print(try SocketModels.classes().compare(with: SocketModels.enum()))
// Prints "no difference in 7 states and 49 cells"
/*:
 A larger one comes from an article, “Стейт-машини. Частина 3: Ієрархічні стейт-машини” (“State machines, part 3:
 hierarchical state machines”, swift.org.ua). Its code is three enums, one inside the other; its diagram has ten states and
 27 edges. Both are written anew here, and the search goes through all their cells:
 */
let differences = try PublishedSocket.code().differences(from: PublishedSocket.diagram())
print(differences.count)  // Prints "4"
print(differences[2])
// Prints "code and diagram differ after connect, connected, suspend, connectionFailed, connected"
// Prints "  code:    transitioned, StartingSession"
// Prints "  diagram: transitioned, Suspended/Idle"
/*:
 This one is the worst. The app has gone to the background, and its connection is lost and comes back. The article says
 that the socket then returns to Suspended; its code starts a session. The machine that reconnects returns the *outer*
 machine's next state, and the suspended machine lets it through unless it is a reconnecting one. No example tries five
 requests in this order, and every user will.

 The mistakes were not the enum's fault: in classes this one would be one line, and would compile as well.

 Your turn: which requests cover every cell of the socket? `graph.transitionTour()` knows. And which mistake can you plant
 in the safe that the search does not find?
 */
print(graph.transitionTour().count)  // Prints "1"
//: [Next: Modules that observe one flow](@next)
