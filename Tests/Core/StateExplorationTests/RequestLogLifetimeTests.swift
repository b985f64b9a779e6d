import Foundation
import StateExploration
@testable import StatePattern
import TestSupport
import Testing

/// Logs and machines that come and go, and diagrams of what was logged.
extension `A log of several machines` {
    @Test func `keeps no machine alive, and keeps what it did`() {
        let log = RequestLog()
        var relay: Relay? = Relay()
        weak let observed = relay
        log.follow(relay!, named: "relay")
        relay?.press()
        relay = nil
        #expect(observed == nil)
        #expect(lines(log) == ["1  relay.activate: Off", "2  relay.press: Off → On"])
    }

    @Test func `costs a machine nothing when it is gone`() {
        var log: RequestLog? = RequestLog()
        weak let observed = log
        log?.follow(first, named: "first")
        #expect(first.core.phase == .new)
        first.activate()
        #expect(first.core.phase == .traced)
        // Even from within a hook.
        first.on("enter On") { _ in log = nil }
        first.press()
        #expect(observed == nil && first.core.phase == .ready && !first.core.needsFinish)
        #expect(first.core.extras?.value.observers.elements.isEmpty == true && first.core.extras?.value.tracer == nil)
        #expect(first.look() == .handled)
        // A machine that makes no requests keeps no observer of logs that are gone.
        for _ in 1...100 { RequestLog().follow(first, named: "first") }
        #expect((first.core.extras?.value.observers.elements.count ?? 0) <= 4)
    }

    @Test func `begins in the middle of a request`() {
        let log = log
        second.activate()
        log.follow(second, named: "second")
        first.activate()
        first.on("exit Off") { [second] first in
            log.follow(first, named: "first")
            second.press()
        }
        second.on("enter On") { [unowned first] _ in first.look() }
        first.press()
        // The transition is the log's, but not what it had led to before it was answered.
        #expect(
            lines(log) == ["1  second.press: Off → On", "2  first.press: Off → On", "3    first.look: handled in On"]
        )
    }

    @Test func `keeps the latest requests, and counts all`() {
        let log = RequestLog(limit: 3)
        log.follow(first, named: "first")
        first.on("look") { [second] _ in second.look() }
        log.follow(second, named: "second")
        for _ in 1...20 { first.look() }
        #expect(
            lines(log) == [
                "40  second.look: handled in Off", "41  first.look: handled in Off",
                "42    second.look: handled in Off",
            ])
        #expect(log.mermaid().contains("    client->>m1: look#colon; handled in Off\n"))
    }

    @Test(arguments: [(0, 0), (1, 1), (39, 39), (Int.max / 2 + 1, 40), (.max, 40)])
    func `keeps any number of requests`(limit: Int, count: Int) {
        let log = RequestLog(limit: limit)
        first.activate()
        log.follow(first, named: "first")
        for _ in 1...40 { first.look() }
        #expect(lines(log).count == count)
    }

    @Test(arguments: [-1, Int.min]) func `cannot keep fewer requests than none`(limit: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [limit] in
            _ = RequestLog(limit: limit)
        }
        #expect(result?.errors.contains("The limit of a log cannot be negative.") == true)
    }

    // MARK: Mermaid

    @Test func `is a sequence diagram, with a lifeline for each machine`() {
        follow()
        first.on("enter On") { [second] first in
            second.press()
            second.press()
            first.look()
        }
        first.press()
        #expect(
            log.mermaid() == """
                sequenceDiagram
                    autonumber 1
                    actor client
                    participant m1 as first
                    participant m2 as second
                    client->>m1: press#colon; Off → On
                    m1->>m2: press#colon; Off → On
                    m1-xm2: press#colon; refused in On, it is stuck
                    m1->>m1: look#colon; handled in On

                """)
    }

    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"), .blocking)
    func `is a diagram that Mermaid reads, whatever its names are`() throws {
        let names =
            Labels.texts + [
                "end", "wrap:", "nowrap: x", "client", "m1", "a as b", "x@{ \"type\": \"queue\" }", "+", "-", "->>",
                "loop x", "a,b", "Note over m1: x", "activate m1", "title: x",
            ]
        first.activate()
        for name in names {
            first.observeRequests { [log] in log.record($0, of: name) }
            second.observeRequests { [log] _ in
                log.record(name, .transitioned, from: name, to: name, of: name)
            }
        }
        first.look()
        second.activate()
        let diagram = log.mermaid()
        let (lifelines, messages) = try MermaidParser.messages(in: diagram)
        func shown(_ text: String) throws -> String { try text.shownByMermaid() }
        #expect(try Set(lifelines.map(shown)) == Set(names.map(Labels.shownOnOneLine) + ["client"]))
        let texts = try messages.map(shown)
        #expect(texts.count == 2 * names.count)
        #expect(texts.prefix(names.count).allSatisfy { $0 == "look: handled in Off" })
        #expect(Set(texts.suffix(names.count)).count == names.count)
        for (text, name) in zip(texts.suffix(names.count), names) {
            #expect(text == Labels.shownOnOneLine("\(name): \(name) → \(name)").trimmingCharacters(in: .whitespaces))
        }
    }
}
