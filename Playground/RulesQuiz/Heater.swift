import StatePattern

final class Heater: Context<Heater.State> {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ heater: Heater) { heater.log("enter \(name)") }
        func willExit(_ heater: Heater) { heater.log("exit \(name)") }
        func toggle(_ heater: Heater) -> Reaction { .unhandled }
        func up(_ heater: Heater) -> Reaction { .unhandled }
        func down(_ heater: Heater) -> Reaction { .unhandled }
        func boost(_ heater: Heater) -> Reaction { .unhandled }
        func restart(_ heater: Heater) -> Reaction { .unhandled }
        func report(_ heater: Heater) -> Reaction { .unhandled }
    }

    final class Off: State {
        override func toggle(_ heater: Heater) -> Reaction {
            heater.log("Off toggle", .transition(to: heater.on))
        }
        override func up(_ heater: Heater) -> Reaction {
            heater.log("Off up", .transition(to: High(in: heater.on)))
        }
        override func boost(_ heater: Heater) -> Reaction { .deferred }
    }

    final class On: State {
        override var initialSubstate: State? { Low(in: self) }
        override func didEnter(_ heater: Heater) {
            heater.log("enter On (state \(heater.state.name))")
        }
        override func willExit(_ heater: Heater) {
            heater.log("exit On (state \(heater.state.name))")
        }
        override func toggle(_ heater: Heater) -> Reaction {
            heater.log("On toggle", .transition(to: heater.off))
        }
        override func up(_ heater: Heater) -> Reaction {
            heater.log("On up", .handled)
        }
        override func boost(_ heater: Heater) -> Reaction {
            heater.log("On boost", .transition(to: High(in: self)))
        }
        override func restart(_ heater: Heater) -> Reaction {
            heater.log("On restart", .transition(to: self))
        }
        override func report(_ heater: Heater) -> Reaction {
            heater.log("On report", .handled)
        }
    }

    class Substate: State {
        let on: On
        init(in on: On) { self.on = on }
        override var superstate: State? { on }
    }

    final class Low: Substate {
        override func up(_ heater: Heater) -> Reaction {
            heater.log("Low up", .transition(to: High(in: on)))
        }
    }

    final class High: Substate {
        override func didEnter(_ heater: Heater) {
            super.didEnter(heater)
            heater.report()
        }
        override func up(_ heater: Heater) -> Reaction {
            heater.log("High up", .refused)
        }
        override func down(_ heater: Heater) -> Reaction {
            heater.log("High down", .transition(to: on))
        }
    }

    let off = Off()
    let on = On()
    private var lines: [String] = []

    init() {
        super.init(initial: off)
        observe(for: self) { heater, _, change in
            heater.log("observer \(change.target.name)")
        }
    }
}

extension Heater {
    /// The requests, as a client and the entry hook of High make them.
    enum Request: String, CaseIterable {
        case toggle, up, down, boost, restart, report
    }

    private static var methods: [Request: (State) -> (Heater) -> Reaction] {
        [
            .toggle: State.toggle, .up: State.up, .down: State.down, .boost: State.boost, .restart: State.restart,
            .report: State.report,
        ]
    }

    @discardableResult func make(_ request: Request) -> Outcome {
        delegate(Self.methods[request]!, request: request.rawValue)
    }

    func report() { make(.report) }

    func log(_ line: String) { lines.append(line) }

    func log(_ line: String, _ reaction: Reaction) -> Reaction {
        log(line)
        return reaction
    }

    func takeLog() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// The log of the last request of a run.
    static func trace(of run: [Request]) -> [String] {
        let heater = Heater()
        heater.activate()
        for request in run {
            _ = heater.takeLog()
            heater.make(request)
        }
        return heater.takeLog()
    }
}
