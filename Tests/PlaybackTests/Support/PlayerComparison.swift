import EnumTwins
import Playback
import StatePattern

/// What the player and its twin have in common; a shared protocol is nothing that either of them needs.
protocol PlayerRequests: AnyObject {
    func load(_ tracks: [Track]) -> Outcome
    func play() -> Outcome
    func pause() -> Outcome
    func stop() -> Outcome
    func seek(to time: Duration) -> Outcome
    func finished(load: Int) -> Outcome
    func failed(reason: String, load: Int) -> Outcome
    func stalled(load: Int) -> Outcome
    func recovered(load: Int) -> Outcome
    func sought(_ number: Int, load: Int) -> Outcome

    var loadNumber: Int { get }
    var seekNumber: Int { get }
    var track: Track? { get }
    var position: Duration { get }
    var lastFailure: PlaybackFailure? { get }
    var statePath: String { get }

    func activate()
}

extension Player: PlayerRequests {
    var statePath: String { state.path }
}

extension PlayerEnum: PlayerRequests {
    var statePath: String { state.path }
}

/// Drives two machines with the same requests and looks for a difference.
enum PlayerComparison {
    /// Everything that can be asked of a player, with arguments that cover each kind.
    enum Request: CaseIterable, Sendable {
        case load, loadNothing, play, pause, stop, seekInside, seekBelow, seekBeyond
        case finished, failed, stalled, recovered, sought, soughtEarlier
        case lateFinished, lateFailed, lateStalled, lateRecovered, lateSought
    }

    /// What a machine does instead of the right thing; `nil` for a request that it gets right.
    typealias Mistake = @Sendable (Request, any PlayerRequests, RecordingEngine) -> Outcome?

    /// A machine on an engine of its own.
    final class Subject {
        let machine: any PlayerRequests
        let engine = RecordingEngine()
        private let mistake: Mistake?

        init(_ make: (any PlaybackEngine) -> any PlayerRequests, with mistake: Mistake? = nil) {
            machine = make(engine)
            self.mistake = mistake
            machine.activate()
        }

        func perform(_ request: Request) -> Outcome {
            if let outcome = mistake?(request, machine, engine) { return outcome }
            let current = machine.loadNumber
            let late = current - 1
            switch request {
            case .load: return machine.load([.prelude, .fugue])
            case .loadNothing: return machine.load([])
            case .play: return machine.play()
            case .pause: return machine.pause()
            case .stop: return machine.stop()
            case .seekInside: return machine.seek(to: .seconds(20))
            case .seekBelow: return machine.seek(to: .seconds(-1))
            case .seekBeyond: return machine.seek(to: .seconds(1_000))
            case .finished: return machine.finished(load: current)
            case .failed: return machine.failed(reason: "tape torn", load: current)
            case .stalled: return machine.stalled(load: current)
            case .recovered: return machine.recovered(load: current)
            case .sought:
                engine.arrive()
                return machine.sought(machine.seekNumber, load: current)
            case .soughtEarlier: return machine.sought(machine.seekNumber - 1, load: current)
            case .lateFinished: return machine.finished(load: late)
            case .lateFailed: return machine.failed(reason: "old tape torn", load: late)
            case .lateStalled: return machine.stalled(load: late)
            case .lateRecovered: return machine.recovered(load: late)
            case .lateSought: return machine.sought(machine.seekNumber, load: late)
            }
        }

        func observe(_ request: Request) -> Observation {
            Observation(
                outcome: perform(request), state: machine.statePath, track: machine.track, position: machine.position,
                lastFailure: machine.lastFailure, commands: engine.commands)
        }
    }

    /// What can be seen of a machine after a request.
    struct Observation: Equatable, Sendable {
        let outcome: Outcome
        let state: String
        let track: Track?
        let position: Duration
        let lastFailure: PlaybackFailure?
        /// Since the machine was made.
        let commands: [RecordingEngine.Command]
    }

    /// The requests after which the machines differ, and what was seen of each.
    struct Difference: Equatable, Sendable, CustomStringConvertible {
        let requests: [Request]
        let first: Observation
        let second: Observation

        var description: String {
            "after \(requests.map { "\($0)" }.joined(separator: ", ")):\n\(first)\n\(second)"
        }
    }

    /// Looks at two machines after `start` and each sequence of at most `length` further requests, shortest first.
    ///
    /// What comes before the last request of a sequence is a sequence that has been looked at already; so a difference
    /// shows with its shortest sequence, and machines are observed once for each.
    ///
    /// - Parameters:
    ///   - start: Where all sequences begin.
    ///   - length: How many requests follow at most.
    ///   - makeFirst: Makes a machine.
    ///   - makeSecond: Makes the other one.
    ///   - visit: Called with the second machine before the last request of each sequence.
    /// - Returns: A shortest difference, or `nil` if there is none.
    static func firstDifference(
        after start: [Request] = [], length: Int,
        between makeFirst: () -> Subject, and makeSecond: () -> Subject,
        visit: (_ second: Subject, _ requests: [Request]) -> Void = { _, _ in }
    ) -> Difference? {
        var sequences: [[Request]] = [start]
        for _ in 1...length {
            sequences = sequences.flatMap { sequence in Request.allCases.map { sequence + [$0] } }
            for requests in sequences {
                let (first, second) = (makeFirst(), makeSecond())
                for request in requests.dropLast() {
                    _ = first.perform(request)
                    _ = second.perform(request)
                }
                visit(second, requests)
                let last = requests[requests.count - 1]
                let (one, other) = (first.observe(last), second.observe(last))
                if one != other { return Difference(requests: requests, first: one, second: other) }
            }
        }
        return nil
    }
}
