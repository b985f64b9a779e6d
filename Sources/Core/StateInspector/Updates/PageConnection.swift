import Foundation
import StateExploration

/// The connection to an open page, and the extent of the data that the page has received.
struct PageConnection {
    private struct Seen {
        var version = -1
        var requestCount = 0
        var chartVersion: [Int]?
        var commands: [InspectedMachine.Command] = []
    }

    /// True if the page has drawn the latest update, and asks for another one.
    var isReady = false
    /// True while the page is hidden, so that it draws nothing and no request waits for it.
    var isHidden = false
    let connection: ServerConnection
    private var seen: [Int: Seen] = [:]
    private var order: [Int]?
    /// The number of the latest request in the log of all machines that was sent; `nil` if none was sent.
    private var latestRequest: Int?

    init(_ connection: ServerConnection) { self.connection = connection }

    /// Sends an update with all changes since the previous update; sends nothing if there are no changes.
    mutating func send(_ snapshots: [MachineSnapshot], _ charts: [Int: Chart], _ requests: [RequestLog.Row]) {
        let numbers = snapshots.map(\.number)
        let changed = snapshots.filter { seen[$0.number]?.version != $0.record.version }
        if changed.isEmpty && order == numbers { return }
        seen = seen.filter { numbers.contains($0.key) }
        let hasNewRequests = requests.last?.number != latestRequest
        let update = PageUpdate(
            order: numbers, machines: changed.map { describe($0, charts[$0.number]) },
            requests: hasNewRequests ? requests : nil)
        (order, latestRequest) = (numbers, requests.last?.number)
        guard let data = try? JSONEncoder().encode(update) else {
            fatalError("Texts, numbers and truth values can be encoded.")
        }
        isReady = false
        connection.send(String(decoding: data, as: UTF8.self))
    }

    private mutating func describe(_ snapshot: MachineSnapshot, _ chart: Chart?) -> PageUpdate.Machine {
        let record = snapshot.record
        let known = seen[snapshot.number] ?? Seen()
        let isNewChart = chart?.version != known.chartVersion
        seen[snapshot.number] = Seen(
            version: record.version, requestCount: record.requestCount, chartVersion: chart?.version,
            commands: record.commands)
        let lines = record.journal(after: known.requestCount)
        return PageUpdate.Machine(
            snapshot, chart, isNewChart: isNewChart, areNewCommands: known.commands != record.commands,
            earlier: isNewChart ? record.journal(after: 0).dropLast(lines.count) : [], lines: lines)
    }
}
