import Foundation
import StateInspector
import TestSupport

/// The cost of being followed by an inspector, with a page that looks all the time.
struct InspectionFigures {
    static let name = "in an inspector"

    /// Nanoseconds for a transition: unobserved, followed, and followed with a page that asks for updates as a browser does.
    let unobserved, followed, shown: Double
    /// The time of a machine that makes 10,000 transitions a second while a page looks, relative to an unobserved one.
    let ratioAtRate: Double
    /// The greatest of these ratios that is good enough.
    static let limit = 1.1

    /// Measures machines in turn, so that whatever else the system does meets them alike; one works for the given
    /// seconds at 10,000 transitions a second. The figures are medians.
    static func measure(samples: Int, seconds: Double) throws -> InspectionFigures {
        let unobserved = Toggle.make()
        let (hidden, hiddenInspector) = (Toggle.make(), try Inspector())
        let (shown, inspector) = (Toggle.make(), try Inspector())
        hiddenInspector.follow(hidden, named: "hidden")
        inspector.follow(shown, named: "shown")
        let page = try Page(inspector)
        defer { page.end() }

        let work = Work.calibrated(to: .microseconds(100))
        var times: [[Double]] = [[], [], [], [], []]
        let atRate = max(1, Int(seconds * 10_000) / samples)
        for _ in 0..<samples {
            for (index, machine) in [unobserved, hidden, shown].enumerated() {
                times[index].append(time(of: 20_000) { machine.toggle() })
            }
            for (index, machine) in [unobserved, shown].enumerated() {
                times[3 + index].append(
                    time(of: atRate) {
                        work.perform()
                        machine.toggle()
                    })
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        return InspectionFigures(
            unobserved: medians[0], followed: medians[1], shown: medians[2], ratioAtRate: medians[4] / medians[3])
    }

    /// The nanoseconds that an operation takes on average.
    private static func time(of count: Int, _ body: () -> Void) -> Double {
        ContinuousClock().measure { for _ in 0..<count { body() } } / .nanoseconds(1) / Double(count)
    }
}

/// A computation that takes a certain time.
private struct Work {
    let rounds: Int

    static func calibrated(to duration: Duration) -> Work {
        let trial = Work(rounds: 1_000_000)
        let times = (0..<9).map { _ in ContinuousClock().measure { trial.perform() } }
        return Work(rounds: max(1, Int(Double(trial.rounds) * (duration / times.sorted()[4]))))
    }

    @inline(never) func perform() {
        var value: UInt64 = 1
        for _ in 0..<rounds { value = value &* 6_364_136_223_846_793_005 &+ 1 }
        keep(Int(truncatingIfNeeded: value))
    }
}

/// A page without a browser: it asks for an update 50 ms after the last one.
private final class Page: Sendable {
    private let task: Task<Void, any Error>

    init(_ inspector: Inspector) throws {
        let client = try EventClient(of: inspector.url)
        task = Task {
            defer { client.end() }
            var page = ""
            for await event in client.events {
                if event.name == "page" { page = event.data } else { try await Task.sleep(for: .milliseconds(50)) }
                try client.post(#"{"page": \#(page), "isReady": true}"#)
            }
        }
    }

    func end() { task.cancel() }
}
