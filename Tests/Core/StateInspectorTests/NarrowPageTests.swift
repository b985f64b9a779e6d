import Foundation
import StateExploration
@testable import StateInspector
import StatePattern
import TestSupport
import Testing

/// A page of machines with long names, and of charts that are too large.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .timeLimit(.minutes(60)))
struct `The page of an inspector` {
    @Test(arguments: [1_400, 400]) func `is no wider than the window, however long a name is`(width: Int) async throws {
        let inspector = try Inspector()
        let long = String(repeating: "n", count: 299)
        let shown = inspector.follow(named: "M" + long, in: "A" + long)
        shown.offer([("c" + long, long, long), ("d" + long, nil, "")]) { _, _ in long }
        shown.detail = long
        shown.record("l" + long, .refused, from: "A" + long, refusal: long)
        shown.record("g" + long, .transitioned, from: "A" + long, to: "B" + long)
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url, width: width)
            try await browser.wait("document.querySelector('.now')?.textContent.startsWith('Bnnn')")
            _ = try await browser.evaluate("document.querySelector('button[type=button]').click(); ''")
            try await browser.wait("document.querySelector('.offer .note').textContent !== ''")
            try await expectNoComplaint(in: browser)
        }
    }

    @Test func `says that it waits, then that there is no machine, and neither when the program is gone`() async throws
    {
        // Nothing comes but what the test says.
        let connection = "<script>class EventSource { static OPEN = 1; addEventListener() {} close() {} }</script>"
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID()).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try InspectorPage(nonce: "1").text.replacing("<body>", with: "<body>" + connection)
            .write(to: file, atomically: true, encoding: .utf8)
        try await Browser.withBrowser { browser in
            try await browser.open(file)
            let sentence = "getComputedStyle(document.querySelector('main'), '::after').content"
            #expect(try await browser.evaluate(sentence) == "\"Waiting for the first update …\"")
            _ = try await browser.evaluate(
                "events.onmessage({ data: JSON.stringify({ order: [], machines: [] }) }); ''")
            #expect(try await browser.evaluate(sentence) == "\"No machine is followed yet.\"")
            _ = try await browser.evaluate("events.onerror(); ''")
            #expect(try await browser.evaluate(sentence) == "\"\"")
            #expect(await browser.complaints == [])
        }
    }

    @Test func `shows a sentence in place of a chart that is too large, and all else`() async throws {
        let model = chart((0...200).map { "S\($0)" }, ["go"]) { state, _ in (state + 1) % 201 }
        let inspector = try Inspector()
        let shown = inspector.follow(named: "large", in: "S0", diagram: try model.explore().diagram())
        let grown = inspector.follow(named: "grown", in: "S0")
        for state in 1...70 {
            shown.record("go", .transitioned, from: "S\(state - 1)", to: "S\(state)")
            grown.record("go", .transitioned, from: "S\(state - 1)", to: "S\(state)")
        }
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url)
            try await browser.wait("document.querySelectorAll('.now').length === 2")
            let figures = try await browser.list(
                "[...document.querySelectorAll('figure')].map(f => f.querySelector('svg title, p').textContent)")
            #expect(
                figures == [
                    "201 states and 201 transitions are too many for a chart: merge states, or use the outline.",
                    "There are too many states, or transitions, for a chart.",
                ])
            #expect(
                try await browser.list("[...document.querySelectorAll('.now')].map(e => e.textContent)") == [
                    "S70", "S70",
                ])
            #expect(await browser.complaints == [])
        }
    }

    @Test(arguments: [1_280, 400]) func `has an index, folds, and dims requests that are not handled`(
        width: Int
    ) async throws {
        let inspector = try Inspector()
        let model = chart(["Closed", "Open"], ["open", "close"]) { $0 == $1 ? 1 - $0 : nil }
        let door = inspector.follow(named: "door", in: "Closed", diagram: try model.explore().merged())
        let other = inspector.follow(named: "other", in: "Closed")
        let buttons = ["open", "close", "knock"].map { ($0, String?.none, "") }
        for machine in [door, other] { machine.offer(buttons) { _, _ in nil } }
        inspector.log.record("open", .transitioned, from: "Closed", to: "Open", of: "door")
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url, width: width)
            try await browser.wait("document.querySelectorAll('nav span')[0]?.textContent === 'Open'")
            #expect(
                try await browser.list("[...document.querySelectorAll('nav a')].map(e => e.textContent)")
                    == ["door: Open", "other: Closed", "All requests: 1"])
            let dimmed = "[...document.querySelectorAll('.buttons [aria-disabled=true]')].map(e => e.textContent)"
            #expect(try await browser.list(dimmed) == ["open"])
            door.record("close", .transitioned, from: "Open", to: "Closed")
            try await browser.wait("\(dimmed)[0] === 'close'")

            let shown = "`${document.querySelector('article figure').checkVisibility()}`"
            _ = try await browser.evaluate("document.querySelector('.fold').click(); ''")
            #expect(try await browser.evaluate(shown) == "false")
            _ = try await browser.evaluate("document.querySelector('nav a').click(); ''")
            #expect(try await browser.evaluate(shown) == "true")
            try await expectNoComplaint(in: browser)
        }
    }
}
