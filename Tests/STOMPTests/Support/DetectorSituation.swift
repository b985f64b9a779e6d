@testable import STOMP

/// A step in the life of a refusal detector, so that tests can be tables.
enum DetectorStep: CustomStringConvertible, Sendable {
    case subscription(String), message(String), messageAtMostOnce(String)
    case unsubscribe(String), forget(String?), removeSubscriptions, removeMessage(String)
    case open(Int)
    case closedByServer, connectionLost
    case receipt(String)
    case error(String, receipt: String? = nil, subscription: String? = nil, isCurrent: Bool = true)
    case probeTimedOut
    case disconnect

    func perform(on detector: inout RefusalDetector) -> [RefusalDetector.Action] {
        switch self {
        case .subscription(let id): return detector.add(id, .subscription)
        case .message(let id): return detector.add(id, .message)
        case .messageAtMostOnce(let id): return detector.add(id, .messageAtMostOnce)
        case .unsubscribe(let id): return detector.unsubscribe(id)
        case .forget(let id): return detector.forget(id)
        case .removeSubscriptions: return detector.removeSubscriptions()
        case .removeMessage(let id):
            detector.removeMessage(id)
            return []
        case .open(let number):
            detector.connectionOpened(number)
            return detector.resume()
        case .closedByServer: return detector.connectionEnded(isClosedByServer: true)
        case .connectionLost: return detector.connectionEnded(isClosedByServer: false)
        case .receipt(let receipt): return detector.confirmed(receipt: receipt)
        case .error(let reason, let receipt, let subscription, let isCurrent):
            return detector.failed(reason, receipt: receipt, subscription: subscription, isCurrent: isCurrent)
        case .probeTimedOut: return detector.probeTimedOut()
        case .disconnect: return detector.disconnect()
        }
    }

    var description: String {
        switch self {
        case .subscription(let id): "subscription \(id)"
        case .message(let id): "message \(id)"
        case .messageAtMostOnce(let id): "message \(id), at most once"
        case .unsubscribe(let id): "unsubscribe \(id)"
        case .forget(let id): "forget \(id ?? "another")"
        case .removeSubscriptions: "remove subscriptions"
        case .removeMessage(let id): "remove \(id)"
        case .open(let number): "connection \(number)"
        case .closedByServer: "closed by the server"
        case .connectionLost: "connection lost"
        case .receipt(let receipt): "receipt \(receipt)"
        case .error(let reason, _, _, _): "error \(reason)"
        case .probeTimedOut: "probe timed out"
        case .disconnect: "disconnect"
        }
    }
}

extension RefusalDetector.Action: CustomStringConvertible {
    /// The action in a few words: `write a`, `refuse a: closed the connection`.
    public var description: String {
        switch self {
        case .write(let id, _, let isRepeated): isRepeated ? "write \(id) again" : "write \(id)"
        case .confirm(let id): "confirm \(id)"
        case .refuse(let id, let reason): "refuse \(id): \(reason)"
        case .startProbeTimer: "start timer"
        case .cancelProbeTimer: "cancel timer"
        case .close(let reason): "close: \(reason)"
        }
    }
}
