import Foundation
import TestSupport
import Testing

/// Machines at work, as `playground serve` shows them in a browser.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .serialized, .timeLimit(.minutes(60)))
struct `The page of a running machine` {
    /// Serves machines, opens their page in a browser, and ends the server as a user does.
    private func withPage(_ words: [String], width: Int = 1280, _ body: (Browser, URL) async throws -> Void)
        async throws
    {
        let terminal = try PseudoTerminal(running: command, ["serve"] + words)
        try terminal.expect(" in a browser of this machine. Ctrl-C ends this.\n")
        let line = try terminal.expect("\n").trimmingCharacters(in: .whitespacesAndNewlines)
        let url = try #require(URL(string: line))
        try await Browser.withBrowser { browser in
            try await browser.open(url, width: width)
            try await browser.prepare()
            try await body(browser, url)
            #expect(await browser.complaints == [])
            terminal.interrupt()
            #expect(terminal.end() == 0)
            try await browser.wait(
                "document.getElementById('connection').textContent.startsWith('The connection has ended')")
            let areDisabled = "`${[...document.querySelectorAll('.offer button')].every(b => b.disabled)}`"
            #expect(try await browser.evaluate(areDisabled) == "true")
        }
        #expect(exchange(["GET / HTTP/1.1"], port: UInt16(url.port ?? 0)) == nil)
    }

    /// Loads an hour, which no machine is too busy for.
    private func load(in browser: Browser, machine: Int = 1) async throws {
        _ = try await browser.evaluate("click('load', 'Air=60:00', \(machine))")
        try await browser.wait("the('.detail', \(machine)).textContent === 'Air 0:00 / 60:00'")
    }

    @Test func `lights the state that a click leads to, and shows the position moving`() async throws {
        try await withPage(["player"]) { browser, _ async throws in
            // A page that is loaded again has forgotten this.
            _ = try await browser.evaluate("globalThis.isFirst = true; ''")
            #expect(try await browser.evaluate("lit()") == "Stopped")
            #expect(try await browser.evaluate("the('.detail').textContent") == "Aria 0:00 / 0:08")
            try await load(in: browser)
            _ = try await browser.evaluate("click('play')")
            try await browser.wait("lit() === 'Playing/Advancing'")
            #expect(try await browser.evaluate("the('.now').textContent") == "Playing/Advancing")
            try await browser.wait("place() > 0")
            _ = try await browser.evaluate("globalThis.first = place(); ''")
            try await browser.wait("place() > first")
            _ = try await browser.evaluate("click('pause')")
            try await browser.wait("lit() === 'Paused'")
            _ = try await browser.evaluate("click('pause')")
            try await browser.wait("the('.numbers').textContent === '4 requests, 2 transitions'")
            let journal = try await browser.list("journal()")
            #expect(
                journal == [
                    "load: handled in Stopped", "play: Stopped → Playing/Advancing",
                    "pause: Playing/Advancing → Paused", "pause: handled in Paused",
                ])
            #expect(
                try await browser.list("rows().map(row => row.slice(0, 2).join())") == [
                    "Stopped,1", "Playing,1", "Advancing,1", "Paused,1",
                ])
            #expect(try await browser.evaluate("`${isFirst}`") == "true")
        }
    }

    @Test func `takes arguments, and says what is wrong with one`() async throws {
        try await withPage(["player"]) { browser, _ async throws in
            try await load(in: browser)
            // While it is paused, the position stays.
            for request in ["play", "pause"] { _ = try await browser.evaluate("click('\(request)')") }
            _ = try await browser.evaluate("click('seek', '0:07')")
            try await browser.wait("the('.detail').textContent === 'Air 0:07 / 60:00'")
            _ = try await browser.evaluate("click('seek', 'later')")
            try await browser.wait("the('.offer .note').textContent")
            #expect(
                try await browser.evaluate("the('.offer .note').textContent")
                    == "seek later: “later” is not a time; times read 5, 0:05 or 1:02.5, up to 1000000 seconds")
            // Several words are one argument, and none of it is taken for HTML.
            _ = try await browser.evaluate("click('failed', 'it <b>broke</b> today')")
            try await browser.wait("the('.now').textContent === 'Stopped' && !the('.offer .note').textContent")
            #expect(
                try await browser.evaluate("the('.detail').textContent").hasSuffix("failed: it <b>broke</b> today"))
        }
    }

    @Test func `shows an outage of a server as it happens`() async throws {
        try await withPage(["socket"]) { browser, _ async throws in
            _ = try await browser.evaluate("click('connect')")
            try await browser.wait("lit() === 'Connected'")
            _ = try await browser.evaluate("click('kill the server')")
            try await browser.wait("lit() === 'Reconnecting/Waiting'")
            try await browser.wait("isInView()")
            #expect(try await browser.evaluate("the('.detail').textContent").hasPrefix("The server was killed"))
            // It waits and attempts in turn; so a busy machine may have to try again.
            let isSent = "journal().includes('send: handled in Reconnecting/Waiting')"
            repeat {
                try await browser.wait("lit() === 'Reconnecting/Waiting'")
                _ = try await browser.evaluate("globalThis.linesBefore = journal().length; ''")
                _ = try await browser.evaluate("click('send', 'are you there?')")
                try await browser.wait("journal().slice(linesBefore).some(line => line.startsWith('send'))")
            } while try await browser.evaluate("`${\(isSent)}`") == "false"
            _ = try await browser.evaluate("click('restart the server')")
            try await browser.wait("lit() === 'Connected' && the('.detail').textContent.includes('received')")
            #expect(
                try await browser.evaluate("the('.detail').textContent")
                    == "The server is running; received “are you there?”")
            let journal = try await browser.list("journal()")
            #expect(journal.first == "connect: Disconnected → Connecting")
            #expect(journal.last == "startedSession: StartingSession → Connected")
            #expect(journal.contains("connectionFailed: Connected → Reconnecting/Attempting"))
            #expect(journal.contains("send: handled in Reconnecting/Waiting"))
        }
    }

    @Test(arguments: [1280, 400]) func `shows the latest to a page that is opened late`(width: Int) async throws {
        try await withPage(["socket"], width: width) { browser, url async throws in
            for request in ["connect", "suspend", "resume", "disconnect", "connect", "suspend"] {
                _ = try await browser.evaluate("click('\(request)')")
                let states = [
                    "connect": "Connected", "suspend": "Suspended/Idle", "resume": "Connected",
                    "disconnect": "Disconnected",
                ]
                try await browser.wait("lit() === '\(states[request] ?? "")'")
            }
            try await browser.open(url, width: width)
            try await browser.prepare()
            #expect(try await browser.evaluate("lit()") == "Suspended/Idle")
            try await browser.wait("isInView()")
            #expect(try await browser.list("journal()").last == "suspend: Connected → Suspended/Idle")
            let script =
                "(j => `${j.scrollTop > 0 && j.scrollHeight - j.scrollTop - j.clientHeight < 2}`)(the('.journal'))"
            #expect(try await browser.evaluate(script) == "true")
        }
    }

    @Test func `says that a state is not on the chart`() async throws {
        try await withPage(["navigation"]) { browser, _ async throws in
            _ = try await browser.evaluate("click('logIn')")
            _ = try await browser.evaluate("click('book', '3')")
            try await browser.wait("the('.now').textContent.includes('Book 3')")
            let state = try await browser.evaluate("the('.now').textContent")
            #expect(try await browser.evaluate("the('.absent').textContent") == "\(state) is not on this chart.")
            #expect(try await browser.evaluate("lit()") == "")
            _ = try await browser.evaluate("click('close')")
            try await browser.wait("the('.absent').hidden && lit() !== ''")
        }
    }

    @Test(arguments: [1280, 400]) func `has all machines, at the width of a screen and of a phone`(width: Int)
        async throws
    {
        try await withPage([], width: width) { browser, _ async throws in
            #expect(
                try await browser.list("[...document.querySelectorAll('article')].map(a => a.ariaLabel)")
                    == ["turnstile", "player", "socket", "checkout", "navigation", "gate"])
            #expect(try await browser.list("[...document.querySelectorAll('svg')].map(svg => svg.id)").count == 6)
            #expect(try await browser.evaluate("`${document.documentElement.scrollWidth <= innerWidth}`") == "true")
            try await load(in: browser, machine: 2)
            // Each of them does something.
            for (number, request, state) in [
                (1, "insertCoin", "Unlocked"), (2, "play", "Playing/Advancing"), (4, "logIn", "AfterLogIn"),
                (5, "logIn", ""), (6, "anotherToken", "Connecting"),
            ] {
                _ = try await browser.evaluate("click('\(request)', undefined, \(number))")
                try await browser.wait("machines.get(\(number)).told > 0")
                if state != "" { try await browser.wait("the('.now', \(number)).textContent === '\(state)'") }
            }
        }
    }

    @Test func `shows all machines of the bookshop, and those of a reader while they are logged in`() async throws {
        try await withPage(["app"]) { browser, _ async throws in
            let labels = "[...document.querySelectorAll('article:not(.ended)')].map(a => a.ariaLabel)"
            #expect(
                try await browser.list(labels) == [
                    "ada: screens", "ada: account", "ada: gate", "bob: screens", "bob: account", "bob: gate",
                ])
            _ = try await browser.evaluate("click('logIn', undefined, 1)")
            try await browser.wait("text('ada: account', '.now') === 'LoggedIn'")
            try await browser.wait("text('ada: gate', '.now') === 'Connected/Fresh'")
            try await browser.wait("text('ada: socket', '.now') === 'Connected'")
            try await browser.wait("text('ada: player', '.now') && text('ada: checkout', '.now')")
            #expect(
                try await browser.list(labels).sorted().prefix(6) == [
                    "ada: account", "ada: checkout", "ada: gate", "ada: player", "ada: screens", "ada: socket",
                ])
            _ = try await browser.evaluate("click('book', '7', 1)")
            _ = try await browser.evaluate("click('sample', undefined, 1)")
            _ = try await browser.evaluate("click('play', undefined, 1)")
            try await browser.wait("text('ada: player', '.now') === 'Playing/Advancing'")
            _ = try await browser.evaluate("click('break', undefined, 1)")
            try await browser.wait("text('ada: socket', '.now').startsWith('Reconnecting')")
            _ = try await browser.evaluate("click('repair', undefined, 1)")
            try await browser.wait("text('ada: socket', '.now') === 'Connected'")
            _ = try await browser.evaluate("click('revoke', undefined, 1)")
            try await browser.wait("text('ada: account', '.now') === 'Refused'")
            try await browser.wait("text('ada: gate', '.now') === 'Refused'")
            try await browser.wait("text('ada: screens', '.detail') === 'your log-in is not valid any more'")
        }
    }

    @Test func `needs no mouse, and tells a screen reader states and requests`() async throws {
        try await withPage(["player"]) { browser, _ async throws in
            try await load(in: browser)
            for _ in 0..<10 {
                try await browser.press("Tab")
                if try await browser.evaluate("document.activeElement.textContent") == "play" { break }
            }
            try await browser.press("Enter")
            try await browser.wait("lit() === 'Playing/Advancing'")
            try await browser.wait(
                "document.getElementById('announcement').textContent === 'player: Playing/Advancing'")
            let tree = try await browser.accessibilityTree()
            for node in [
                "heading: player", "button: play", "textbox: argument of seek", "log: Journal", "status: ",
                "StaticText: player: Playing/Advancing",
            ] {
                #expect(tree.contains(node), "\(node)")
            }
        }
    }
}

extension Browser {
    /// Gives scripts short names for what a test looks at.
    fileprivate func prepare() async throws {
        _ = try await evaluate(
            """
            globalThis.the = (selector, number = 1) => document.querySelector(`#machine${number} ${selector}`);
            globalThis.lit = () => the(".state.current")?.dataset.state ?? "";
            globalThis.isInView = () => isCurrentStateInView(the(".charts"));
            globalThis.place = () => {
              const [minutes, seconds] = the(".detail").textContent.match(/^Air (\\d+):(\\d\\d) \\/ 60:00$/).slice(1);
              return minutes * 60 + Number(seconds);
            };
            globalThis.journal = () => [...the(".journal").children].map(item => item.childNodes[1].textContent.replace(/\\(.*\\)(?=: )/, ""));
            globalThis.rows = () => [...the("tbody").children].map(row => [...row.children].map(cell => cell.textContent));
            globalThis.text = (label, selector) => [...document.querySelectorAll('article:not(.ended)')]
                .find(article => article.ariaLabel === label)?.querySelector(selector)?.textContent ?? '';
            globalThis.click = (name, argument, number = 1) => {
              const button = [...the(".buttons", number).querySelectorAll("button")].find(b => b.textContent === name);
              if (argument !== undefined) button.form.querySelector("input").value = argument;
              button.click();
              return "";
            };
            ''
            """)
        try await prepareCharts()
        try await wait("the('.now')?.textContent")
    }
}
