import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import StateInspector

/// Winding a machine back on its page, while it runs and when it is over.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .timeLimit(.minutes(60)))
struct `A user who winds back` {
    private static let lit = "[...document.querySelectorAll('svg .current')].map(box => box.dataset.state)"
    private static let note = "document.querySelector('.wind p').textContent"
    private static let marked = "[...document.querySelectorAll('.journal .at')].map(item => item.lastChild.textContent)"

    /// Moves the slider of the only machine to a place.
    private func wind(to place: Int, in browser: Browser) async throws {
        _ = try await browser.evaluate(
            "range = document.querySelector('.wind input'); range.value = \(place); range.oninput(); ''")
    }

    @Test(arguments: [1_280, 400]) func `sees each state again, while the machine works on`(width: Int) async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "door", in: "S0")
        func go(to state: Int) { shown.record("go(to:)", .transitioned, from: shown.state, to: "S\(state)") }
        for state in 1...3 { go(to: state) }
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url, width: width)
            try await browser.wait("document.querySelector('.wind p')?.textContent === 'now, after 3 requests'")
            _ = try await browser.evaluate("document.querySelector('.wind input').focus(); ''")
            for (key, state, note) in [
                ("ArrowLeft", 2, "after request 2 of 3: go(to:)"), ("ArrowLeft", 1, "after request 1 of 3: go(to:)"),
                ("ArrowRight", 2, "after request 2 of 3: go(to:)"), ("End", 3, "now, after 3 requests"),
                ("Home", 0, "before request 1 of 3: go(to:)"),
            ] {
                try await browser.press(key)
                let pale =
                    "...[...document.querySelectorAll('.journal li')].filter(i => getComputedStyle(i).opacity < 1)"
                let seen = try await browser.list(
                    "[...\(Self.lit), \(Self.note), document.querySelector('.now').textContent, \(pale).map(i => 'pale')]"
                )
                #expect(
                    seen == ["S\(state)", note, "S\(state)"] + Array(repeating: "pale", count: 3 - state), "\(key)")
            }
            let spoken = "document.querySelector('.wind input').getAttribute('aria-valuetext')"
            #expect(try await browser.evaluate(spoken) == "before request 1 of 3: go(to:), S0")
            #expect(try await browser.accessibilityTree().contains("slider: Wind back"))

            // Requests come, and go when the journal is full.
            try await wind(to: 2, in: browser)
            #expect(try await browser.list(Self.marked) == ["exit S1 · enter S2"])
            for index in 0..<41 { go(to: 4 + index % 2) }
            try await browser.wait("\(Self.note) === 'after request 2 of 44: go(to:)'")
            #expect(
                try await browser.list("[...\(Self.lit), document.querySelector('nav span').textContent]") == [
                    "S2", "S4",
                ])
            for total in [104, 164, 224] {
                for index in 0..<60 { go(to: 5 - index % 2) }
                try await browser.wait("\(Self.note).endsWith(' of \(total): go(to:)')")
            }
            let first = try await browser.evaluate(Self.note).wholeMatch(of: /before request (\d+) of .*/)?.1
            #expect(
                try await browser.list(Self.lit) == [try #require(first.flatMap { Int($0) }) % 2 == 0 ? "S5" : "S4"])
            _ = try await browser.evaluate("document.querySelector('.wind button').click(); ''")
            go(to: 1)
            try await browser.wait("\(Self.note) === 'now, after 225 requests'")
            #expect(try await browser.list(Self.lit) == ["S1"])
            try await expectNoComplaint(in: browser)
        }
    }

    @Test func `finds a state in a chart that has been drawn again, where it has another name`() async throws {
        let inspector = try Inspector()
        let places = Places()
        inspector.follow(places, named: "places")
        for _ in 0..<3 { _ = places.next() }
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url)
            try await browser.wait("document.querySelector('.wind p')?.textContent === 'now, after 4 requests'")
            #expect(try await browser.list(Self.lit) == ["Form"])
            _ = places.next()
            try await browser.wait("\(Self.note) === 'now, after 5 requests'")
            #expect(try await browser.list(Self.lit) == ["B.Form"])
            try await wind(to: 4, in: browser)
            #expect(try await browser.list(Self.lit) == ["A.Form"])
            try await wind(to: 0, in: browser)
            #expect(try await browser.list(Self.lit) == [])
            #expect(try await browser.evaluate("document.querySelector('.now').textContent") == "A/B (not active)")
            try await expectNoComplaint(in: browser)
        }
    }

    // MARK: Recordings

    @Test(arguments: [1_280, 400]) func `sees what a recording says, at each of its requests`(width: Int) async throws {
        let recorder = try Recorder { $1 as? String == "1234" ? nil : $1 }
        let printer = Printer()
        recorder.log.follow(printer, named: "printer")
        printer.work()
        let recording = try Recording(Data(recorder.recording.lines.map { $0 + "\n" }.joined().utf8))
        let page = try recording.page(titled: "A printer")
        #expect(!page.contains("1234"))
        try await withPage(page, width: width) { browser in
            let count = recording.entries.count
            #expect(try await browser.evaluate(Self.note) == "end, after \(count) requests")
            #expect(try await browser.evaluate("document.querySelector('.now').textContent") == "Idle (not active)")
            for place in [0] + (1..<count).reversed() {
                try await wind(to: place, in: browser)
                let entry = recording.entries[max(place, 1) - 1]
                let state = place == 0 ? entry.state : entry.target ?? entry.state
                let shown = try await browser.list("[document.querySelector('.now').textContent, ...\(Self.lit)]")
                #expect(shown == (place == 0 ? ["Idle (not active)"] : [state, state]))
                let note = "\(place == 0 ? "before" : "after") request \(max(place, 1)) of \(count): \(entry.call)"
                #expect(try await browser.evaluate(Self.note) == note)
            }
            let lines = try await browser.list(
                "[...document.querySelectorAll('.journal li')].map(item => item.textContent)")
            #expect(lines[0] == "1activate: Idleenter Idle")
            #expect(lines[11] == "12fix(with: pin, code: hidden): refused in Busy/Jammed, too short")
        }
    }

    private func lamp(_ name: String, _ count: Int, state: (Int) -> String) -> Recording {
        var recording = Recording()
        recording.situations = [name: .init(state: state(0), isActive: true)]
        recording.entries = (0..<count).map {
            let answer = AnsweredRequest(name, .transitioned, from: state($0), to: state($0 + 1), refusal: name)
            return .init(name, answer, [.init(text: name, json: nil)])
        }
        return recording
    }

    @Test func `gets texts as they were recorded, none of which becomes a part of the page`() async throws {
        let hostile =
            #"</script><!--<script>hit=1//<img src=x onerror="hit=1">%style%\u003c&amp;"# + "\u{2028}'`${hit=1}\u{202e}"
        let shown = hostile.replacing("\u{202e}", with: "\u{fffd}").replacing("\u{2028}", with: "⏎")
        let page = try lamp(hostile, 2) { _ in hostile }.page(titled: hostile)
        try await withPage(page, width: 400) { browser async throws in
            try await wind(to: 1, in: browser)
            let heads = "...[...document.querySelectorAll('h1, article h2')].map(head => head.textContent)"
            let texts = try await browser.list("[typeof hit, `${document.images.length}`, document.title, \(heads)]")
            #expect(texts == ["undefined", "0", shown, shown, shown])
            #expect(try await browser.evaluate(Self.note).hasPrefix("after request 1 of 2: </script>"))
        }
    }

    @Test func `has the latest 10,000 requests, and a sentence where there is nothing`() async throws {
        try await withPage(Recording().page(titled: "empty")) { browser async throws in
            let sentence = "getComputedStyle(document.querySelector('main'), '::after').content"
            #expect(try await browser.evaluate(sentence) == "\"No machine was recorded.\"")
        }
        let recording = lamp("lamp", 10_100) { "S\($0 % 5)" }
        #expect(throws: RecordingError("There is no machine “door” in this recording; there is “lamp”.")) {
            _ = try recording.page(titled: "", of: ["door"])
        }
        try await withPage(recording.page(titled: "long")) { browser async throws in
            let first = "document.querySelector('.journal').firstChild.textContent"
            #expect(try await browser.evaluate(first) == "… 100 requests")
            try await wind(to: 4_003, in: browser)
            #expect(try await browser.evaluate(Self.note) == "after request 4,103 of 10,100: lamp(lamp)")
            #expect(try await browser.list(Self.lit) == ["S3"])
        }
    }
}
