import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// Pages of graphs that have little to show, or too much.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .serialized, .timeLimit(.minutes(60)))
struct `A page in a browser` {
    /// A machine with requests that all lead to the next state.
    private static func ring(_ states: [String], _ requests: [String]) throws -> StateGraph<String> {
        try chart(states, requests) { state, _ in (state + 1) % states.count }.explore()
    }

    private func text(_ id: String, in browser: Browser) async throws -> String {
        try await browser.evaluate("document.getElementById('\(id)').textContent")
    }

    private func isShown(_ id: String, in browser: Browser) async throws -> Bool {
        try await browser.evaluate("`${document.getElementById('\(id)').checkVisibility()}`") == "true"
    }

    private static let small: [(String, @Sendable () throws -> StateGraph<String>, hasQuiz: Bool)] = [
        ("no requests", { try ring(["Only"], []) }, false),
        ("no transitions", { try chart(["Only"], ["go", "stop"]) { _, _ in nil }.explore() }, false),
        ("one state", { try ring(["Only"], ["again"]) }, false),
        ("nothing explored", { try chart(["A"], ["go"]) { _, _ in nil }.explore { _ in false } }, false),
        ("two states", { try ring(["A", "B"], ["go"]) }, true),
    ]

    @Test(arguments: small.indices) func `has a quiz only where there is something to choose`(index: Int) async throws {
        let (name, graph, hasQuiz) = Self.small[index]
        try await withPage(graph().page(titled: name)) { browser in
            let state = try graph().states[0]
            #expect(try await text("state", in: browser) == state)
            #expect(try await isShown("question", in: browser) == hasQuiz, "\(name)")
            #expect(try await text("way", in: browser) == (hasQuiz ? "go" : "The machine is there."))
            let buttons = try await browser.list(
                "[...document.querySelectorAll('#requests button')].map(b => b.textContent)")
            #expect(try buttons == graph().requests)
            _ = try await browser.evaluate(
                "for (const button of document.querySelectorAll('#requests button')) button.click(); ''")
            let lines = try await browser.evaluate("`${document.querySelectorAll('#journal li').length}`")
            #expect(lines == "\(buttons.count)")
        }
    }

    @Test func `says so where a name is empty`() async throws {
        let graph = try Self.ring(["", "Other"], ["", "go"])
        try await withPage(graph.page(titled: "", named: "", beside: ("", graph))) { browser in
            #expect(try await text("state", in: browser) == "(no name)")
            #expect(try await text("agreement", in: browser) == "first (no name) and second (no name) are both there")
            let buttons = try await browser.list(
                "[...document.querySelectorAll('#requests button')].map(b => b.textContent)")
            #expect(buttons == ["(no name)", "go"])
            #expect(
                try await browser.list("[...document.querySelectorAll('h1, .state text')].map(e => e.textContent)")
                    == ["(no name)", "(no name)", "Other", "(no name)", "Other"])
            _ = try await browser.evaluate("document.querySelector('#requests button').click(); ''")
            #expect(try await text("answer", in: browser) == "(no name): (no name) → Other")
        }
    }

    @Test(arguments: [1_400, 400]) func `is no wider than the window, however long a name is`(width: Int) async throws {
        let long = String(repeating: "n", count: 300)
        let graph = try Self.ring(["A" + long, "B" + long, "C, " + long], ["r" + long, "go"])
        try await withPage(graph.page(titled: long, named: long, beside: ("O" + long, graph)), width: width) {
            browser in
            _ = try await browser.evaluate("document.querySelector('#requests button').click(); ''")
            #expect(try await text("state", in: browser) == "B" + long)
        }
    }

    @Test func `lights a state with characters in its name that are not shown`() async throws {
        let states = ["\u{202e}first", "two\r\nlines", "not \u{ffff} one"]
        try await withPage(Self.ring(states, ["g\u{2066}o\n"]).page(titled: "hidden")) { browser in
            for state in ["\u{fffd}first", "two⏎lines", "not \u{fffd} one"] {
                #expect(try await text("state", in: browser) == state)
                #expect(
                    try await browser.list("[...document.querySelectorAll('.current text')].map(e => e.textContent)")
                        == [state])
                _ = try await browser.evaluate("document.querySelector('#requests button').click(); ''")
            }
        }
    }

    @Test func `works without a chart that would be too large`() async throws {
        try await withPage(Self.ring((0...200).map { "S\($0)" }, ["go"]).page(titled: "large")) { browser in
            #expect(
                try await browser.evaluate("document.querySelector('figure svg').textContent").contains(
                    "too many for a chart"))
            _ = try await browser.evaluate("document.querySelector('#requests button').click(); ''")
            #expect(try await text("state", in: browser) == "S1")
            #expect(try await isShown("question", in: browser))
        }
    }

    /// The size of letters on the screen, in percent, and whether one has to scroll to see the whole width.
    private static let scale = """
        (() => {
          const panel = document.querySelector(".charts"), svg = panel.querySelector("svg");
          const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
          return `${Math.round(scale * 100)} ${panel.scrollWidth > panel.clientWidth}`;
        })()
        """

    @Test(arguments: [1_280, 400]) func `scrolls a wide chart rather than making it small, and zooms`(
        width: Int
    ) async throws {
        let names = (0..<3).map { String(repeating: "long ", count: 40) + "\($0)" }
        let graph = try chart(names, names) { $1 }.explore(within: { $0 == names[0] })
        try await withPage(graph.page(titled: "wide"), width: width) { browser in
            #expect(try await browser.evaluate(Self.scale) == "85 true")
            func press(_ button: String) async throws -> String {
                _ = try await browser.evaluate(
                    "[...document.querySelectorAll('.zoom button')].find(b => b.textContent === '\(button)').click(); ''"
                )
                return try await browser.evaluate(Self.scale)
            }
            let full = try await press("1:1")
            let (larger, smaller) = (try await press("+"), try await press("−"))
            #expect([full, larger, smaller] == ["100 true", "125 true", "100 true"])
            let whole = try await press("Fit")
            #expect(whole.hasSuffix(" false"))
        }
    }

    @Test func `lights the state of each region, takes its arrow, and finds the way to it`() async throws {
        try await withPage(Desk.model.explore().page(titled: "desk")) { browser in
            let lit = "[...document.querySelectorAll('svg .current')].map(box => box.dataset.state)"
            #expect(try await browser.list(lit) == ["Shut"])
            _ = try await browser.evaluate("element('requests').children[0].click(); ''")
            #expect(try await browser.list(lit) == ["Open/~2Lamp/Dark", "Open/~2Radio/Dark"])
            // Without motion, the arrow is shown and hidden again at once.
            let taken = try await browser.evaluate(
                """
                const arrows = [];
                new MutationObserver(changes => {
                    for (const { oldValue, target } of changes) {
                        if (oldValue?.includes('taken')) arrows.push(target.dataset.target);
                    }
                }).observe(document.body, { subtree: true, attributeFilter: ['class'], attributeOldValue: true });
                element('requests').children[1].click();
                new Promise(done => setTimeout(() => done(arrows.join())))
                """)
            #expect(taken == "Open/~2Lamp/Lit")
            #expect(try await browser.list(lit) == ["Open/~2Lamp/Lit", "Open/~2Radio/Dark"])
            _ = try await browser.evaluate("boxOf(chart(0), 'Open/~2Radio/Lit').onclick(); ''")
            #expect(try await text("way", in: browser).hasSuffix("radio"))
            let label = "boxOf(chart(0), 'Open/~2Radio/Lit').getAttribute('aria-label')"
            #expect(try await browser.evaluate(label) == "Open/Radio/Lit: show the way")
        }
    }
}
