import StateExploration
import StatePattern
import Testing

/// The requests of several machines in one order, and who asked whom.
@Suite(.timeLimit(.minutes(60))) struct `A log of several machines` {
    let first = Relay()
    let second = Relay()
    let log = RequestLog()

    func follow() {
        for (relay, name) in [(first, "first"), (second, "second")] {
            relay.activate()
            log.follow(relay, named: name)
        }
    }

    func lines(_ log: RequestLog) -> [String] { "\(log)".split(separator: "\n").map(String.init) }

    @Test(arguments: ["enter On", "exit Off", "look"])
    func `shows a request of a hook or a method below the one that led to it`(occasion: String) {
        follow()
        first.on(occasion) { [second] _ in second.press() }
        if occasion == "look" { first.look() } else { first.press() }
        second.look()
        let cause = occasion == "look" ? "first.look: handled in Off" : "first.press: Off → On"
        #expect(lines(log) == ["1  \(cause)", "2    second.press: Off → On", "3  second.look: handled in On"])
    }

    @Test(arguments: [false, true])
    func `shows a request of an observer as well, whether that or the log came first`(isLogFirst: Bool) {
        first.activate()
        second.activate()
        if isLogFirst { follow() }
        first.observe { [second] _ in second.press() }
        first.observeRequests { [second] _ in second.look() }
        if !isLogFirst { follow() }
        first.press()
        #expect(
            lines(log) == [
                "1  first.press: Off → On", "2    second.press: Off → On", "3    second.look: handled in On",
            ])
    }

    @Test func `shows a queued request in its turn, below the one during which it was made`() {
        follow()
        first.on("enter On") { [second] first in
            first.look()
            second.press()
        }
        second.on("enter On") { [unowned first] _ in first.wait() }
        first.press()
        #expect(
            lines(log) == [
                "1  first.press: Off → On", "2    second.press: Off → On", "3    first.look: handled in On",
                "4      first.wait: handled in On",
            ])
    }

    @Test func `has a line for each try of a deferred request, and for one that is dropped`() {
        follow()
        first.on("look") { [second] _ in second.wait() }
        first.look()
        second.press()
        second.deactivate()
        second.activate()
        second.wait()
        second.deactivate()
        #expect(
            lines(log) == [
                "1  first.look: handled in Off", "2    second.wait: deferred in Off", "3  second.press: Off → On",
                "4  second.wait: handled in On (later, from 1)", "5  second.deactivate: Off",
                "6  second.activate: Off", "7  second.wait: deferred in Off", "8  second.deactivate: Off",
                "9    second.wait: unhandled in Off",
            ])
    }

    @Test func `shows what was refused or not handled`() {
        follow()
        first.on("enter On") { [second] _ in
            second.press()
            second.press()
            second.deactivate()
            second.look()
        }
        first.press()
        #expect(
            lines(log) == [
                "1  first.press: Off → On", "2    second.press: Off → On",
                "3    second.press: refused in On, it is stuck", "4    second.deactivate: Off",
                "5    second.look: unhandled in Off",
            ])
        #expect(log.rows().map(\.isRefused) == [false, false, true, false, true])
    }

    @Test func `shows the activation that a request leads to, and what that leads to`() {
        log.follow(first, named: "first")
        log.follow(second, named: "second")
        first.on("enter Off") { [second] _ in second.look() }
        first.press()
        #expect(
            lines(log) == [
                "1  first.activate: Off", "2    second.activate: Off", "3    second.look: handled in Off",
                "4  first.press: Off → On",
            ])
    }

    // MARK: Tasks and isolation

    @MainActor @Test func `says so if a request is made later, by a task that was started then`() async {
        let (first, second, log) = (Relay(), Relay(), RequestLog())
        first.activate()
        second.activate()
        log.follow(first, named: "first")
        log.follow(second, named: "second")
        let tasks = Tasks()
        first.on("enter On") { _ in tasks.start { second.press() } }
        second.on("enter On") { [unowned first] _ in first.look() }
        first.press()
        second.look()
        await tasks.last?.value
        second.look()
        #expect(
            lines(log) == [
                "1  first.press: Off → On", "2  second.look: handled in Off",
                "3  second.press: Off → On (later, from 1)", "4    first.look: handled in On",
                "5  second.look: handled in On",
            ])
    }

    @Test func `has the requests of all threads in one order, each once`() async {
        let log = RequestLog()
        await withTaskGroup { group in
            for number in 1...4 {
                group.addTask {
                    let (first, second) = (Relay(), Relay())
                    log.follow(first, named: "first \(number)")
                    log.follow(second, named: "second \(number)")
                    first.on("look") { _ in second.look() }
                    for _ in 1...50 { first.look() }
                }
            }
        }
        let rows = log.rows()
        #expect(rows.map(\.number) == Array(1...4 * 102))
        for row in rows where row.text.hasPrefix("look") && row.machine.hasPrefix("second") {
            #expect(row.cause.map { rows[$0].machine } == row.machine.replacing("second", with: "first"))
        }
    }

    @Test func `gets requests of a machine that is out of reach from one of its observers`() {
        log.follow(first, named: "first")
        let log = log
        second.observeRequests { log.record($0, of: "second") }
        first.on("look") { [second] _ in second.press() }
        second.on("enter On") { [unowned first] _ in first.press() }
        first.look()
        #expect(
            lines(log) == [
                "1  first.activate: Off", "2  first.look: handled in Off", "3    second.activate: Off",
                "4    second.press: Off → On", "5    first.press: Off → On",
            ])
    }
}

/// The tasks that hooks start.
@MainActor private final class Tasks {
    private(set) var last: Task<Void, Never>?
    nonisolated init() {}
    func start(_ body: @escaping @MainActor () -> Void) { last = Task { body() } }
}
