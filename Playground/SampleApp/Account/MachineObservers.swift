import Messaging
import StateExploration
import StateInspector
import StatePattern

/// Attaches a log and a recorder, if given, to all machines of a device.
public struct MachineObservers {
    private let device: String
    private let log: RequestLog?
    private let recorder: Recorder?
    private var logs: [RequestLog] { [log, recorder?.log].compactMap(\.self) }

    public init(on device: String = "device", log: RequestLog? = nil, recorder: Recorder? = nil) {
        (self.device, self.log, self.recorder) = (device, log, recorder)
    }

    /// Begins to observe the account of the device.
    public func follow(_ account: Account) { follow(account, named: "\(device): account") }

    /// Begins to observe the gate of a coordinator that was not started yet.
    func follow(_ sessions: SessionCoordinator) async {
        let name = "\(device): gate"
        for log in logs { await sessions.observeRequests(for: log) { $0.record($1, of: name) } }
    }

    func follow<Machine, S>(
        _ context: Machine, named name: String, saving: @escaping (Machine) -> (any Encodable)? = { _ in nil }
    ) where Machine: Context<S> {
        for log in logs { log.follow(context, named: name, saving: saving) }
    }

    func follow(_ session: MessagingSession, named name: String) {
        // Not recorded, because the recording would begin in the middle of the socket's life.
        if let log { Task { await session.observeRequests(for: log) { $0.record($1, of: name) } } }
    }
}
