import StateExploration
import StatePattern
import Testing

@Suite struct `The pattern in plain classes` {
    @Test func `is not freed if it and its state hold each other`() throws {
        final class Lamp {
            var state: AnyObject?
            init() { state = self }
        }
        var ends: [() -> Void] = []
        defer { for end in ends { end() } }
        func make() -> Lamp {
            let lamp = Lamp()
            ends.append { [weak lamp] in lamp?.state = nil }
            return lamp
        }
        #expect(try MachineModel(make, requests: [:], state: { _ in "On" }).explore().unfreed == ["Lamp"])
    }

    @Test func `is not told by the type of an optional, and the error says so`() throws {
        class Mode {}
        final class On: Mode {}
        struct Lamp {
            var mode: Mode?, log: [String] = []
            mutating func press() {
                mode = mode is On ? Mode() : On()
                log.append(mode is On ? "light" : "dark")
            }
        }
        let lamp = MachineModel(
            { Lamp() }, requests: [.init(named: "press") { $0.press() }], state: { "\(type(of: $0.mode))" },
            trace: { lamp in
                defer { lamp.log = [] }
                return lamp.log
            })
        let error = #expect(throws: ExplorationError.self) { try lamp.explore() }
        #expect(error?.description.hasSuffix("unwrap it, as in “type(of: $0.state!)”.") == true)
    }

    @Test func `is asked as a context by requests that make none, or several`() throws {
        let turnstile = MachineModel(
            Turnstile.init,
            requests: [
                .init(named: "nothing") { _ in },
                .init(named: "coinAndPush") { turnstile -> Void in
                    turnstile.insertCoin(); turnstile.push()
                },
            ])
        let graph = try turnstile.explore()
        #expect(graph.states == ["Locked"] && graph.unhandledRequests == ["nothing"])
        #expect(graph.cells[0].map(\.outcome) == [nil, .transitioned])
    }
}
