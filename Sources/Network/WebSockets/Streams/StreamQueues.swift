import Dispatch

/// The serial queues of transports.
///
/// They run on the threads on which tasks run as well: a message changes threads less often then.
/// A serial queue without a target would have a thread of its own whenever it is busy: hundreds of them for hundreds of
/// connections.
enum StreamQueues {
    /// Makes a serial queue.
    static func makeQueue() -> DispatchQueue { DispatchQueue(label: "WebSocketTransport", target: .global()) }
}
