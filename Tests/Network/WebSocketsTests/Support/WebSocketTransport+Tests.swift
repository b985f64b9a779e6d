import Foundation
import Sockets

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

    /// Opens the transport, and waits until it is open.
    func opened() async -> WebSocketTransport {
        open()
        let event = await nextEvent()
        precondition(event == .opened(subprotocol: nil), "not opened but \(event)")
        return self
    }

    /// All events, up to the last one.
    func remainingEvents() async -> [TransportEvent] {
        var events = [await nextEvent()]
        while !events[events.count - 1].isLast { events.append(await nextEvent()) }
        return events
    }
}
