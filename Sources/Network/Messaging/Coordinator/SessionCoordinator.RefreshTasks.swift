import AsyncPrimitives

extension SessionCoordinator {
    /// The tasks of a refresh.
    struct RefreshTasks {
        /// Continues from request to request; released when the gate cancels the refresh.
        var running: ScopedTask?
        /// The request that was made last; its answer may still come after the refresh.
        var request: Request?
        /// The latest pause between two requests.
        var pause: Pause?

        /// A request to the store.
        struct Request {
            let answer: Promise<Void>
            /// Asks the store; `nil` when the request is over or abandoned.
            var asking: ScopedTask?
            /// Fails the answer after a time.
            var timer: ScopedTask?
        }

        /// A pause between two requests, which ends with its timer or before.
        struct Pause {
            let end: Promise<Void>
            let timer: ScopedTask
        }

        /// Stops waiting for the request, which continues until the store ends it.
        mutating func abandonRequest() {
            request?.asking = nil
            request?.timer = nil
        }
    }
}
