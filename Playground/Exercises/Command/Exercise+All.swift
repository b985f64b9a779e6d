extension Exercise {
    /// All exercises, ordered from easy to difficult.
    static var all: [Exercise] {
        [
            Exercise(
                1, "Turnstile", teaches: "transitions",
                hints: """
                    A state handles a request by overriding its method. It returns a reaction, and the context carries it out.
                    `.transition(to: turnstile.unlocked)` is the reaction of Locked to a coin.
                    Unlocked overrides both requests. `.handled` says that a request is done and that the state stays.
                    A request that is not handled needs no code: its method in the class State returns `.unhandled`.
                    """),
            Exercise(
                2, "Cash machine", teaches: "guards",
                hints: """
                    A guard is an ordinary condition in the method that handles the request.
                    Check the amount before anything changes, and return `.refused` if it is too great.
                    `.unhandled` says that no state knows the request. `.refused` says that this state knows it and does not allow it.
                    """),
            Exercise(
                3, "Refrigerator", teaches: "entry and exit",
                hints: """
                    `didEnter` runs on every way into a state, and `willExit` on every way out.
                    Override both hooks in Open. They log "lamp on" and "lamp off".
                    Then remove the lines about the lamp from the methods of the requests, or it is switched twice.
                    """),
            Exercise(
                4, "Phone", teaches: "data of a state",
                hints: """
                    A state object can be made for each transition, and hold data: `.transition(to: Ringing(caller))`.
                    Give Ringing and Talking a constant, `let caller: String`, and an initializer.
                    Declare `var display: String? { nil }` in the class State, and override it where there is a caller.
                    The display of the phone is then `state.display`. When the state goes, its data goes with it.
                    """),
            Exercise(
                5, "Entrance", teaches: "observers",
                hints: """
                    An observer is called after each transition, when all hooks have run. Add one with `observe { transition in … }`.
                    `transition.request` is "push()" when a visitor has gone through, and "expire()" when none has.
                    The observer uses its own context here. Write `[unowned self] transition in`, or the two keep each other alive.
                    Then remove the counting from `push()`: it counts every push, also one that is not handled.
                    """),
            Exercise(
                6, "Coffee machine", teaches: "requests in hooks",
                hints: """
                    A hook may make a request. It is queued, and handled when the hooks of this transition have run.
                    Ask for the end of the check in the entry hook of Checking: `machine.finishCheck()`.
                    The entry hook covers all three ways into Checking. The methods of the requests need no change.
                    """),
            Exercise(
                7, "Stereo", teaches: "superstates",
                hints: """
                    A request that a state leaves unhandled goes to its superstate. On is the superstate of Radio and Disc.
                    Move `switchOff` and `mute` from Radio to On. Then they are handled while a disc plays, too.
                    Disc overrides `mute`, because it does something else. A substate is asked before its superstate.
                    """),
            Exercise(
                8, "Oven", teaches: "initial substates",
                hints: """
                    A transition that ends in On goes on to its initial substate. Override `initialSubstate` in On.
                    Make the substate each time, with `Heating(in: self)`. If On held it, the two would hold each other.
                    A transition from On to a substate of it does not exit On. One from On to itself, `.transition(to: self)`, does.
                    """),
            Exercise(
                9, "Label printer", teaches: "deferral",
                hints: """
                    A state that returns `.deferred` keeps the request waiting. It is tried again after the next transition.
                    Cold and Printing share the class Busy, so one override of `printLabel` is enough.
                    `printer.deferredRequests` lists the requests that wait already. If there is one, return `.refused`.
                    """),
            Exercise(
                10, "Vacuum", teaches: "history",
                hints: """
                    In the exit hook of Cleaning, the room is still the current state: test `vacuum.state is Hall`.
                    Keep the result in a property of Cleaning, and let `initialSubstate` make a new room of that kind.
                    Remember the kind of the room and not the room itself, or Cleaning and its room hold each other.
                    """),
            Exercise(
                11, "Stove", teaches: "regions",
                hints: """
                    The right knob does for the right plate what the left knob does for the left one.
                    A context that is deactivated is back in its initial state, which is Cold for a plate.
                    Override both hooks of On: `activate()` both plates on entry, `deactivate()` them on exit.
                    """),
            Exercise(
                12, "Socket", teaches: "everything together",
                hints: """
                    `Idle(in: self)` is the state to go to when a connection opens while the app is suspended.
                    When the app resumes, the connection of Idle is there already: Idle goes to `socket.connected`.
                    Waiting does not know which superstate it lies in, and need not: the next state is `Attempting(in: parent)`.
                    Waiting logs "cancel timer" in `willExit`. It overrides `connectionOpened`, which its superstate would handle.
                    """),
        ]
    }
}
