import StatePattern

extension Exercise {
    static var socket: Exercise {
        Exercise(
            12, "Socket", teaches: "everything together", Socket.self, Solution.Socket.self,
            hints: [
                "While the app is suspended, a connection that opens leads to Idle(in: self), which lies in Suspended.",
                "When the app resumes, the connection of Idle is there already: Idle goes to socket.connected.",
                "Waiting does not know which superstate it lies in, and need not: the next state is Attempting(in: parent).",
                "Waiting logs \"cancel timer\" in willExit, and overrides connectionOpened, which its superstate would handle.",
            ])
    }
}

protocol SocketRequests: Logging {
    func connect() -> Outcome
    func disconnect() -> Outcome
    func connectionOpened() -> Outcome
    func connectionFailed() -> Outcome
    func waitEnded() -> Outcome
    func suspend() -> Outcome
    func resume() -> Outcome
}

extension SocketRequests {
    static var requests: KeyValuePairs<String, (Self) -> Outcome?> {
        [
            "connect": { $0.connect() }, "suspend": { $0.suspend() }, "resume": { $0.resume() },
            "connectionOpened": { $0.connectionOpened() }, "connectionFailed": { $0.connectionFailed() },
            "waitEnded": { $0.waitEnded() }, "disconnect": { $0.disconnect() },
        ]
    }
}

extension Socket: SocketRequests {}
extension Solution.Socket: SocketRequests {}
