import StatePattern
import Synchronization

/// A request of a followed context, as the possible cause of further requests.
///
/// It is a task-local value, so a task that is started while the request is handled inherits it.
final class TracedRequest: Sendable {
    /// The request that is being handled, or that has started the current task.
    @TaskLocal static var current: TracedRequest?

    /// The number of requests so far, which numbers all requests in the order in which their handling begins.
    private static let count = Atomic(0)
    static var countSoFar: Int { count.load(ordering: .relaxed) }

    static let tracer = RequestTracer {
        current.map { Cause($0) }
    } handle: { context, cause, body in
        let request = TracedRequest(of: context, cause as? Cause)
        $current.withValue(request, operation: body)
        request.isOver.store(true, ordering: .relaxed)
    }

    /// The request that led to another request, directly or through a task that it started.
    final class Cause: Sendable {
        let number: Int
        let context: ObjectIdentifier?
        /// True if the handling of this request was over when it led to the other request.
        let wasOver: Bool
        /// Set at the first try of the other request, to recognize further tries if it is deferred.
        let wasTried = Atomic(false)

        init(_ request: TracedRequest) {
            (number, context) = (request.number, request.context)
            wasOver = request.isOver.load(ordering: .relaxed)
        }
    }

    let number = TracedRequest.count.add(1, ordering: .relaxed).newValue
    /// The number of the request that led to this one; `nil` if a client made this request.
    let cause: Int?
    /// True if this request was made after its cause was over, or is another try of a deferred request.
    let isLater: Bool
    /// True if the context made this request itself, while it handled the cause.
    let isFollowUp: Bool
    let context: ObjectIdentifier?
    private let isOver = Atomic(false)

    /// Begins a request. `context` is `nil` for a request that is only known after its answer.
    init(of context: ObjectIdentifier?, _ cause: Cause?) {
        (self.context, self.cause) = (context, cause?.number)
        isLater = cause.map { $0.wasTried.exchange(true, ordering: .relaxed) || $0.wasOver } ?? false
        isFollowUp = !isLater && context != nil && cause?.context == context
    }

    /// The latest answered request of a context, or a new request if the context is not traced.
    static func answered(by context: ObjectIdentifier?) -> TracedRequest {
        if let current, let context, current.context == context { return current }
        return TracedRequest(of: nil, current.map { Cause($0) })
    }
}
