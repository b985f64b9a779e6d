import AsyncPrimitives
import Testing

@Suite struct `A clamped duration` {
    @Test(
        arguments: [
            (0, 0), (60.5, 60.5), (-60, -60), (1e9, 1e9), (1e10, 3_155_760_000), (1e19, 3_155_760_000),
            (.infinity, 3_155_760_000), (-1e30, -3_155_760_000), (-.infinity, -3_155_760_000), (.nan, 0),
        ] as [(Double, Double)])
    func `counts seconds within a century either way, whatever number it is`(seconds: Double, counted: Double) {
        #expect(Duration(clampingSeconds: seconds) == .seconds(counted))
    }
}
