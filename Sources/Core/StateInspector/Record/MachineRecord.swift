import StateExploration
import StatePattern

/// A record of a machine's requests and states. Its size is bounded.
struct MachineRecord {
    /// A request with the time since the beginning of the record.
    struct Line {
        let request: AnsweredRequest
        let time: Duration
        /// True if the machine was active before the request.
        let wasActive: Bool
    }

    /// A kind of transition: all transitions with the same request, source and target.
    struct Arrow: Hashable {
        let request: String
        let source: StateLabel
        let target: StateLabel
        let entries: Int
        let isActivation: Bool
        let isOfRegion: Bool
    }

    static let journalLimit = 50
    static let stateLimit = 500
    static let arrowLimit = 2_000
    static let commandLimit = 100

    let start: ContinuousClock.Instant
    /// The state in which the record begins.
    private(set) var initial: StateLabel
    /// True if the first state had been entered before the record began.
    let wasEntered: Bool
    /// True between activation and deactivation.
    private(set) var isActive: Bool
    private(set) var state: StateLabel
    private(set) var detail = ""
    private(set) var complaint = ""
    private(set) var commands: [InspectedMachine.Command] = []
    private(set) var hasEnded = false
    /// The caller's chart; `nil` for a chart that grows with the transitions.
    private(set) var diagram: StateDiagram?
    private var diagramCount = 0

    /// The number of changes of the record so far.
    private(set) var version = 0
    private(set) var requestCount = 0
    private(set) var transitionCount = 0
    /// The latest requests, as a ring buffer that begins at `journalStart`. The last one has the number `requestCount`.
    private var journal: [Line] = []
    private var journalStart = 0

    /// The number of transitions of each kind; and the kinds, in the order of their first transitions.
    private(set) var counts: [Arrow: Int] = [:]
    private(set) var arrows: [Arrow] = []
    /// The time in each leaf, without the current visit.
    private(set) var times: [StateLabel: Duration]
    private(set) var leaves: [StateLabel]
    private(set) var since: ContinuousClock.Instant

    init(state: StateLabel, wasEntered: Bool = true, diagram: StateDiagram? = nil, at now: ContinuousClock.Instant) {
        (self.wasEntered, isActive) = (wasEntered, wasEntered)
        (initial, self.state, self.diagram) = (state.cut, state.cut, diagram)
        (start, since) = (now, now)
        times = [self.state: .zero]
        leaves = [self.state]
    }

    // MARK: Changes

    mutating func setDetail(_ text: String) {
        let text = text.cut
        if text == detail { return }
        detail = text
        version += 1
    }

    mutating func setDiagram(_ diagram: StateDiagram?) {
        self.diagram = diagram
        diagramCount += 1
        version += 1
    }

    mutating func setComplaint(_ text: String) {
        let text = text.cut
        if text == complaint { return }
        complaint = text
        version += 1
    }

    mutating func setCommands(_ commands: [InspectedMachine.Command]) {
        self.commands = commands.prefix(MachineRecord.commandLimit).map { command in
            InspectedMachine.Command(
                name: command.name.cut, exampleArgument: command.exampleArgument?.cut, help: command.help.cut)
        }
        version += 1
    }

    mutating func end(at now: ContinuousClock.Instant) {
        leave(at: now)
        hasEnded = true
        version += 1
    }

    /// Replaces the label of the first state, which was made from a text, by the context's label from the first
    /// request.
    private mutating func adopt(_ source: StateLabel) {
        guard source != state, source.description == state.description else { return }
        times = [source: times[state] ?? .zero]
        (initial, state, leaves) = (source, source, [source])
    }

    /// Adds a request. The journal has the text of the call, if any, in place of the name.
    mutating func add(_ request: AnsweredRequest, as call: String? = nil, at now: ContinuousClock.Instant) {
        if requestCount == 0 { adopt(request.source) }
        version += 1
        requestCount += 1
        var shown = request
        if let call { shown.name = call.cut }
        let line = Line(request: shown, time: start.duration(to: now), wasActive: isActive)
        if journal.count < MachineRecord.journalLimit {
            journal.append(line)
        } else {
            journal[journalStart] = line
            journalStart = (journalStart + 1) % MachineRecord.journalLimit
        }
        // A source that no recorded transition has led to: the machine has been deactivated in between.
        if request.source != state { enter(request.source, at: now) }
        guard let target = request.target else { return }
        if !request.isActivation { transitionCount += 1 }
        let arrow = Arrow(
            request: request.name, source: request.source, target: target, entries: request.entries,
            isActivation: request.isActivation, isOfRegion: request.part != nil)
        if (counts[arrow]? += 1) == nil, arrows.count < MachineRecord.arrowLimit {
            counts[arrow] = 1
            arrows.append(arrow)
        }
        enter(target, at: now)
        if request.isActivation { isActive = request.name == AnsweredRequest.activation }
    }

    /// Notes the current states of the regions, which may have changed without a request to the machine.
    mutating func setRegions(of state: StateLabel, at now: ContinuousClock.Instant) {
        if state != self.state && state.withoutRegions == self.state.withoutRegions { enter(state, at: now) }
    }

    private mutating func enter(_ target: StateLabel, at now: ContinuousClock.Instant) {
        leave(at: now)
        state = target
        if times[target] == nil && leaves.count < MachineRecord.stateLimit {
            times[target] = .zero
            leaves.append(target)
        }
    }

    private mutating func leave(at now: ContinuousClock.Instant) {
        if isActive { times[state]? += since.duration(to: now) }
        since = now
    }

    // MARK: Questions

    /// Distinguishes the charts of one machine: the number of the caller's chart, and of the kinds of transitions in a
    /// chart that grows.
    var chartVersion: [Int] { [diagramCount, diagram == nil ? arrows.count : 0] }

    /// For each known state, its label with a unique name; empty if the names are unique already.
    var distinctStates: [StateLabel: StateLabel] {
        if Set(leaves.map(\.description)).count == leaves.count { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(leaves, StateLabel.distinct(leaves)))
    }

    /// The kept requests that came after the first `seen` requests.
    func journal(after seen: Int) -> [Line] {
        let count = min(max(requestCount - seen, 0), journal.count)
        return (journal.count - count..<journal.count).map { journal[($0 + journalStart) % journal.count] }
    }
}

extension AnsweredRequest {
    /// The request with each of its texts cut.
    var cut: AnsweredRequest {
        AnsweredRequest(
            name: name.cut, outcome: outcome, source: source.cut, target: target?.cut, exits: exits, entries: entries,
            refusal: refusal?.cut, origin: origin, place: place.cut)
    }
}

extension StateLabel {
    /// The label with each of its texts cut, if it is long.
    var cut: StateLabel { description.utf8.count > 300 ? map(\.cut) : self }
}

extension String {
    /// The text, cut after 300 Unicode scalars. The limit is not in characters, because a character can have any number
    /// of scalars.
    var cut: String {
        guard utf8.count > 300,
            let end = unicodeScalars.index(startIndex, offsetBy: 300, limitedBy: endIndex), end < endIndex
        else { return self }
        return String(unicodeScalars[..<end]) + "…"
    }
}
