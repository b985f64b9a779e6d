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
