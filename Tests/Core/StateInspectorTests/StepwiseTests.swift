@testable import StateInspector
import StatePattern
import Synchronization
import TestSupport
import Testing

/// Requests that wait for pages.
@Suite(.timeLimit(.minutes(60))) struct `A stepwise inspector` {
    @Test(.blocking, arguments: [.zero, .seconds(-1), .seconds(Int64.min), Duration(attoseconds: .min)] as [Duration])
    func `does not wait where there is no time`(timeout: Duration) throws {
        #expect(try !waitForPage(of: Inspector(), timeout: timeout))
    }

    @Test(.blocking, arguments: [Duration.seconds(600), .seconds(Int64.max), Duration(attoseconds: .max)])
    func `waits for no page any more when it is closed`(timeout: Duration) async throws {
        let inspector = try Inspector()
        let closing = Task.detached { inspector.close() }
        #expect(!waitForPage(of: inspector, timeout: timeout))
        await closing.value
        #expect(!waitForPage(of: inspector))
    }

    @Test(.blocking) func `does not wait for a page that has gone`() async throws {
        let inspector = try Inspector(port: 0, stepTimeout: .seconds(600))
        let shown = inspector.follow(named: "machine", in: "A")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        let leaving = Task { await page.close() }
        shown.record("go", .handled, from: "A")
        await leaving.value
    }

    @Test(.blocking) func `does not wait for a page that is hidden`() async throws {
        let inspector = try Inspector(port: 0, stepTimeout: .seconds(600))
        let turnstile = Turnstile()
        inspector.follow(turnstile, named: "turnstile")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        #expect(inspector.isWatched)
        try await page.tell(isHidden: true)
        await yieldWhile("a page is seen") { inspector.isWatched }
        // It has not asked for more, and nothing waits for that.
        #expect(turnstile.insertCoin() == .transitioned)
        try await page.tell(isHidden: false)
        await yieldWhile("no page is seen") { !inspector.isWatched }
        let drawing = Task {
            _ = try await page.update()
            try await page.ask()
        }
        #expect(waitForPage(of: inspector))
        try await drawing.value
    }

    // To wait like that is nothing for a task; a test may.
    private func waitForPage(of inspector: Inspector, timeout: Duration = .seconds(600)) -> Bool {
        inspector.waitForPage(timeout: timeout)
    }

    @Test(.blocking) func `lets each request wait until a page has drawn it, if it is stepwise`() async throws {
        let inspector = try Inspector(port: 0, stepTimeout: .seconds(600))
        let turnstile = Turnstile()
        turnstile.activate()
        inspector.follow(turnstile, named: "turnstile")
        // Without a page, nothing waits for long.
        #expect(turnstile.insertCoin() == .transitioned)
        #expect(!waitForPage(of: inspector, timeout: .zero))

        let page = try await ScriptedPage(inspector)
        let events = Mutex<[String]>([])
        let drawing = Task {
            for number in 0...2 {
                _ = try await page.update()
                events.withLock { $0.append("drawn \(number)") }
            }
            try await page.ask()
        }
        #expect(waitForPage(of: inspector))
        turnstile.push()
        events.withLock { $0.append("pushed") }
        turnstile.insertCoin()
        events.withLock { $0.append("paid") }
        try await drawing.value
        #expect(events.withLock { $0 } == ["drawn 0", "drawn 1", "pushed", "drawn 2", "paid"])
    }
}
