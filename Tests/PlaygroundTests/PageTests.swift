import Foundation
import Sockets
import StateExploration
import TestSupport
import Testing

@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .serialized, .timeLimit(.minutes(60)))
struct `The pages of the machines` {
    private static let names = [
        "turnstile", "player", "socket", "checkout", "navigation", "gate", "small-socket", "socket-published",
    ]

    /// Opens a page of the playground in a browser, once for each width.
    private func withPage(_ name: String, widths: [Int] = [1280], _ body: (Browser) async throws -> Void) async throws {
        let page = try command.run(["page"] + name.split(separator: " ").map(String.init))
        #expect(page.status == 0 && page.errors == "")
        let file = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID()).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try page.output.write(to: file, atomically: true, encoding: .utf8)
        try await Browser.withBrowser { browser in
            for width in widths {
                try await browser.open(file, width: width)
                try await browser.prepareCharts()
                _ = try await browser.evaluate(Self.functions)
                try await body(browser)
                #expect(await browser.complaints == [])
            }
        }
    }

    @Test(arguments: names)
    func `open without an error or texts over each other, at the width of a screen and of a phone`(name: String)
        async throws
    {
        try await withPage(name, widths: [1280, 400]) { browser async throws in
            #expect(
                try await browser.list("[...document.querySelectorAll('#requests button')].map(b => b.textContent)")
                    .count >= (name == "turnstile" ? 2 : 6))
            // Nothing reaches beyond the edge but what can be scrolled to.
            #expect(try await browser.evaluate("`${document.documentElement.scrollWidth <= innerWidth}`") == "true")
            // The current state is in view, and not behind the buttons.
            let isInView = "`${isCurrentStateInView(document.querySelector('.charts'))}`"
            #expect(try await browser.evaluate(isInView) == "true")
            #expect(try await browser.list(Self.overlaps) == [])
        }
    }

    @Test func `wind through what was recorded, of a machine or of the app`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID()).jsonl")
        let path = file.path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try command.run(["player", "--record", path, "play", "seek", "0:03", "pause"]).status == 0)
        let app = try String(contentsOf: file, encoding: .utf8).replacing("\"player\"", with: "\"ada: player 2\"")
        for (name, machine) in [("player", "player"), ("app", "ada: player 2")] {
            if name == "app" { try app.write(to: file, atomically: true, encoding: .utf8) }
            try await withPage("\(name) --recording \(path)", widths: [400]) { browser async throws in
                let shown = """
                    range = document.querySelector(".wind input"), range.value = 4, range.oninput(),
                    [".current", "article h2", ".wind p"].map(name => document.querySelector(name))
                        .map(element => element.dataset.state ?? element.textContent)
                    """
                #expect(
                    try await browser.list("(\(shown))")
                        == ["Playing/Advancing", machine, "after request 4 of 5: seek(to: 3.0 seconds)"])
                // The chart has what the machine has not done as well.
                let boxes = try await browser.list("[...document.querySelectorAll('.state')].map(b => b.dataset.state)")
                #expect(boxes.contains("Playing/Buffering"))
            }
        }
        let result = try command.run(["page", "app", "--recording", "/dev/null"])
        #expect(result == Program.Result(status: 65, errors: "playground: There is no whole line.\n"))
    }

    @Test func `lead from each state by each request where the graph says, and back`() async throws {
        let graph = try Socket.model.explore()
        let (requests, states) = (graph.requests, graph.states)
        let targets = graph.cells.map { $0.map(\.target) }
        #expect(states.count * requests.count == 110)
        let paths = states.indices.map { graph.path(to: $0).compactMap { requests.firstIndex(of: $0) } }
        try await withPage("socket") { browser async throws in
            let click = """
                const state = () => element("state").textContent;
                const click = request => element("requests").children[request].click();
                """
            _ = try await browser.evaluate(
                "globalThis.probe = (path, request) => { \(click) element('restart').click(); "
                    + "path.forEach(click); const seen = [state()]; click(request); seen.push(state()); "
                    + "element('back').click(); seen.push(state(), element('difference').hidden ? '' : 'They differ.'); return seen }; ''"
            )
            for state in states.indices {
                for request in requests.indices {
                    let seen = try await browser.list("probe(\(paths[state]), \(request))")
                    #expect(
                        seen == [states[state], states[targets[state][request]], states[state], ""],
                        "\(requests[request]) in \(states[state])")
                }
            }
            // Everything is taken back, one request after the other.
            let back = try await browser.list(
                "(() => { const seen = []; while (!element('back').disabled) { element('back').click(); seen.push(element('state').textContent) } return seen })()"
            )
            #expect(back.last == states[0])
        }
    }

    @Test func `say why a request is refused, and keep a journal`() async throws {
        try await withPage("player") { browser async throws in
            let refused = try await browser.list(
                "[...document.querySelectorAll('#requests [aria-disabled=true]')].map(button => button.textContent)")
            #expect(refused.contains("pause"))
            _ = try await browser.evaluate("click('pause')")
            #expect(try await browser.text("answer").hasPrefix("pause: not handled in Stopped; handled here: play"))
            _ = try await browser.evaluate("click('play')")
            let journal = try await browser.list(
                "[...element('journal').children].map(item => item.firstChild.textContent)")
            #expect(journal.count == 2)
            #expect(journal.last == "play: Stopped → Playing/Advancing")
        }
    }

    @Test func `show where two machines differ`() async throws {
        try await withPage("socket-published") { browser async throws in
            _ = try await browser.evaluate("click('connect'); click('authFailed')")
            let difference = "code: transitioned, Disconnecting; diagram: transitioned, Disconnected"
            #expect(try await browser.text("difference") == "They differ. " + difference)
            #expect(try await browser.text("state") == "code: Disconnecting; diagram: Disconnected")
        }
    }

    @Test func `know the way to a state, and go there`() async throws {
        try await withPage("socket") { browser async throws in
            _ = try await browser.evaluate("select('Connected')")
            #expect(try await browser.text("way") == "connect, connected, startedSession")
            _ = try await browser.evaluate("goThere().then(() => '')")
            #expect(try await browser.text("state") == "Connected")
            #expect(try await browser.text("way") == "The machine is there.")
        }
    }

    @Test func `mark the arrows that leave the current state and the states around it`() async throws {
        try await withPage("player") { browser async throws in
            let sources = "[...new Set(nodesOf(document, '.leaving').map(arrow => arrow.dataset.source))].sort()"
            #expect(try await browser.list(sources) == ["Stopped"])
            _ = try await browser.evaluate("click('play')")
            #expect(try await browser.text("state") == "Playing/Advancing")
            #expect(try await browser.list(sources) == ["Playing", "Playing/Advancing"])
        }
    }

    @Test func `mark an arrow that stands for some states of a superstate in these states alone`() async throws {
        try await withPage("socket") { browser async throws in
            let bundles = "String(nodesOf(document, '.leaving').filter(arrow => arrow.dataset.origins).length)"
            for (state, count) in [("Suspended/Reconnecting/Waiting", "2"), ("Suspended/Idle", "1")] {
                _ = try await browser.evaluate("select('\(state)'), goThere().then(() => '')")
                #expect(try await browser.evaluate(bundles) == count)
            }
        }
    }

    @Test func `count the answers to their questions`() async throws {
        try await withPage("player") { browser async throws in
            let choose =
                "(isRight => { [...element('choices').children].find(c => (c.textContent === question) === isRight).click(); return element('score').textContent })"
            #expect(try await browser.evaluate("\(choose)(true)") == "1 of 1")
            // A second answer to the same question does not count.
            #expect(
                try await browser.evaluate("element('choices').children[0].click(); element('score').textContent")
                    == "1 of 1")
            #expect(try await browser.evaluate("element('next').click(); \(choose)(false)") == "1 of 2")
            #expect(try await browser.text("verdict").hasPrefix("No: "))
        }
    }

    @Test func `need no mouse`() async throws {
        try await withPage("player") { browser async throws in
            func focus(_ condition: String) async throws {
                for _ in 0..<60 {
                    try await browser.press("Tab")
                    if try await browser.evaluate("`${(e => \(condition))(document.activeElement)}`") == "true" {
                        return
                    }
                }
                Issue.record("no key leads to \(condition)")
            }
            try await focus("e.textContent === 'play'")
            try await browser.press("Enter")
            #expect(try await browser.text("state") == "Playing/Advancing")
            try await focus("e.id === 'back'")
            try await browser.press(" ")
            #expect(try await browser.text("state") == "Stopped")
            try await focus("e.dataset.state === 'Paused'")
            try await browser.press("Enter")
            try await focus("e.id === 'go'")
            try await browser.press("Enter")
            #expect(try await browser.evaluate("pause(0).then(() => element('way').textContent)") != "")
            try await focus("e.parentElement.id === 'choices'")
            try await browser.press("Enter")
            #expect(try await browser.text("score").hasSuffix(" of 1"))
        }
    }

    @Test func `tell a screen reader the state, the requests and the journal`() async throws {
        try await withPage("player") { browser async throws in
            _ = try await browser.evaluate("element('requests').children[0].click(); ''")
            let tree = try await browser.accessibilityTree()
            for node in [
                "heading: State", "heading: Requests", "button: play", "button: pause", "log: Journal",
                "StaticText: Playing/Advancing", "button: Paused: show the way",
            ] {
                #expect(tree.contains(node), "\(node)")
            }
        }
    }

    /// A click on the button of a request, and on a state of the first chart.
    private static let functions =
        """
        globalThis.click = name => [...element("requests").children].find(b => b.textContent === name).click();
        globalThis.select = state => [...document.querySelectorAll("#machine0 .state")]
          .find(box => box.dataset.state === state).dispatchEvent(new MouseEvent("click"));
        """

    /// Each text that the browser draws over another one, or over a state.
    private static let overlaps =
        """
        [...document.querySelectorAll("svg")].flatMap(svg => {
          const frame = item => { const box = item.getBBox(); return [box.x, box.y, box.x + box.width, box.y + box.height] };
          const overlap = (a, b) => Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1;
          // Lines of a text are closer to each other than letters reach.
          const texts = [...svg.querySelectorAll("text")].map(item => ({ item, group: item.parentElement, frame: frame(item) }));
          const states = [...svg.querySelectorAll(".state")].map(group => ({ group, frame: frame(group.querySelector("rect")) }));
          return texts.flatMap(({ item, group, frame }) => [...texts, ...states]
            .filter(other => other.group !== group && overlap(frame, other.frame))
            .map(other => `${item.textContent} overlaps ${other.group.textContent}`));
        })
        """
}

extension Browser {
    /// The text of an element of a page of the playground.
    fileprivate func text(_ id: String) async throws -> String { try await evaluate("element('\(id)').textContent") }
}
