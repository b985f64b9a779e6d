import Foundation
import StateExploration
@testable import StateInspector
@testable import StatePattern
import Synchronization
import TestSupport
import Testing

/// Machines that are followed, as a page gets them.
@Suite(.timeLimit(.minutes(60))) struct `An inspector` {
    @Test func `tells a page of each request, of states and of refusals`() async throws {
        let inspector = try Inspector()
        let turnstile = Turnstile()
        turnstile.activate()
        inspector.follow(turnstile, named: "turnstile")
        let page = try await ScriptedPage(inspector)
        let first = try await page.update()
        #expect(first.order == [1])
        let start = try #require(first.machines.first)
        #expect(
            start.name == "turnstile" && start.state == "Locked" && start.lines.isEmpty && start.boxes == ["Locked"])
        #expect(start.chart?.contains("data-state=\"Locked\"") == true)

        try await page.ask()
        turnstile.insertCoin()
        let coin = try #require(try await page.receive().machines.first)
        #expect(coin.state == "Unlocked" && coin.boxes == ["Unlocked"])
        #expect(coin.lines.map(\.text) == ["insertCoin: Locked → Unlocked"])
        #expect(coin.lines.map(\.trace) == [["exit Locked", "enter Unlocked"]])
        #expect(coin.lines[0].request == "insertCoin" && coin.lines[0].source == ["Locked"])
        // Without a model, the chart grows with what the machine does.
        #expect(coin.chart?.contains("data-source=\"Locked\" data-target=\"Unlocked\"") == true)

        turnstile.insertCoin()
        turnstile.push()
        turnstile.push()
        turnstile.look()
        let more = try #require(try await page.update().machines.first)
        #expect(
            more.lines.map(\.text) == [
                "insertCoin: unhandled in Unlocked", "push: Unlocked → Locked",
                "push: refused in Locked, it is <stuck>", "look: handled in Locked",
            ])
        #expect(more.lines.map(\.isRefused) == [true, false, true, false])
        #expect(more.requestCount == 5 && more.transitionCount == 2)
        #expect(more.tally.map(\.count) == [2, 1] && more.tally.map(\.isCurrent) == [true, false])
        withExtendedLifetime(turnstile) {}
    }

    @Test func `tells which states a transition in a tree exits and enters`() async throws {
        let (inspector, printer) = (try Inspector(), Printer())
        printer.activate()
        let shown = inspector.follow(printer, named: "printer")
        let page = try await ScriptedPage(inspector)
        printer.print(pages: 1)
        for step in [printer.warmedUp, printer.jam] { step() }
        #expect(shown.state == "Busy/Jammed")
        printer.deactivate()
        #expect(
            try await page.update().machines[0].lines.map(\.trace) == [
                ["exit Idle", "enter Busy", "enter Warming"], ["exit Warming", "enter Working"],
                ["exit Working", "enter Jammed"], [], ["exit Jammed", "exit Busy"],
            ])
    }

    @Test func `shows the whole chart of a machine with a model from the beginning, and draws it once`() async throws {
        let inspector = try Inspector()
        let model = MachineModel(
            Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        let turnstile = Turnstile()
        let shown = inspector.follow(turnstile, named: "turnstile", diagram: try model.explore().merged())
        let page = try await ScriptedPage(inspector)
        let first = try await page.update()
        #expect(first.machines[0].chart?.contains("data-target=\"Unlocked\"") == true)
        turnstile.insertCoin()
        let next = try await page.update()
        #expect(next.machines[0].chart == nil && next.machines[0].boxes == ["Unlocked"])
        #expect(shown.state == "Unlocked" && shown.requestCount == 2, "activated, and asked")
        // A page that comes later gets all of it.
        let other = try await ScriptedPage(inspector).update()
        #expect(other.machines[0].chart != nil && other.machines[0].lines.count == 2)
    }

    @Test func `sends a slow page one text, however much has happened, and nothing to one that does not ask`()
        async throws
    {
        let inspector = try Inspector()
        let turnstile = Turnstile()
        inspector.follow(turnstile, named: "turnstile")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        for _ in 1...5_000 {
            turnstile.insertCoin()
            turnstile.push()
        }
        // Only now does it ask, and the first text that comes knows everything.
        let update = try await page.update()
        #expect(update.machines[0].transitionCount == 10_000 && update.machines[0].lines.count == 50)
        #expect(update.machines[0].lines.last?.text == "push: Unlocked → Locked")
        try await page.ask()
        turnstile.insertCoin()
        #expect(try await page.receive().machines[0].lines.count == 1)
    }

    @Test func `keeps no machine alive, and says when one is gone`() async throws {
        let inspector = try Inspector()
        var turnstile: Turnstile? = Turnstile()
        weak let observed = turnstile
        let shown = inspector.follow(turnstile!, named: "turnstile")
        let page = try await ScriptedPage(inspector)
        turnstile?.insertCoin()
        turnstile = nil
        #expect(observed == nil)
        let machine = try await page.update().machines[0]
        #expect(machine.hasEnded && machine.state == "Unlocked")
        // Nothing is added after the end.
        shown.record("push()", .handled, from: "Unlocked")
        #expect(shown.requestCount == 2)
    }

    @Test func `forgets the machines that are long gone`() async throws {
        let inspector = try Inspector()
        let page = try await ScriptedPage(inspector)
        let lasting = Turnstile()
        inspector.follow(lasting, named: "lasting")
        weak var first: InspectedMachine?
        for number in 1...30 {
            let shown = inspector.follow(Turnstile(), named: "\(number)")
            if number == 1 { first = shown }
        }
        // Even if no page has asked.
        #expect(first == nil)
        #expect(try await page.update().order == [1] + Array(12...31))
        withExtendedLifetime(lasting) {}
    }

    @Test(.blocking) func `leaves everything as it was when it is closed or released`() async throws {
        let turnstile = Turnstile()
        var inspector: Inspector? = try Inspector()
        let port = UInt16(inspector!.url.port ?? 0)
        let shown = inspector!.follow(turnstile, named: "turnstile")
        weak let forgotten = inspector!.follow(turnstile, named: "again")
        let page = try await ScriptedPage(inspector!)
        turnstile.insertCoin()
        #expect(shown.requestCount == 2 && forgotten != nil)
        inspector = nil
        await page.waitForEnd()
        #expect(exchange(["GET / HTTP/1.1"], port: port) == nil)
        #expect(turnstile.push() == .transitioned)
        turnstile.look()
        #expect(turnstile.core.extras?.value.observers.elements.isEmpty == true)
        #expect(shown.requestCount == 2 && forgotten == nil)
    }

    @Test func `reads a log with other tools, from the next request of each machine on`() throws {
        let (recorder, turnstile) = (try Recorder(), Turnstile())
        let log = recorder.log
        #expect(log.follow(turnstile) == "Turnstile" && log.follow(turnstile) == "Turnstile 2")
        turnstile.insertCoin()
        let inspector = try Inspector(of: log)
        #expect(inspector["Turnstile"] == nil)
        turnstile.push()
        turnstile.insertCoin()
        log.record("look()", .handled, from: "A", of: "by hand")
        log.end("by hand")
        #expect(inspector["Turnstile"].map { "\($0), \($0.requestCount)" } == "Turnstile: Unlocked, 1")
        #expect(
            inspector["by hand"]?.snapshot().hasEnded == true && log.follow(named: "by hand", in: "A") == "by hand 2")
        inspector.close()
        turnstile.push()
        #expect(inspector["Turnstile"] == nil && recorder.recording.entries.count == 11)
    }

    @Test func `makes the requests of a page in order, and shows complaints`() async throws {
        let inspector = try Inspector()
        let lamp = Operator()
        await lamp.follow(with: inspector, named: "lamp")
        let shown = inspector.follow(named: "by hand", in: "A/B")
        shown.offer([("say", "hello", "say something"), ("shout", nil, "")]) { name, argument in
            shown.record([name, argument ?? "–"].joined(separator: "/"), .handled, from: "A/B")
            return argument == "nothing" ? "that cannot be said" : nil
        }
        let page = try await ScriptedPage(inspector)
        let first = try await page.update()
        #expect(
            first.machines[1].commands == [
                .init(name: "say", label: "say", argument: "hello", help: "say something"),
                .init(name: "shout", label: "shout", argument: nil, help: ""),
            ])
        #expect(first.machines[0].commands == nil, "there are none")
        try await page.click("shout", machine: 2)
        try await page.click("say", "one two", machine: 2)
        try await page.click("say", "nothing", machine: 2)
        // What is no request of a machine, or was not offered, is dropped.
        for text in ["{", "[]", #"{"machine": 9, "request": "x"}"#, #"{"machine": 2, "request": "x"}"#] {
            try await page.send(text)
        }
        try await page.click("shout", machine: 1)
        var lines: [String] = []
        var complaint = ""
        while complaint.isEmpty {
            for machine in try await page.update().machines where machine.number == 2 {
                lines += machine.lines.map(\.request)
                complaint = machine.complaint
            }
        }
        #expect(lines == ["shout/–", "say/one two", "say/nothing"])
        #expect(complaint == "say nothing: that cannot be said")
        // It stays until the next click.
        #expect(shown.requestCount == 3)
        try await page.click("shout", machine: 2)
        while !complaint.isEmpty {
            for machine in try await page.update().machines where machine.number == 2 { complaint = machine.complaint }
        }
    }

    @Test(arguments: [false, true]) func `ends a request that is being made, which may use its machine`(
        isClosed: Bool
    ) async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "slow", in: "A")
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let (ended, ending) = AsyncStream.makeStream(of: Void.self)
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        let made = Mutex<[String]>([])
        shown.offer([("wait", nil, ""), ("more", nil, "")]) { name, _ in
            made.withLock { $0.append(name) }
            await withTaskCancellationHandler {
                beginning.yield()
                for await _ in never {}
            } onCancel: {
                shown.detail = "given up"
                ending.yield()
            }
            return nil
        }
        for name in ["wait", "more", "more"] { shown.request(InspectedMachine.Click(name: name, argument: nil)) }
        var (beginnings, endings) = (begun.makeAsyncIterator(), ended.makeAsyncIterator())
        await beginnings.next()
        if isClosed { inspector.close() } else { shown.end() }
        await endings.next()
        // Those that waited are not made, nor is what is clicked from now on.
        shown.request(InspectedMachine.Click(name: "more", argument: nil))
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            shown.offer([("late", nil, "")]) { _, _ in "\(token)" }
        }
        #expect(kept == nil)
        #expect(made.withLock { $0 } == ["wait"])
    }

    @MainActor @Test func `offers the requests of a list, with a field where an argument can be typed`() async throws {
        let (inspector, till) = (try Inspector(), Till(in: "Idle"))
        let shown = inspector.follow(till, named: "till")
        shown.offer(Till.requests, of: till, namedBy: { Till() })
        let page = try await ScriptedPage(inspector)
        let commands = try await page.update().machines[0].commands ?? []
        #expect(commands.map(\.name) == ["pay", "charge", "turn", "count", "empty", "pass"])
        #expect(commands.map(\.argument) == ["1", "1", nil, nil, nil, nil])
        try await page.click("charge", "20", machine: 1)
        try await page.click("pay", "much", machine: 1)
        var (lines, complaint): ([String], String) = ([], "")
        while complaint != "pay much: “much” is no Int" {
            for machine in try await page.update().machines {
                lines += machine.lines.map(\.text)
                complaint = machine.complaint
            }
        }
        #expect(till.total == 20 && lines == ["charge(20): handled in Idle"])
        let printer = Printer()
        shown.offer(Printer.requests, of: printer, namedBy: { Printer() })
        while try await page.update().machines.first?.commands?.map(\.name).contains("fix(with: pin, code: )") != true {
        }
    }

    @Test func `makes one request at a time, also when others are offered`() async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "machine", in: "A")
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (steps, stepping) = AsyncStream.makeStream(of: String.self)
        shown.offer([("first", nil, "")]) { _, _ in
            stepping.yield("first begins")
            for await _ in gate {}
            stepping.yield("first ends")
            return nil
        }
        shown.request(InspectedMachine.Click(name: "first", argument: nil))
        shown.request(InspectedMachine.Click(name: "first", argument: nil))
        var events = steps.makeAsyncIterator()
        #expect(await events.next() == "first begins")
        shown.offer([("second", nil, "")]) { name, _ in
            stepping.yield("\(name) is made")
            return nil
        }
        shown.request(InspectedMachine.Click(name: "second", argument: nil))
        opening.finish()
        #expect(await events.next() == "first ends")
        // The other click on what is no longer offered is dropped.
        #expect(await events.next() == "second is made")
    }

    @Test func `lets some requests of a page wait, and refuses more`() async {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let (made, making) = AsyncStream.makeStream(of: String.self)
        let queue = ClickQueue { click in
            making.yield(click.name)
            for await _ in gate { break }
        }
        func add(_ number: Int) -> Bool { queue.add(.init(name: "\(number)", argument: nil)) }
        #expect(add(0))
        var texts = made.makeAsyncIterator()
        #expect(await texts.next() == "0")
        // While the first is being made, this many wait.
        #expect((1...40).map { add($0) } == (1...40).map { $0 <= 32 })
        opening.finish()
        for number in 1...32 { #expect(await texts.next() == "\(number)") }
    }

    @Test func `shows no character that is not seen, and makes a request by its own name`() async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "\u{202e}machine", in: "A/\u{2066}B")
        let (made, making) = AsyncStream.makeStream(of: String.self)
        shown.offer([("go\u{202e}", nil, "\u{200f}help")]) { name, _ in
            making.yield(name)
            return "no\u{0}t now"
        }
        shown.detail = "two\nlines\u{061c}"
        shown.record("look\u{7}", .refused, from: "A/\u{2066}B", refusal: "\u{ffff}")
        shown.record("go\r\nthere(to:)", .transitioned, from: "A/\u{2066}B", to: "\u{202b}C")
        #expect("\(shown)" == "\u{fffd}machine: \u{fffd}C")
        #expect(shown.state == "\u{202b}C")
        let page = try await ScriptedPage(inspector)
        let machine = try await page.update().machines[0]
        #expect(machine.name == "\u{fffd}machine" && machine.state == "\u{fffd}C" && machine.boxes == ["\u{fffd}C"])
        #expect(machine.chart?.contains("data-state=\"\u{fffd}C\"") == true)
        #expect(machine.chart?.contains("data-requests=\"go⏎there\"") == true)
        #expect(machine.detail == "two\nlines\u{fffd}")
        #expect(machine.tally.map(\.path) == ["A", "A/\u{fffd}B", "\u{fffd}C"])
        #expect(
            machine.lines.map(\.text) == [
                "look\u{fffd}: refused in A/\u{fffd}B, \u{fffd}", "go⏎there: A/\u{fffd}B → \u{fffd}C",
            ])
        #expect(machine.lines.map(\.trace) == [[], ["exit \u{fffd}B", "exit A", "enter \u{fffd}C"]])
        #expect(machine.lines[1].request == "go⏎there" && machine.lines[1].source == ["A/\u{fffd}B"])
        #expect(
            machine.commands == [.init(name: "go\u{202e}", label: "go\u{fffd}", argument: nil, help: "\u{fffd}help")])
        try await page.click("go\u{202e}")
        for await name in made {
            #expect(name == "go\u{202e}")
            break
        }
        var complaint = ""
        while complaint.isEmpty {
            for machine in try await page.update().machines { complaint = machine.complaint }
        }
        #expect(complaint == "go\u{fffd}: no\u{fffd}t now")
    }

    @Test func `may be used from a request that it makes`() async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "machine", in: "A")
        let (ends, ending) = AsyncStream.makeStream(of: String.self)
        shown.offer([("all", nil, "")]) { [weak inspector] name, _ in
            shown.record(name, .transitioned, from: "A", to: "B")
            shown.detail = "in \(name)"
            shown.offer([("other", nil, "")]) { _, _ in nil }
            let other = inspector?.follow(named: "other", in: "A")
            other?.end()
            shown.end()
            inspector?.close()
            ending.yield("\(shown), \(shown.detail), \(inspector?.isWatched == true)")
            return "never shown"
        }
        shown.request(InspectedMachine.Click(name: "all", argument: nil))
        var end = ends.makeAsyncIterator()
        #expect(await end.next() == "machine: B, in all, false")
    }

    @Test func `shows data that changes without a request`() async throws {
        let inspector = try Inspector()
        #expect(!inspector.isWatched)
        let shown = inspector.follow(named: "player", in: "Playing")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        #expect(inspector.isWatched)
        try await page.ask()
        shown.detail = "0:01"
        #expect(try await page.receive().machines[0].detail == "0:01")
        shown.detail = "0:01"  // Nothing new, so nothing is sent: the next update is that of the next line.
        try await page.ask()
        shown.detail = "0:02"
        #expect(try await page.receive().machines[0].detail == "0:02" && shown.detail == "0:02")
    }
}

private final class Token: Sendable {}

/// A machine in a separate isolation domain.
private actor Operator {
    private let turnstile = Turnstile()

    func follow(with inspector: Inspector, named name: String) { inspector.follow(turnstile, named: name) }
}
