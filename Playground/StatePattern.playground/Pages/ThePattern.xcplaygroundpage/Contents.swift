/*:
 # The State pattern, on a player

 A media player does different things at different times: “pause” means something while it plays, nothing while it is
 paused, and is a mistake while it is stopped. Here is how that is usually begun:
 */
struct FlaggedPlayer {
    var isPlaying = false
    var isPaused = false

    mutating func pause() -> String {
        if isPlaying && !isPaused {
            isPaused = true
            return "paused"
        } else if isPaused {
            return "paused already"
        } else {
            return "cannot pause"
        }
    }
}
/*:
 Every request asks first what time it is, every new state adds a flag to every request, and nothing stops anybody from
 being both stopped and paused. The State pattern turns this round: **an object for each state, and each object knows
 only its own time.**

 ## A machine in one declaration

 The *context* is what clients talk to. It has a method for each request, and lets its current state answer.
 */
import StatePattern

final class SmallPlayer: Context<SmallPlayer.State> {
    let stopped = Stopped()
    let playing = Playing()
    let paused = Paused()

    init() { super.init(initial: stopped) }

    @discardableResult func play() -> Outcome { delegate { $0.play($1) } }
    @discardableResult func pause() -> Outcome { delegate { $0.pause($1) } }
    @discardableResult func stop() -> Outcome { delegate { $0.stop($1) } }

    //: The root class of the states declares the requests. Each is unhandled, until a state says otherwise.
    class State: ContextState {
        func didEnter(_ player: SmallPlayer) {}
        func willExit(_ player: SmallPlayer) {}
        func play(_ player: SmallPlayer) -> Reaction<State> { .unhandled }
        func pause(_ player: SmallPlayer) -> Reaction<State> { .unhandled }
        func stop(_ player: SmallPlayer) -> Reaction<State> { .unhandled }
    }

    //: A state mentions what concerns it, and nothing else. It does not change the player: it answers what should happen.
    final class Stopped: State {
        override func play(_ player: SmallPlayer) -> Reaction<State> { .transition(to: player.playing) }
        override func stop(_ player: SmallPlayer) -> Reaction<State> { .handled }
    }

    //: Hooks run on the way in and on the way out, whichever way that is.
    final class Playing: State {
        override func didEnter(_ player: SmallPlayer) { print("♪ on") }
        override func willExit(_ player: SmallPlayer) { print("♪ off") }
        override func play(_ player: SmallPlayer) -> Reaction<State> { .handled }
        override func pause(_ player: SmallPlayer) -> Reaction<State> { .transition(to: player.paused) }
        override func stop(_ player: SmallPlayer) -> Reaction<State> { .transition(to: player.stopped) }
    }

    final class Paused: State {
        override func play(_ player: SmallPlayer) -> Reaction<State> { .transition(to: player.playing) }
        override func pause(_ player: SmallPlayer) -> Reaction<State> { .handled }
        override func stop(_ player: SmallPlayer) -> Reaction<State> { .transition(to: player.stopped) }
    }
}
/*:
 ## The same request at different times

 Try it: the outcome tells what became of a request. One that nobody handles is refused, and changes nothing.
 */
let small = SmallPlayer()
print(small.pause())  // Prints "unhandled"
small.play()  // Prints "♪ on"
print(small.play())  // Prints "handled"
small.pause()  // Prints "♪ off"
print(small.pause())  // Prints "handled"
print(small.state.name)  // Prints "Paused"
/*:
 ## Observers

 Whoever wants to know of transitions observes the context. Observers are told after the last hook, in the order in
 which they came. This one asks for something itself, when the music starts; its request waits until everybody has been
 told of the first transition, so the second observer sees both in the order in which they happened.
 */
let mute = small.observe { transition in
    if transition.target is SmallPlayer.Playing { small.stop() }
}
small.observe { print($0) }
small.play()
// Prints "♪ on"
// Prints "play(): Paused → Playing"
// Prints "♪ off"
// Prints "stop(): Playing → Stopped"
mute.cancel()
/*:
 ## The complete player

 `Playback` has a player with a queue of tracks and an engine. *Playing* is a state with two substates there:
 *Advancing*, and *Buffering* while data is missing. What both have in common stands once, in their superstate.
 */
import Playback

let player = Player()
player.load([Track("Aria", duration: .seconds(8)), Track("Canon", duration: .seconds(10))])
player.observe { transition in
    print("\(transition), entered: \(transition.entered.map(\.name))")
}
player.play()  // Prints "play(): Stopped → Playing/Advancing, entered: ["Playing", "Advancing"]"
player.receive(.stalled(load: 1))
// Prints "stalled(load:): Playing/Advancing → Playing/Buffering, entered: ["Buffering"]"
//: A stall is not a pause. `seek` is handled by *Playing*, whichever substate is current, and leaves everything as it is.
print(player.seek(to: .seconds(5)), player.position)  // Prints "handled 5.0 seconds"
print(player.phase == .buffering, player.state is Player.Buffering)  // Prints "true true"
player.pause()  // Prints "pause(): Playing/Buffering → Paused, entered: ["Paused"]"
//: A report about an earlier load is out of date, and no state gets to see it.
print(player.receive(.finished(load: 0)), player.phase)  // Prints "handled Paused"
//: Now it is your turn: what does `player.play()` do here, and why is it not the same as above?
