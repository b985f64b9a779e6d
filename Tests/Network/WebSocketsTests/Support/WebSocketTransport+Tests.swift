import Foundation
import Sockets
import Synchronization

@testable import WebSockets

extension WebSocketTransport {
    /// Opens the transport, where the address does not matter.
    func open(
        _ url: String = "ws://host/", headers: [HeaderField] = [], subprotocols: [String] = [],
        timeout: Duration = .seconds(600)
    ) {
        open(
            ConnectionRequest(to: URL(string: url)!, headers: headers, subprotocols: subprotocols), timeout: timeout)
    }

    func opened() async -> WebSocketTransport {
        open()
        let event = await nextEvent()
        precondition(event == .opened(subprotocol: nil), "not opened but \(event)")
        return self
    }

    func remainingEvents() async -> [TransportEvent] {
        var events = [await nextEvent()]
        while !events[events.count - 1].isLast { events.append(await nextEvent()) }
        return events
    }
}

/// The results that completions of messages were called with.
final class Receipts: Sendable {
    private let errors: Mutex<[Int: [TransportError?]]> = Mutex([:])
    private let stream = AsyncStream<Void>.makeStream()

    func completion(of message: Int = 0) -> @Sendable (TransportError?) -> Void {
        { error in
            self.errors.withLock { $0[message, default: []].append(error) }
            self.stream.continuation.yield()
        }
    }

    func wait(for count: Int = 1) async {
        var calls = stream.stream.makeAsyncIterator()
        for _ in 0..<count { await calls.next() }
    }

    var all: [Int: [TransportError?]] { errors.withLock { $0 } }
}
