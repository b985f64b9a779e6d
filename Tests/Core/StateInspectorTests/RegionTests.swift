import StateExploration
@testable import StateInspector
import StatePattern
import TestSupport
import Testing

/// A machine whose state has regions, as a page is told of it.
@Suite(.timeLimit(.minutes(60))) struct `Regions of a machine that is followed` {
    @Test(arguments: [false, true]) func `are lit each by itself`(hasModel: Bool) async throws {
        let inspector = try Inspector()
        let desk = Desk()
        desk.activate()
        inspector.follow(desk, named: "desk", diagram: hasModel ? try Desk.model.explore().merged() : nil)
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        _ = [desk.open(), desk.press(0), desk.press(0), desk.press(0)]
        let machine = try #require(try await page.update().machines.first)
        #expect(machine.state == "Open, Lamp: Lit | Radio: Dark")
        #expect(machine.boxes == ["Open/~2Lamp/Lit", "Open/~2Radio/Dark"])
        #expect(
            machine.lines.map(\.text) == [
                "open: Shut → Open, Lamp: Dark | Radio: Dark", "Lamp: press: Dark → Lit",
                "press: handled in Open, Lamp: Lit | Radio: Dark",
                "Lamp: press: Lit → Dark", "press: handled in Open, Lamp: Dark | Radio: Dark",
                "Lamp: press: Dark → Lit", "press: handled in Open, Lamp: Lit | Radio: Dark",
            ])
        #expect(machine.lines[1].target == ["Open/~2Lamp/Lit", "Open/~2Radio/Dark"])
        #expect(machine.lines[1].trace == ["exit Dark", "enter Lit"])
        #expect(
            machine.tally.map(\.path) == [
                "Shut", "Open", "Open/Lamp", "Open/Lamp/Dark", "Open/Lamp/Lit", "Open/Radio", "Open/Radio/Dark",
            ])
        #expect(machine.tally.map(\.count) == [1, 1, 1, 2, 2, 1, 1])
        #expect(machine.tally.map(\.isCurrent) == [false, true, true, false, true, true, true])
    }

    @Test func `are observed without a request to the machine, and while it has them`() async throws {
        let inspector = try Inspector()
        let desk = Desk()
        desk.activate()
        inspector.follow(desk, named: "desk")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        _ = desk.open()
        let lamp = try #require(desk.state as? Desk.Open).lights[0]
        _ = lamp.press()
        #expect(try await page.update().machines.first?.boxes == ["Open/~2Lamp/Lit", "Open/~2Radio/Dark"])
        _ = [desk.open(), lamp.press(), desk.open()]
        let machine = try #require(try await page.update().machines.first)
        // A new desk is dark, and the old lamp is of no interest.
        #expect(machine.boxes == ["Open/~2Lamp/Dark", "Open/~2Radio/Dark"])
        #expect(machine.requestCount == 4)
    }

    @Test func `are freed with their state`() throws {
        let inspector = try Inspector()
        let desk = Desk()
        desk.activate()
        inspector.follow(desk, named: "desk")
        _ = desk.open()
        weak let lamp = (desk.state as? Desk.Open)?.lights[0]
        #expect(lamp != nil)
        _ = desk.open()
        #expect(lamp == nil)
    }
}
