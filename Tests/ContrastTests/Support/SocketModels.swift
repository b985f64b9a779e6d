import StateExploration
import StatePattern

/// The two sockets as machines that can be driven, explored and compared.
enum SocketModels {
    static func classes() -> MachineModel<SocketAsEnum.Event> {
        MachineModel(
            { SocketAsClasses() }, named: "classes", requests: SocketAsEnum.Event.allCases,
            perform: { $0.perform($1) }, trace: { $0.line.takeLog() })
    }

    static func `enum`() -> MachineModel<SocketAsEnum.Event> {
        MachineModel(
            { SocketAsEnum.Owner() }, named: "enum", requests: SocketAsEnum.Event.allCases,
            perform: { $0.perform($1) }, state: { $0.socket.state.nameInGraph }, trace: { $0.line.takeLog() })
    }
}

extension SocketAsClasses {
    func perform(_ event: SocketAsEnum.Event) -> Outcome {
        switch event {
        case .connect: connect()
        case .disconnect: disconnect()
        case .suspend: suspend()
        case .resume: resume()
        case .didConnect: didConnect()
        case .didFail: didFail()
        case .timerFired: timerFired()
        }
    }
}

extension SocketAsEnum {
    /// The owner of a socket, which carries out what that returns.
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
