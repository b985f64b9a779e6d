import LoopbackBroker
import SampleApp

extension Playground {
    /// Tells the story of two readers, or lets a person use an app.
    static func app(_ arguments: [String]) async throws {
        let shop = try LoopbackShop()
        try await AppStory(on: shop) { Terminal.print($0) }.run()
        shop.broker.stop()
    }
}
