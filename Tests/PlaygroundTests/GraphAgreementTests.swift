import Foundation
import TestSupport
import Testing

/// The table of a machine, and the same machine when its requests are typed.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The graph and the command` {
    /// A machine of the playground, as far as its table does not tell how to type a request.
    struct Case: Sendable, CustomTestStringConvertible {
        let machine: String
        /// Requests that lead to the machine that the table is of.
        var start: [String] = []
        /// The arguments of the requests that take one.
        var arguments: [String: String] = [:]
        /// The requests that only the machine makes.
        var untyped: Set<String> = []
        /// The states that the machine leaves at once by such requests, and where it goes.
        var transient: [String: String] = [:]
        let cellCount: Int

        var testDescription: String { machine }
    }

    private typealias Table = (requests: [String], rows: [(state: String, fields: [String])])

    /// The shortest typed requests that lead to each state.
    private func paths(in table: Table, _ example: Case, typing words: [[String]?]) -> [String: [String]] {
        let fields = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.state, $0.fields) })
        var paths = [table.rows[0].state: example.start]
        var queue = [table.rows[0].state]
        while !queue.isEmpty {
            let state = queue.removeFirst()
            for (field, words) in zip(fields[state] ?? [], words) {
                let target = example.transient[field] ?? field
                guard let path = paths[state], let words, fields[target] != nil, paths[target] == nil else { continue }
                paths[target] = path + words
                queue.append(target)
            }
        }
        return paths
    }

    /// Returns true if a line of the command says what a field of the table says of a request in a state.
    private func agrees(_ line: String, with field: String, in state: String) -> Bool {
        func path(_ state: String) -> Substring {
            state.prefix(upTo: state.firstRange(of: ", ")?.lowerBound ?? state.endIndex)
        }
        switch field {
        case "": return line.contains(": not handled in \(path(state));")
        case "handled", "deferred", "refused": return line.contains(": \(field) in \(path(state))")
        default:
            if line.contains(": \(path(state)) → \(path(field))") { return true }
            // A request that was deferred has followed.
            if line.contains(": \(path(state)) → "), line.contains(" → \(path(field)) [") { return true }
            // The data alone has changed.
            return path(field) == path(state) && line.firstMatch(of: /: (handled|deferred) in\b/) != nil
        }
    }

    @Test(arguments: [
        Case(machine: "turnstile", cellCount: 4),
        Case(
            machine: "player", start: ["load", "Fugue=1:30"],
            arguments: ["load": "Fugue=1:30", "seek": "0:20", "failed": "torn"], cellCount: 50),
        Case(machine: "socket", cellCount: 110),
        Case(
            machine: "checkout",
            arguments: [
                "logIn": "ada", "purchase": "tea", "declined": "no", "failed": "no",
            ],
            untyped: ["preparePush", "settle"],
            transient: ["PaymentSuccess": "BeforePush/Pushing", "PushSuccess": "Stable, paid"], cellCount: 294),
        Case(machine: "navigation", cellCount: 54),
        Case(machine: "gate", cellCount: 270),
    ])
    func `agree on each request in each state`(_ example: Case) throws {
        let table = try PlaygroundTests.table(of: example.machine)
        let words = table.requests.map { request in
            example.untyped.contains(request)
                ? nil
                : request.split(separator: " ").map(String.init) + (example.arguments[request].map { [$0] } ?? [])
        }
        let paths = paths(in: table, example, typing: words)
        var cellCount = 0
        for (state, fields) in table.rows where example.transient[state] == nil {
            let path = try #require(paths[state], "\(state) is not reached")
            for (field, words) in zip(fields, words) {
                guard let words else { continue }
                cellCount += 1
                let output = try command.run([example.machine] + path + words).output
                let line = output.split(separator: "\n").last.map(String.init) ?? ""
                #expect(agrees(line, with: field, in: state), "“\(field)” for \(words) in \(state), but \(line)")
            }
        }
        #expect(cellCount == example.cellCount)
    }
}
