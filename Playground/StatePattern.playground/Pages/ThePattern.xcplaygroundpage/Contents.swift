/*:
 # The State pattern, on a player

 Page 1 of 7. To run it in Xcode, open the package, and select the scheme *StatePattern-Package* and *My Mac*.

 A media player does different things at different times: “pause” stops the music while it plays, does nothing while it
 is paused, and is a mistake while it is stopped. Most code begins with a flag for each situation:
 */
struct FlaggedPlayer {
    var isPlaying = false
    var isPaused = false

    mutating func pause() -> String {
        if isPaused { return "paused already" }
        isPaused = isPlaying
        return isPaused ? "paused" : "cannot pause"
    }
}
/*:
 Every method first checks which flags are set, every new state adds a flag to check in every method, and nothing rules
 out a player that is both stopped and paused. The next thing to reach for is an enum; that is a good answer, and page 4
 compares it with this one. In the State pattern **each state is an object, which knows the behavior of that state
 alone.**

 ## By hand

 Most articles write it like this: a protocol with the requests, a state that keeps its player, and a setter.
 */
protocol HandState: AnyObject {
    func play() -> String
}

final class HandPlayer {
    var state: (any HandState)?
    func play() -> String { state?.play() ?? "no state" }
    deinit { print("a player by hand is freed") }
}

final class HandStopped: HandState {
    let player: HandPlayer
    init(_ player: HandPlayer) { self.player = player }

    func play() -> String {
        player.state = HandPlaying(player)
        return "starting"
    }
}

final class HandPlaying: HandState {
    let player: HandPlayer
    init(_ player: HandPlayer) { self.player = player }
    func play() -> String { "playing already" }
}

func playByHand() -> String {
    let player = HandPlayer()
    player.state = HandStopped(player)
    let answers = [player.play(), player.play()]
    player.state = HandStopped(player)  // All code that has the player can do that, and no `stop` was asked for.
    return (answers + [player.play()]).joined(separator: ", ")
}

print(playByHand())  // Prints "starting, playing already, starting"
/*:
 It works, with two faults. All code that has the player can set its state, as the last lines did while it was playing. And
 player and state keep each other alive: `playByHand` is over, and nothing says that its player is freed.

 ## A machine in one declaration

 Here a state does not keep its context, and does not set its state: it gets the context with each request, and answers.

 Clients talk to the *context*. It has a method for each request, and passes the request to its current state.
 */
import StatePattern

final class SmallPlayer: Context<SmallPlayer.State> {
    let stopped = Stopped()
    let playing = Playing()
    let paused = Paused()

    init() { super.init(initial: stopped) }

    @discardableResult func play() -> Outcome { delegate(State.play) }
    @discardableResult func pause() -> Outcome { delegate(State.pause) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }

    //: The root class of the states declares the requests. Each is unhandled, until a state says otherwise.
    class State: ContextState {
        func didEnter(_ player: SmallPlayer) {}
        func willExit(_ player: SmallPlayer) {}
        func play(_ player: SmallPlayer) -> Reaction { .unhandled }
        func pause(_ player: SmallPlayer) -> Reaction { .unhandled }
        func stop(_ player: SmallPlayer) -> Reaction { .unhandled }
    }

    //: A state overrides the requests that it handles, and no other. It does not change the player: it returns a reaction.
    final class Stopped: State {
        override func play(_ player: SmallPlayer) -> Reaction { .transition(to: player.playing) }
        override func stop(_ player: SmallPlayer) -> Reaction { .handled }
    }

    //: Hooks run whenever the state is entered or exited, by any request.
    final class Playing: State {
        override func didEnter(_ player: SmallPlayer) { print("♪ on") }
        override func willExit(_ player: SmallPlayer) { print("♪ off") }
        override func play(_ player: SmallPlayer) -> Reaction { .handled }
        override func pause(_ player: SmallPlayer) -> Reaction { .transition(to: player.paused) }
        override func stop(_ player: SmallPlayer) -> Reaction { .transition(to: player.stopped) }
    }

    final class Paused: State {
        override func play(_ player: SmallPlayer) -> Reaction { .transition(to: player.playing) }
        override func pause(_ player: SmallPlayer) -> Reaction { .handled }
        override func stop(_ player: SmallPlayer) -> Reaction { .transition(to: player.stopped) }
    }
}
/*:
 ## The same request at different times

 Each request returns its outcome. A request that no state handles changes nothing.
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

 Observers of the context are told of each transition after the last hook, in the order in which they were added. The first
 one here makes a request itself, when the music starts. That request is queued until all observers have been told of the
 first transition, so the second observer sees both in the order in which they happened.

 The context keeps its observers. One that kept the context would keep it alive forever, so it says `unowned`.
 */
let mute = small.observe { [unowned small] transition in
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
 *Advancing*, and *Buffering* while data is missing. Their common behavior is written once, in their superstate.
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
//: A stall is not a pause. `seek` is handled by *Playing* in both substates, and leaves the substate as it is.
print(player.seek(to: .seconds(5)), player.position)  // Prints "handled 5.0 seconds"
print(player.phase == .buffering)  // Prints "true"
player.pause()  // Prints "pause(): Playing/Buffering → Paused, entered: ["Paused"]"
//: A report about an earlier load is out of date, and no state sees it.
print(player.receive(.finished(load: 0)), player.phase)  // Prints "handled Paused"
//: Your turn: what does `player.play()` do here, and why is it not the same as above?
//: [Next: Your own machine](@next)
