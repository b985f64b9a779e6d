import StatePattern

extension Exercise {
    static var socket: Exercise {
        Exercise(
            12, "Socket", teaches: "everything together", Socket.self, Solution.Socket.self,
            hints: [
                "`Idle(in: self)` is the state to go to when a connection opens while the app is suspended.",
                "When the app resumes, the connection of Idle is there already: Idle goes to `socket.connected`.",
                "Waiting does not know which superstate it lies in, and need not: the next state is `Attempting(in: parent)`.",
                "Waiting logs \"cancel timer\" in `willExit`. It overrides `connectionOpened`, which its superstate would handle.",
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
