import StateExploration
import StatePattern

/// The two forms of the socket as models, which can be driven, explored and compared.
public enum SocketModels {
    public static func classes() -> MachineModel<String> {
        MachineModel(
            { SocketAsClasses() }, named: "classes",
            requests: [
                "connect": { $0.connect() }, "disconnect": { $0.disconnect() }, "suspend": { $0.suspend() },
                "resume": { $0.resume() }, "didConnect": { $0.didConnect() }, "didFail": { $0.didFail() },
                "timerFired": { $0.timerFired() },
            ],
            trace: { $0.line.takeLog() })
    }

    public static func `enum`() -> MachineModel<String> {
        MachineModel(
            { SocketAsEnum.Owner() }, named: "enum",
            requests: .init(SocketAsEnum.Event.allCases) { $0.perform($1) },
            state: { $0.socket.state.nameInGraph }, trace: { $0.line.takeLog() })
    }
}

extension SocketAsEnum {
    /// The owner of a socket, which carries out the socket's commands.
    struct Owner {
        var socket = SocketAsEnum()
        let line = Line()

        mutating func perform(_ event: Event) -> Outcome {
            let (outcome, commands) = socket.handle(event)
            commands.forEach(line.perform)
            return outcome
        }
    }
}

extension SocketAsEnum.State {
    var nameInGraph: String {
        switch self {
        case .disconnected: "Disconnected"
        case .connected: "Enabled/Connected"
        case .reconnecting(let reconnecting): "Enabled/\(reconnecting.nameInGraph)"
        case .suspended(.idle): "Enabled/Suspended/Idle"
        case .suspended(.reconnecting(let reconnecting)): "Enabled/Suspended/\(reconnecting.nameInGraph)"
        }
    }
}

extension SocketAsEnum.Reconnecting {
    var nameInGraph: String {
        switch self {
        case .trying: "Reconnecting"
        case .waiting: "Waiting"
        }
    }
}
