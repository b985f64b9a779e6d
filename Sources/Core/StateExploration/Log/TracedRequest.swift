import StatePattern
import Synchronization

/// A request of a followed context, as the requests see it that it leads to.
///
/// The value that is current is that of a task, so a task that is started while a request is handled has it as well.
final class TracedRequest: Sendable {
    /// The request that is being handled, or has started the task that runs.
    @TaskLocal static var current: TracedRequest?

    /// Numbers all requests in the order in which contexts begin to handle them.
    private static let count = Atomic(0)

    static let tracer = RequestTracer {
        current.map { Cause($0) }
    } handle: { context, cause, body in
        let request = TracedRequest(of: context, cause as? Cause)
        $current.withValue(request, operation: body)
        request.isOver.store(true, ordering: .relaxed)
    }

    /// The request during which another one was made, or which has started the task that made it.
    final class Cause: Sendable {
        let number: Int
        let context: ObjectIdentifier?
        /// True if the request was over when it led to the other one.
        let wasOver: Bool
        /// Set when the other one is tried: if it is deferred, it is tried again later.
        let wasTried = Atomic(false)

        init(_ request: TracedRequest) {
            (number, context) = (request.number, request.context)
            wasOver = request.isOver.load(ordering: .relaxed)
        }
    }

    let number = TracedRequest.count.add(1, ordering: .relaxed).newValue
    /// The number of the request that led to this one.
    let cause: Int?
    /// True if this one does not belong to what that one did at once.
    let isLater: Bool
    /// True if the context has made this one of itself, while it handled another one.
    let isFollowUp: Bool
    private let context: ObjectIdentifier?
    private let isOver = Atomic(false)

    /// Begins with a request; without a context, one that is known only now that it has been answered.
    init(of context: ObjectIdentifier?, _ cause: Cause?) {
        (self.context, self.cause) = (context, cause?.number)
        isLater = cause.map { $0.wasTried.exchange(true, ordering: .relaxed) || $0.wasOver } ?? false
        isFollowUp = !isLater && context != nil && cause?.context == context
    }

    /// The request of a context that was answered just now, or a new one if the context is not traced.
    static func answered(by context: ObjectIdentifier?) -> TracedRequest {
        if let current, let context, current.context == context { return current }
        return TracedRequest(of: nil, current.map { Cause($0) })
    }
}
