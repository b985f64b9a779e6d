import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A manual clock` {
    private let clock = ManualClock()

    @Test func `says what was waited for when the time of a test is up`() async {
        let said = Mutex<[String]>([])
        await withKnownIssue {
            await Task { [clock] in
                withUnsafeCurrentTask { $0?.cancel() }
                await clock.waitForSleepers(due: .seconds(5))
                await yieldWhile("it rains") { true }
            }.value
        } matching: { issue in
            said.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        #expect(said.withLock { $0 } == ["Waited for sleepers due in [5.0 seconds], not [].", "Still, it rains."])
    }
}
