import Messaging
import StateExploration
import StateInspector
import StatePattern

/// The log and the recorder that get the requests of all machines of an app, where there are any.
public struct MachineObservers {
    public let log: SequenceLog?
    public let recorder: Recorder?

    public init(log: SequenceLog? = nil, recorder: Recorder? = nil) { (self.log, self.recorder) = (log, recorder) }

    /// Follows the account of a device, and the gate of its service.
    public func follow(_ account: Account, of service: SessionAccountService, on device: String) {
        follow(account, named: "\(device): account")
        let (log, recorder, name) = (log, recorder, "\(device): gate")
        Task {
            if let log { await service.sessions.observeRequests(for: log) { $0.record($1, of: name) } }
            if let recorder { await service.sessions.observeRequests(for: recorder) { $0.record($1, of: name) } }
        }
    }

    func follow<S: ContextState>(_ context: Context<S>, named name: String) where S.Family == S {
        log?.follow(context, named: name)
        recorder?.follow(context, named: name)
    }

    func follow(_ session: MessagingSession, named name: String) {
        // A recording would begin somewhere in the life of the socket.
        if let log { Task { await session.observeRequests(for: log) { $0.record($1, of: name) } } }
    }
}
