import AsyncPrimitives

extension SessionCoordinator {
    /// The tasks that ask the store for a new token.
    struct RefreshTasks {
        /// The task that makes requests until the store answers; `nil` once the gate has cancelled the refresh.
        var running: ScopedTask?
        /// The latest request. The store may answer it after the refresh has ended.
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

        /// A pause between two requests. It ends when its timer fires, or earlier.
        struct Pause {
            let end: Promise<Void>
            let timer: ScopedTask
        }

        /// Cancels the request and its timer. The store may still work on the request.
        mutating func abandonRequest() {
            request?.asking = nil
            request?.timer = nil
        }
    }
}
