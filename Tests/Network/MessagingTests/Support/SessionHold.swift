import STOMP
import Dispatch
import Messaging

/// Holds a session up, so that a test says what is in progress when it continues.
///
/// It is held up on a separate thread: those of the other tasks are few.
final class SessionHold: TaskExecutor {
    private let queue = DispatchQueue(label: "hold")
    private let end = DispatchSemaphore(value: 0)

    /// Holds a session up as soon as this has returned.
    static func begin(on session: StompSession) async -> SessionHold {
        let hold = SessionHold()
        await withCheckedContinuation { begun in
            Task(executorPreference: hold) {
                await session.standStill(until: hold.end) { begun.resume() }
            }
        }
        return hold
    }

    func release() { end.signal() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension StompSession {
    fileprivate func standStill(until end: DispatchSemaphore, _ begun: () -> Void) {
        begun()
        end.wait()
    }
}
