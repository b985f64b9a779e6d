import AsyncPrimitives
import Testing

@testable import STOMP

/// Many subscriptions of one session.
@Suite struct SubscriptionFramesTests {
    private func written(_ actions: [RefusalDetector.Action]) -> [String] {
        actions.compactMap { if case .write(let id, _, _) = $0 { id } else { nil } }
    }

    @Test func `Subscriptions are made in their order on each connection, and found by their receipts`() {
        var detector = RefusalDetector(closingLimit: 2)
        let names = (1...1_000).map { "\($0)" }
        for name in names { #expect(detector.addSubscription(name).isEmpty) }
        for connection in 1...2 {
            detector.connectionOpened(connection)
            #expect(written(detector.resume()) == names)
            for name in names {
                #expect(detector.confirmed(receipt: "\(name)/\(3 - connection)").isEmpty)
                #expect(detector.confirmed(receipt: "\(name)/\(connection)") == [.confirm(name)])
            }
            #expect(!detector.awaitsReceipt)
            #expect(detector.connectionEnded(closedByServer: false).isEmpty)
        }
    }

    @Test func `Subscriptions that come and go while nothing is written leave nothing behind`() {
        var detector = RefusalDetector(closingLimit: 2)
        for number in 1...1_000 {
            _ = detector.addSubscription("\(number)")
            #expect(detector.unsubscribe("\(number)").isEmpty)
        }
        #expect(detector.frames.isEmpty && detector.queues.isEmpty)
        _ = detector.addSubscription("last")
        detector.connectionOpened(1)
        #expect(written(detector.resume()) == ["last"])
    }
}
