// Compiles, outside the package: states are known by their classes, and a switch over a phase needs no default.
import CheckoutFlow
import EnumTwins
import Messaging
import Navigation
import Playback
import Sockets
import StateExploration
import StatePattern

func isPaused(_ player: Player) -> Bool { player.state is Player.Paused }

func isInPlaying(_ player: Player) -> Bool { player.state.enclosing(Player.Playing.self) != nil }

func title(of player: Player) -> String {
    switch player.phase {
    case .stopped, .paused: "play"
    case .advancing, .buffering: "pause"
    }
}

func phases(of player: Player) -> AsyncStream<Player.Phase> { player.changes { $0.target.phase } }

func perform(_ requests: [Player.Request], on player: Player) { for request in requests { player.perform(request) } }

func isOnline(_ status: SocketClient.Status) -> Bool {
    switch status.phase {
    case .connected, .suspendedIdle: true
    case .disconnected, .connecting, .startingSession, .reconnectingAttempting, .reconnectingWaiting,
        .suspendedReconnectingAttempting, .suspendedReconnectingWaiting, .disconnecting:
        false
    }
}

let entry = FunnelLog<ContinuousClock>.Entry(state: "Paused", count: 1, time: .zero)

func isOver(_ flow: Checkout.Flow) -> Bool { flow.state is Checkout.Flow.Stable }

func isPaid(_ flow: Checkout.Flow) -> Bool {
    switch flow.phase {
    case .beforeLogIn, .afterLogIn, .beforePayment: false
    case .paymentSuccess, .beforePush, .pushSuccess, .stable: flow.receipt != nil
    }
}

func needsLogIn(_ coordinator: SessionCoordinator) -> Bool {
    switch coordinator.phase {
    case .loggedOut, .refused: true
    case .connecting, .connected, .renewing, .expired, .closing, .refreshing, .waiting: false
    }
}

func waits(_ lifecycle: FlowLifecycle) -> Bool {
    switch lifecycle.phase {
    case .created, .delayed: true
    case .ready, .ended: lifecycle.state is FlowLifecycle.Ended
    }
}

func isCovered(_ presentation: Presentation) -> Bool {
    switch presentation.phase {
    case .hidden: true
    case .unpresented, .visible, .dismissed: presentation.state is Presentation.Hidden
    }
}
