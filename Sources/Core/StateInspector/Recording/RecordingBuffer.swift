import StateExploration

/// The latest requests of a recorder's machines.
///
/// For each machine, they begin with a request that no other request has led to, and with the situation before it. A
/// cut needs such a place, so requests are dropped a while after there are too many.
struct RecordingBuffer {
    private struct Machine {
        /// The situation before the first kept request.
        var start: Recording.Situation
        /// The situation after the latest request. Only its state is known, until the recorder adds the rest.
        var now: Recording.Situation
        /// The number of kept requests, and of those to drop at the next cut, with the situation behind them.
        var kept = 0
        var cut: (dropped: Int, start: Recording.Situation)?
        /// The situation that is in the file.
        var written: Recording.Situation?
        /// True if the recorder can ask for the machine's situation.
        let isContext: Bool
        var hasEnded = false
    }

    /// The number of requests in one chain for which no cut is found, before they are dropped all the same.
    private static let longestChain = 10_000

    private let limit: Int
    /// The greatest size of all kept requests, in bytes.
    private let sizeLimit: Int
    private var machines: [String: Machine] = [:]
    private var entries: [(entry: Recording.Entry, size: Int)] = []
    private var size = 0
    /// The number of requests behind the cuts.
    private var behindCuts = 0

    init(limit: Int, sizeLimit: Int) { (self.limit, self.sizeLimit) = (limit, sizeLimit) }

    var recording: Recording {
        var recording = Recording()
        recording.situations = machines.mapValues(\.start)
        recording.entries = entries.map(\.entry)
        return recording
    }

    mutating func begin(_ name: String, in situation: Recording.Situation, isContext: Bool) {
        machines[name] = Machine(start: situation, now: situation, isContext: isContext)
    }

    mutating func end(_ name: String) { machines[name]?.hasEnded = true }

    /// The line of a file that says where a machine begins; `nil` if the file has it.
    mutating func beginning(of name: String) -> String? {
        guard let machine = machines[name], machine.written != machine.start else { return nil }
        machines[name]?.written = machine.start
        return Recording.line(Recording.Header(situations: [name: machine.start]))
    }

    /// Adds a request, unless its cause is not kept.
    ///
    /// - Returns: True if it is kept.
    mutating func add(_ entry: Recording.Entry, isLed: Bool, size: Int) -> Bool {
        var machine =
            machines.removeValue(forKey: entry.machine)
            ?? {
                let isActive = entry.request != AnsweredRequest.activation
                let start = Recording.Situation(state: entry.state, isActive: isActive)
                return Machine(start: start, now: start, isContext: false)
            }()
        if !isLed, isDue, machine.cut == nil, machine.now.waiting != nil || !machine.isContext {
            machine.cut = (machine.kept, machine.now)
        }
        machine.now.follow(entry)
        let isKept = !isLed || machine.kept > 0
        if isKept {
            entries.append((entry, size))
            machine.kept += 1
            self.size += size
            if machine.cut != nil { behindCuts += 1 }
        } else {
            machine.start = machine.now
        }
        machines[entry.machine] = machine
        return isKept
    }

    /// True if a machine's situation should be noted, because the next request may be the first one that is kept.
    func needsSituation(of name: String) -> Bool {
        machines[name].map { $0.isContext && ($0.kept == 0 || isDue && $0.cut == nil) } ?? false
    }

    mutating func note(_ situation: Recording.Situation, of name: String) {
        machines[name]?.now = situation
        if machines[name]?.kept == 0 { machines[name]?.start = situation }
    }

    private var isDue: Bool { entries.count >= limit || size >= sizeLimit / 2 }

    /// Drops old requests if there are too many.
    ///
    /// - Returns: The lines of the file; `nil` if nothing was dropped.
    mutating func trim() -> [String]? {
        let isLong = entries.count / 3 >= limit && entries.count >= RecordingBuffer.longestChain
        guard behindCuts >= limit || size >= sizeLimit || isLong else { return nil }
        var dropped = machines.mapValues { $0.cut?.dropped ?? $0.kept }
        for (name, machine) in machines {
            machines[name]?.kept -= dropped[name] ?? 0
            machines[name]?.start = machine.cut?.start ?? machine.now
            machines[name]?.cut = nil
        }
        entries.removeAll { entry, _ in
            guard let count = dropped[entry.machine], count > 0 else { return false }
            dropped[entry.machine] = count - 1
            return true
        }
        machines = machines.filter { $1.kept > 0 || !$1.hasEnded }
        for (name, machine) in machines { machines[name]?.written = machine.start }
        (size, behindCuts) = (entries.reduce(0) { $0 + $1.size }, 0)
        return recording.lines
    }
}
