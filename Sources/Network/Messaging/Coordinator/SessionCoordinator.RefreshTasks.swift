import AsyncPrimitives

extension SessionCoordinator {
    /// The tasks of a refresh.
    struct RefreshTasks {
        /// The task that makes requests until the store answers; released when the gate cancels the refresh.
        var running: ScopedTask?
        /// The latest request; its answer may come after the end of the refresh.
        var request: Request?
        /// The latest pause between two requests.
        var pause: Pause?

        /// A request to the store.
        struct Request {
            let answer: Promise<Void>
            /// The task that asks the store; `nil` when the request is over or abandoned.
            var asking: ScopedTask?
            /// The timer that fails the answer after the timeout.
            var timer: ScopedTask?
        }

        /// A pause between two requests, which ends with its timer, or earlier.
        struct Pause {
            let end: Promise<Void>
            let timer: ScopedTask
        }

        /// Cancels the request and its timer; the store may still work on it.
        mutating func abandonRequest() {
            request?.asking = nil
            request?.timer = nil
        }
    }
}
