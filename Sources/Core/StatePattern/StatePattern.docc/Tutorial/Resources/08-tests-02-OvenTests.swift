import StateExploration
import Testing

@testable import Oven

@Test func `an open door turns the magnetron off`() {
    let oven = Microwave()
    oven.start()
    #expect(oven.isMagnetronOn)
    #expect(oven.openDoor() == .transitioned)
    #expect(oven.state === oven.open)
    #expect(!oven.isMagnetronOn)
}

@Test func `no state is a dead end, and idle forgets the door`() throws {
    let model = MachineModel(
        Microwave.init,
        requests: [
            .init(Microwave.start), .init(Microwave.stop),
            .init(Microwave.finish), .init(Microwave.openDoor),
            .init(Microwave.closeDoor), .init(Microwave.cycle),
        ],
        data: { $0.isInterrupted ? "interrupted" : "" })
    let graph = try model.explore()
    #expect(graph.deadEnds == [])
    #expect(graph.unhandledRequests == [])
    let path = graph.shortestPath { $0 == "Idle, interrupted" }
    #expect(path == nil)
}
