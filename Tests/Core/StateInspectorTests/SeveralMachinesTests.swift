import StateExploration
import StateInspector
import StatePattern
import TestSupport
import Testing

/// The requests of all machines that an inspector follows, and who asked whom.
@Suite(.timeLimit(.minutes(60))) struct `An inspector of several machines` {
    private typealias Request = ScriptedPage.Update.Request

    private func row(
        _ number: Int, _ machine: String, _ text: String, from cause: Int? = nil, isLater: Bool = false, depth: Int = 0,
        isRefused: Bool = false
    ) -> Request {
        Request(
            number: number, cause: cause, isLater: isLater, depth: depth, machine: machine, text: text,
            isRefused: isRefused)
    }

    @Test func `tells a page of all requests in one order, when something is new`() async throws {
        let inspector = try Inspector()
        let (gate, door) = (Turnstile(), Turnstile())
        gate.activate()
        door.activate()
        gate.whenUnlocked = { [unowned door] _ in door.push() }
        inspector.follow(gate, named: "gate")
        let page = try await ScriptedPage(inspector)
        // One machine has its journal.
        #expect(try await page.update().requests == nil)
        gate.insertCoin()
        #expect(try await page.update().requests == nil)
        let byHand = inspector.follow(named: "by\u{202e}hand", in: "A")
        inspector.follow(door, named: "door")
        let first = [row(1, "gate", "insertCoin: Locked → Unlocked")]
        #expect(try await page.update().requests == first)

        gate.push()
        gate.insertCoin()
        inspector.log.record("go(to:)", .transitioned, from: "A", to: "B", of: "by\u{202e}hand")
        let rest = [
            row(2, "gate", "push: Unlocked → Locked"), row(3, "gate", "insertCoin: Locked → Unlocked"),
            row(4, "door", "push: refused in Locked, it is <stuck>", from: 2, depth: 1, isRefused: true),
            row(5, "by\u{fffd}hand", "go: A → B"),
        ]
        #expect(try await page.update().requests == first + rest)
        byHand.detail = "nothing new"
        #expect(try await page.update().requests == nil)
        // A page that comes later gets all of it.
        #expect(try await ScriptedPage(inspector).update().requests == first + rest)
        withExtendedLifetime((gate, door)) {}
    }
}

/// The page of an inspector of several machines.
@Suite(.blocking, .enabled(if: Browser.isExpected, "Chromium is not installed"), .timeLimit(.minutes(60)))
struct `The page of several machines` {
    @Test(arguments: [1_280, 400]) func `shows their requests as a list and as a sequence diagram`(
        width: Int
    ) async throws {
        let inspector = try Inspector()
        let (gate, door) = (Turnstile(), Turnstile())
        gate.activate()
        door.activate()
        inspector.follow(gate, named: "gate")
        try await Browser.withBrowser { browser in
            try await browser.open(inspector.url, width: width)
            try await browser.wait("document.querySelectorAll('main article').length === 1")
            let isShown = "`${document.getElementById('requests').checkVisibility()}`"
            #expect(try await browser.evaluate(isShown) == "false")

            inspector.follow(door, named: "<b>door</b>")
            gate.whenUnlocked = { [unowned door] gate in
                door.push()
                gate.look()
            }
            gate.insertCoin()
            try await browser.wait("document.querySelectorAll('#requests li').length === 3")
            #expect(try await browser.evaluate(isShown) == "true")
            #expect(
                try await browser.list(
                    """
                    [...document.querySelectorAll("#requests li")]
                      .map(e => [e.style.paddingLeft, e.textContent, e.className].join())
                    """
                ) == [
                    "0px,1gate.insertCoin: Locked → Unlocked,",
                    "14px,2<b>door</b>.push: refused in Locked, it is <stuck>,refused",
                    "14px,3gate.look: handled in Unlocked,",
                ])
            let texts = { (selector: String) in
                "[...document.querySelectorAll('.sequence \(selector)')].map(e => e.textContent)"
            }
            #expect(try await browser.list(texts(".head text")) == ["client", "gate", "<b>door</b>"])
            #expect(
                try await browser.list(texts("title")) == [
                    "client → gate: insertCoin: Locked → Unlocked",
                    "gate → <b>door</b>: push: refused in Locked, it is <stuck>",
                    "gate → gate: look: handled in Unlocked",
                ])
            #expect(
                try await browser.list(
                    """
                    [...document.querySelectorAll(".message")]
                      .map(m => m.querySelector(".tip, .cross, .open").getAttribute("class"))
                    """
                ) == ["tip", "cross", "tip"])
            // Each arrow ends at the lifeline of the machine that was asked, and no label is cut off.
            #expect(
                try await browser.evaluate(
                    """
                    (() => {
                      const [head, body] = document.querySelectorAll(".sequence svg");
                      const x = [...head.querySelectorAll("text")].map(text => Number(text.getAttribute("x")));
                      const ends = [...body.querySelectorAll(".message path:first-child")]
                        .map(path => Number(path.getAttribute("d").split("H")[1]));
                      const isCut = [...document.querySelectorAll(".sequence text")].some(t => {
                        const room = t.ownerSVGElement.getBoundingClientRect();
                        const box = t.getBoundingClientRect();
                        return box.right > room.right || box.left < room.left
                          || box.bottom > room.bottom || box.top < room.top;
                      });
                      return `${ends[0] === x[1]} ${ends[1] === x[2]} ${ends[2] === x[1]} ${isCut}`;
                    })()
                    """) == "true true true false")
            #expect(
                try await browser.list("[...document.querySelectorAll('nav a')].map(e => e.textContent)").last
                    == "All requests: 3")
            try await expectNoComplaint(in: browser)
        }
    }
}
