/// A module of a checkout: it observes the flow, calls its service when the flow has a job for it, and reports the result.
///
/// A module knows the flow and its service, and no other module.
public protocol CheckoutModule: AnyObject {
    /// Cancels the job under way, if there is one; it is not reported then.
    func cancel()
}
