import Foundation
import Sockets

extension SocketClient.Status {
    /// The state on one line, such as
    /// `Reconnecting/Waiting, attempt 3 starts in 0.50 s (unreachable: Connection refused)`.
    var text: String { text(waitingFor: wait) }

    /// The state on one line, with the time until the next attempt, `wait`; `nil` if the client does not wait.
    func text(waitingFor wait: Duration?) -> String {
        var line = "\(phase)"
        let hasFailed = phase == .reconnectingWaiting || phase == .suspendedReconnectingWaiting
        if let wait {
            line += ", attempt \(hasFailed ? attempt + 1 : attempt) starts in \(wait.inUnits)"
        } else if !hasFailed && phase.isReconnecting || phase == .connecting {
            line += ", attempt \(attempt)"
        }
        if let subprotocol, phase == .connected { line += ", subprotocol \(subprotocol)" }
        if let failure, wait != nil || phase == .disconnected { line += " (\(failure))" }
        return line
    }
}

extension Duration {
    /// The duration in seconds, or in milliseconds if it is less than a tenth of a second: `0.50 s`, `0.3 ms`.
    var inUnits: String {
        self < .milliseconds(100)
            ? String(format: "%.1f ms", self / .milliseconds(1)) : String(format: "%.2f s", self / .seconds(1))
    }
}
