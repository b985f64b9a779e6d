import Dispatch
import Foundation
import Synchronization

/// The few queues of the system on which the serial queues of all transports run.
///
/// Nothing waits on them, so that one for each processor is enough. A serial queue without a target would have a thread of
/// its own whenever it is busy: hundreds of them for hundreds of connections.
enum StreamQueues {
    private static let targets = (1...min(max(ProcessInfo.processInfo.activeProcessorCount, 1), 8)).map { number in
        DispatchQueue(label: "WebSocketTransport.\(number)")
    }
    private static let count = Atomic(0)

    /// Makes a serial queue, on the target whose turn it is.
    static func makeQueue() -> DispatchQueue {
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        let target = targets[Int(UInt(bitPattern: number) % UInt(targets.count))]
        return DispatchQueue(label: "WebSocketTransport", target: target)
    }
}
