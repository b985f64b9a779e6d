@testable import Messaging
import Foundation
import Sockets
import StateExploration
import TestSupport
import Testing

/// The decisions of a coordinator about its token store, without an actor, a clock or a store.
@Suite struct `The values of a session coordinator` {
    // MARK: Lookups

    @Test func `count the answer to a lookup unless a later one has counted, or it was discarded`() {
        var lookups = LookupSequence()
        let (first, second, third) = (lookups.begin(), lookups.begin(), lookups.begin())
        #expect([second, first, third, third].map { lookups.accept($0) } == [true, false, true, false])
        let before = lookups.begin()
        lookups.discard()
        let after = lookups.begin()
        #expect([before, after].map { lookups.accept($0) } == [false, true])
    }

    // MARK: Renewing

    @Test(
        arguments: [
            // Life, use, in seconds; the lead is 30 s and the shortest use 5 s.
            (3600, 3570), (100, 70), (60, 30), (40, 20), (20, 10), (8, 5), (0, 5), (-100, 5),
            (-1e30, 5), (-.infinity, 5), (.nan, 5), (1e30, century), (.infinity, century),
        ] as [(TimeInterval, TimeInterval)])
    func `refresh a token some time before it expires, and at most half of its life before`(
        life: TimeInterval, use: TimeInterval
    ) {
        var schedule = RefreshSchedule(lead: .seconds(30), minimum: .seconds(5), generator: Earliest())
        #expect(schedule.use(ofTokenWithLife: life) == .seconds(use))
    }

    @Test(arguments: [3600, 50]) func `refresh a thousand tokens that expire together at different times`(life: Int) {
        let lead = min(30, life / 2)
        var counts: [Int: Int] = [:]
        for seed in 1...1000 as ClosedRange<UInt64> {
            var schedule = RefreshSchedule(
                lead: .seconds(30), minimum: .seconds(5), generator: SeededGenerator(seed: seed))
            let lead = .seconds(life) - schedule.use(ofTokenWithLife: TimeInterval(life))
            counts[Int((lead / .seconds(1)).rounded(.up)), default: 0] += 1
        }
        #expect(counts.values.reduce(0, +) == 1000)
        #expect(counts.keys.allSatisfy { $0 * 2 >= lead && $0 <= lead })
        // Half of the lead has 12 or 15 seconds, for 83 or 67 tokens each on average.
        #expect(counts.values.allSatisfy { $0 < 150 })
    }

    @Test func `use tokens that arrive expired for longer and longer, up to an hour`() {
        var schedule = RefreshSchedule(lead: .seconds(30), minimum: .seconds(1000), generator: Earliest())
        for seconds in [1000, 2000, 3600, 3600] {
            #expect(schedule.use(ofTokenWithLife: 0) == .seconds(seconds))
        }
        schedule.reset()
        #expect(schedule.use(ofTokenWithLife: 0) == .seconds(1000))
        #expect(schedule.use(ofTokenWithLife: 1060) == .seconds(1030))
        #expect(schedule.use(ofTokenWithLife: 0) == .seconds(1000))
    }

    @Test func `must be greater than zero, or a coordinator is not created`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var configuration = SessionCoordinator.Configuration()
            configuration.refreshTimeout = .zero
            configuration.check()
        }
        #expect(result?.errors.contains("The times of a coordinator must be greater than zero.") == true)
    }
}

private let century = 3_155_760_000.0 - 30

extension RefreshSchedule {
    fileprivate mutating func use(ofTokenWithLife seconds: TimeInterval) -> Duration {
        use(ofTokenUntil: CoordinatorFixture.start.addingTimeInterval(seconds), from: CoordinatorFixture.start)
    }
}
