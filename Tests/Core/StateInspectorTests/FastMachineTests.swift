import Foundation
import StateInspector
import StatePattern
import TestSupport
import Testing

/// A machine that is faster than any page.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .timeLimit(.minutes(60)))
struct `A fast machine` {
    @Test func `leaves its page small, and ready for a click, and the page shows its end`() async throws {
        let inspector = try Inspector()
        let turnstile = Turnstile()
        let shown = inspector.follow(turnstile, named: "turnstile")
        let clicks = inspector.follow(named: "clicks", in: "Waiting")
        clicks.offer([.init("click")]) { name, _ in
            clicks.record(name, .transitioned, from: "Waiting", to: "Clicked")
            return nil
        }
        let browser = try await Browser()
        try await browser.open(inspector.url)
        try await browser.wait("document.querySelectorAll('svg').length === 2")
        // It is clicked in the midst of all that.
        let click = Task {
            try await browser.evaluate("document.querySelector('#machine2 .buttons button').click(); ''")
        }
        for _ in 1...1_000 {
            for _ in 1...50 {
                turnstile.insertCoin()
                turnstile.push()
            }
            await Task.yield()
        }
        _ = try await click.value
        try await browser.wait(
            "document.querySelector('#machine1 .numbers').textContent === '100,001 requests, 100,000 transitions'")
        try await browser.wait("document.querySelector('#machine2 .now').textContent === 'Clicked'")
        #expect(shown.requestCount == 100_001)
        let visits = try await browser.list(
            "[...document.querySelectorAll('#machine1 tbody tr')].map(row => row.children[1].textContent)")
        #expect(visits == ["50,001", "50,000"])
        let lines = try await browser.evaluate("`${document.querySelectorAll('#machine1 .journal li').length}`")
        #expect(lines == "100")
        #expect(try await browser.evaluate("`${document.querySelectorAll('*').length < 1100}`") == "true")
        #expect(await browser.complaints == [])
    }
}
