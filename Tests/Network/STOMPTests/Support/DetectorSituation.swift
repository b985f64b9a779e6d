@testable import STOMP
import Testing

/// A step in the life of a refusal detector, so that tests can be tables.
enum DetectorStep: Sendable {
    /// A message goes to a separate destination, unless the step names one.
    case subscription(String), message(String, to: String? = nil), messageAtMostOnce(String)
    case unsubscribe(String?)
    case open(Int)
    case closedByServer, connectionLost
    case receipt(String)
    case error(String, receipt: String? = nil, subscription: String? = nil, isCurrent: Bool = true)
    case probeTimedOut, check
    case disconnect

    /// A story: steps, and the actions that each of them leads to.
    typealias Story = [(step: DetectorStep, actions: [String])]

    /// Plays a story with a detector that refuses a frame after two closings, and compares the actions.
    static func play(_ story: Story) {
        var detector = RefusalDetector(closingLimit: 2)
        for (number, (step, actions)) in story.enumerated() {
            let answers = step.perform(on: &detector).map(\.description)
            #expect(answers == actions, "step \(number): \(step)")
        }
    }

    func perform(on detector: inout RefusalDetector) -> [RefusalDetector.Action] {
        switch self {
        case .subscription(let id): return detector.addSubscription(id)
        case .message(let id, let destination): return detector.addMessage(id, to: destination ?? id)
        case .messageAtMostOnce(let id): return detector.addMessage(id, to: id, atMostOnce: true)
        case .unsubscribe(let id): return detector.unsubscribe(id)
        case .open(let number):
            detector.connectionOpened(number)
            return detector.resume()
        case .closedByServer: return detector.connectionEnded(closedByServer: true)
        case .connectionLost: return detector.connectionEnded(closedByServer: false)
        case .receipt(let receipt): return detector.confirmed(receipt: receipt)
        case .error(let reason, let receipt, let subscription, let isCurrent):
            return detector.failed(reason, receipt: receipt, subscription: subscription, isCurrent: isCurrent)
        case .probeTimedOut: return detector.probeTimedOut()
        case .check: return detector.giveUpUnanswered()
        case .disconnect: return detector.disconnect()
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
        case .giveUp(let id): "give up \(id)"
        case .startProbeTimer: "start timer"
        case .close(let reason): "close: \(reason)"
        }
    }
}
