import EnumTwins
import Playback
import Sockets
import StateExploration

/// The socket and the player as they are, on requests that go through the cells of their graphs, again and again.
///
/// Both sides pay for being called through a protocol, and for handing over what they have recorded.
func machineRows() throws -> [Row] {
    try [
        socketRow(requests: SocketContrast.machine.explore().transitionTour().joined()),
        playerRow(requests: PlayerContrast.overview.explore().transitionTour().joined()),
    ]
}

private func socketRow(requests: some Sequence<Socket.Request>) -> Row {
    let requests = Array(requests)
    func subject(_ socket: any SocketLike) -> Subject {
        { times in
            var effects = 0
            for number in 0..<times {
                _ = socket.perform(requests[number % requests.count])
                effects += socket.takeEffects().count
            }
            return effects
        }
    }
    return Row(
        name: "socket, per request", operations: 100_000, core: subject(SocketContrast.makeSocket()),
        asEnum: subject(SocketContrast.makeEnum()))
}

private func playerRow(requests: some Sequence<Player.Request>) -> Row {
    let requests = Array(requests)
    func subject(_ subject: PlayerContrast.Subject) -> Subject {
        { times in
            var commands = 0
            for number in 0..<times {
                _ = PlayerContrast.perform(requests[number % requests.count], on: subject)
                commands += subject.engine.takeCommands().count
            }
            return commands
        }
    }
    return Row(
        name: "player, per request", operations: 100_000, core: subject(PlayerContrast.makePlayer()),
        asEnum: subject(PlayerContrast.makeEnum()))
}
