import StatePattern
import Testing

@Suite struct Descriptions {
    @Test func `a machine is described in one line, by its class and its state, and what is deferred`() {
        let kiosk = Kiosk()
        #expect(printed(kiosk) == "Kiosk: Closed\n")
        kiosk.sell("stamps")
        kiosk.sell("maps")
        #expect(printed(kiosk) == "Kiosk: Closed, deferred: sell(stamps), sell(maps)\n")
        kiosk.open()
        #expect(printed(kiosk) == "Kiosk: Open\n")
    }

    @Test func `the dump of a machine has its properties, its state and what is deferred`() {
        let kiosk = Kiosk()
        kiosk.sell("stamps")
        let lines = dumped(kiosk)
        #expect(lines.first == "▿ Kiosk: Closed, deferred: sell(stamps) #0")
        #expect(lines.contains("    - core: Closed, sell(stamps) deferred"))
        #expect(lines.last == "  - sales: 0")
    }

    @Test func `the record of a request is described as a line of a journal`() {
        let kiosk = Kiosk()
        var journal: [String] = []
        kiosk.observeRequests { journal.append("\($0)") }
        kiosk.activate()
        kiosk.sell("stamps")
        kiosk.close()
        kiosk.open()
        kiosk.open()
        #expect(
            journal == [
                "activate(): Closed → Closed", "sell(stamps): deferred in Closed", "close(): unhandled in Closed",
                "open(): Closed → Open", "sell(stamps): handled in Open", "open(): refused in Open, isOpenAlready",
            ])
    }

    @Test func `a reaction is described as it is written`() {
        let kiosk = Kiosk()
        #expect("\(Kiosk.Reaction.transition(to: kiosk.opened))" == "transition(to: Open)")
        let others: [Kiosk.Reaction] = [.handled, .unhandled, .deferred, .refused]
        #expect(others.map { "\($0)" } == ["handled", "unhandled", "deferred", "refused"])
    }

    private func printed(_ machine: Any) -> String {
        var text = ""
        print(machine, to: &text)
        return text
    }

    private func dumped(_ machine: Any) -> [Substring] {
        var text = ""
        dump(machine, to: &text)
        return text.split(separator: "\n")
    }
}

private final class Kiosk: Context<Kiosk.State> {
    enum Refusal: Error { case isOpenAlready }

    class State: ContextState {
        func didEnter(_ kiosk: Kiosk) {}
        func willExit(_ kiosk: Kiosk) {}
        func open(_ kiosk: Kiosk) -> Reaction { .unhandled }
        func close(_ kiosk: Kiosk) -> Reaction { .unhandled }
        func sell(_ kiosk: Kiosk) -> Reaction { .unhandled }
    }

    final class Closed: State {
        override func open(_ kiosk: Kiosk) -> Reaction { .transition(to: kiosk.opened) }
        override func sell(_ kiosk: Kiosk) -> Reaction { .deferred }
    }

    final class Open: State {
        override func open(_ kiosk: Kiosk) -> Reaction { kiosk.refuse(because: Refusal.isOpenAlready) }
        override func close(_ kiosk: Kiosk) -> Reaction { .transition(to: kiosk.closed) }
        override func sell(_ kiosk: Kiosk) -> Reaction {
            kiosk.sales += 1
            return .handled
        }
    }

    let closed = Closed()
    let opened = Open()
    var sales = 0

    init() { super.init(initial: closed) }

    func open() { delegate(State.open) }
    func close() { delegate(State.close) }
    func sell(_ thing: String) { delegate(State.sell, request: "sell(\(thing))") }
}
