import Foundation
import LoopbackServer
import Sockets

/// A browser that looks, and what it has been told.
struct Viewer {
    private struct Seen {
        var version = -1
        var requestCount = 0
        var chartVersion = -1
        var commands: [InspectedMachine.Command] = []
    }

    /// Set when the page asks for news, cleared when it is sent some.
    var isReady = false
    /// Set while the page cannot be seen: then it draws nothing.
    var isHidden = false
    private let connection: LoopbackServer.Connection
    private var seen: [Int: Seen] = [:]
    private var order: [Int]?

    init(_ connection: LoopbackServer.Connection) { self.connection = connection }

    /// Sends what the page does not know, if there is anything.
    mutating func send(_ exhibits: [Exhibit], _ charts: [Int: Chart]) {
        let numbers = exhibits.map(\.number)
        let changed = exhibits.filter { seen[$0.number]?.version != $0.record.version }
        if changed.isEmpty && order == numbers { return }
        seen = seen.filter { numbers.contains($0.key) }
        let news = News(order: numbers, machines: changed.map { describe($0, charts[$0.number]) })
        order = numbers
        guard let data = try? JSONEncoder().encode(news) else {
            fatalError("Texts, numbers and truth values can be encoded.")
        }
        isReady = false
        connection.send(.text(String(decoding: data, as: UTF8.self)))
    }

    private mutating func describe(_ exhibit: Exhibit, _ chart: Chart?) -> News.Machine {
        let record = exhibit.record
        let known = seen[exhibit.number] ?? Seen()
        let isNewChart = chart?.version != known.chartVersion
        seen[exhibit.number] = Seen(
            version: record.version, requestCount: record.requestCount, chartVersion: chart?.version ?? -1,
            commands: record.commands)
        return News.Machine(
            exhibit, chart, isNewChart: isNewChart, areNewCommands: known.commands != record.commands,
            lines: record.journal(after: known.requestCount))
    }
}
