import StateExploration
import StatePattern
import TestSupport
import Testing

/// Counts and times as a picture next to the chart.
@Suite struct FunnelLogPictureTests {
    private let clock = ManualClock()
    private let heater = Heater()
    private let log: FunnelLog<ManualClock>

    init() {
        log = FunnelLog(of: heater, clock: clock)
        heater.activate()
    }

    private static func diagram() throws -> StateDiagram {
        try MachineModel(
            Heater.init,
            requests: ["turnOn": { $0.turnOn() }, "boost": { $0.boost() }, "turnOff": { $0.turnOff() }]
        ).explore().diagram()
    }

    private func picture(beside diagram: StateDiagram) throws -> PictureGeometry {
        let picture = try PictureGeometry(log.svg(beside: diagram))
        #expect(picture.problems == [])
        return picture
    }

    private func rows(of picture: PictureGeometry) -> [String] {
        picture.entries.map { $0.texts.map(\.text).joined(separator: " ") }
    }

    @Test func `A state that was never entered has a row without a bar`() throws {
        clock.advance(by: .seconds(3))
        let picture = try picture(beside: Self.diagram())
        #expect(rows(of: picture) == ["Off 1 3s", "On 0 –", "Boosted 0 –"])
        #expect(picture.entries.map { $0.bar != nil } == [true, false, false])
    }

    @Test func `A state that others lie in has one row, though the chart shows it twice`() throws {
        heater.turnOn()
        clock.advance(by: .seconds(10))
        heater.boost()
        clock.advance(by: .milliseconds(2_500))
        let picture = try picture(beside: Self.diagram())
        #expect(picture.boxes.map(\.state).sorted() == ["Off", "On", "On/Boosted", "On/On"])
        #expect(rows(of: picture) == ["Off 1 0ms", "On 1 12s 500ms", "Boosted 1 2s 500ms"])
    }

    @Test func `A bar has the length of its time, and the longest takes all the room`() throws {
        clock.advance(by: .seconds(100))
        heater.turnOn()
        clock.advance(by: .seconds(25))
        heater.boost()
        clock.advance(by: .milliseconds(1))
        let bars = try picture(beside: Self.diagram()).entries.map { $0.bar?.width }
        // What has lasted at all can be seen.
        #expect(bars == [160, 40, 1])
    }

    @Test func `States that the chart does not have come last`() throws {
        heater.turnOn()
        heater.boost()
        let other = try table(requests: ["turnOn"], ["Off": ["<On>"], "<On>": [""]]).explore().diagram()
        #expect(
            try rows(of: picture(beside: other)) == ["Off 1 0ms", "<On> 0 –", "On 1 0ms", "On/Boosted 1 0ms"])
    }

    @Test func `The times stand next to a narrow chart, and below a wide one`() throws {
        let narrow = try picture(beside: Self.diagram())
        #expect(narrow.boxes.allSatisfy { $0.frame.x + $0.frame.width < narrow.entries[0].texts[0].frame.x })
        let name = String(repeating: "a state with a long name ", count: 6)
        let wide = try picture(beside: table(requests: ["go"], ["Off": [name], name: ["Off"]]).explore().diagram())
        #expect(wide.boxes.allSatisfy { $0.frame.y + $0.frame.height < wide.entries[0].texts[0].frame.y })
    }

    @Test func `The marked state is marked, and the chart is that without times`() throws {
        let diagram = try Self.diagram()
        let picture = try PictureGeometry(log.svg(beside: diagram, marking: "On/Boosted"))
        #expect(picture.boxes.filter(\.isCurrent).map(\.state) == ["On/Boosted"])
        let alone = try PictureGeometry(diagram.svg())
        #expect(alone.entries.isEmpty)
        #expect(alone.boxes.map(\.frame) == picture.boxes.map(\.frame))
    }
}

/// A machine that can be in a state that another one lies in.
private final class Heater: Context<Heater.Place> {
    final class Place: ContextState {
        let name: String
        let superstate: Place?
        var initialSubstate: Place? { nil }
        init(_ name: String, in superstate: Place? = nil) { (self.name, self.superstate) = (name, superstate) }
        func didEnter(_ heater: Heater) {}
        func willExit(_ heater: Heater) {}
    }

    private let (off, on) = (Place("Off"), Place("On"))

    init() { super.init(initial: off) }

    @discardableResult func turnOn() -> Outcome { go(to: on, from: off) }
    @discardableResult func boost() -> Outcome { go(to: Place("Boosted", in: on), from: on) }
    @discardableResult func turnOff() -> Outcome { go(to: off, from: on) }

    private func go(to target: Place, from source: Place) -> Outcome {
        delegate { state, _ in state === source ? .transition(to: target) : .unhandled }
    }
}
