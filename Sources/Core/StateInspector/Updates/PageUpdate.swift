import StateExploration
import StatePattern

/// An update for a page, in the JSON form that the page's script reads.
struct PageUpdate: Encodable {
    /// The numbers of all machines, in their order on the page.
    let order: [Int]
    /// The machines that have changed since the page's previous update.
    let machines: [Machine]
    /// The latest requests of all machines; `nil` if there is only one machine, or if no request is new.
    let requests: [RequestLog.Row]?

    struct Machine: Encodable {
        let number: Int
        let name: String
        let state: String
        /// The paths of the chart's boxes for the state and its regions.
        let boxes: [String]
        let detail: String
        let complaint: String
        let isActive: Bool
        let hasEnded: Bool
        let requestCount: Int
        let transitionCount: Int
        let tally: [MachineRecord.Tally]
        /// The number of states that the tally leaves out.
        let untalliedCount: Int
        /// The latest requests that the page does not have.
        let lines: [Line]
        /// If the chart is new, the latest lines that the page has already, with their boxes in the new chart;
        /// otherwise empty.
        let earlier: [Line]
        /// `chart`, `chartWidth` and `commands` are `nil` if they have not changed.
        let chart: String?
        let chartWidth: Int?
        let commands: [Command]?
        /// The names of the commands that the current state does not handle, according to the caller's chart.
        let unhandled: [String]
    }

    struct Command: Encodable {
        let name: String
        /// The command's name for display.
        let label: String
        let argument: String?
        let help: String
    }

    /// A machine's state before or after a request.
    struct Place: Encodable {
        let state: String
        let boxes: [String]
        let isActive: Bool
    }

    struct Line: Encodable {
        let request: String
        /// The context's method for the request, or the request with its arguments.
        let name: String
        let time: Double
        let text: String
        let trace: [String]
        let isRefused: Bool
        /// The paths of the chart's boxes for the state before the request, and for a transition's target.
        let source: [String]
        let target: [String]
        let before: Place
        let after: Place
    }
}

extension PageUpdate.Machine {
    init(
        _ snapshot: MachineSnapshot, _ chart: Chart?, isNewChart: Bool, areNewCommands: Bool,
        earlier: [MachineRecord.Line] = [], lines: [MachineRecord.Line]
    ) {
        let record = snapshot.record
        let names = record.distinctStates
        self.init(
            number: snapshot.number, name: snapshot.name.onOneLine,
            state: "\(names[record.state] ?? record.state)".onOneLine,
            boxes: chart?.boxes(of: record.state) ?? [],
            detail: record.detail.readable, complaint: record.complaint.readable, isActive: record.isActive,
            hasEnded: record.hasEnded,
            requestCount: record.requestCount, transitionCount: record.transitionCount,
            tally: record.tally(at: .now),
            untalliedCount: record.untalliedCount,
            lines: lines.map { PageUpdate.Line($0, chart, names) },
            earlier: earlier.map { PageUpdate.Line($0, chart, names) }, chart: isNewChart ? chart?.svg ?? "" : nil,
            chartWidth: isNewChart ? chart?.width : nil,
            commands: areNewCommands
                ? record.commands.map {
                    .init(
                        name: $0.name, label: $0.name.onOneLine, argument: $0.exampleArgument, help: $0.help.readable)
                } : nil,
            unhandled: record.commands.map(\.name).filter {
                record.diagram?.handles($0, in: record.state) == false
            })
    }
}

extension PageUpdate.Line {
    init(_ line: MachineRecord.Line, _ chart: Chart?, _ names: [StateLabel: StateLabel]) {
        let request = line.request
        let source = request.part?.source ?? names[request.source] ?? request.source
        let target = request.part.map(\.target) ?? request.target.map { names[$0] ?? $0 }
        func place(_ state: StateLabel, _ isActive: Bool) -> PageUpdate.Place {
            .init(
                state: "\(names[state] ?? state)".onOneLine, boxes: chart?.boxes(of: state) ?? [], isActive: isActive)
        }
        let before = place(request.source, line.wasActive)
        let after = place(
            request.target ?? request.source,
            request.isActivation ? request.name == AnsweredRequest.activation : line.wasActive)
        let exits = source.names.suffix(request.exits).reversed().map { "exit \($0)".onOneLine }
        let entries = target?.names.suffix(request.entries).map { "enter \($0)".onOneLine } ?? []
        self.init(
            request: String(request.name.prefix { $0 != "(" }).onOneLine, name: request.name.onOneLine,
            time: line.time / .seconds(1),
            text: request.text(from: source, to: target), trace: exits + entries,
            isRefused: request.outcome.isRefusal,
            source: before.boxes, target: request.target == nil ? [] : after.boxes, before: before, after: after)
    }
}
