// Compiles, outside the package: a switch over a phase needs no default.
import CheckoutFlow
import MachineModels
import Messaging
import Navigation
import Playback
import Sockets
import StatePattern

func isPaused(_ player: Player) -> Bool { player.phase == .paused }

func isInPlaying(_ player: Player) -> Bool { player.phase.isPlaying }

func title(of player: Player) -> String {
    switch player.phase {
    case .stopped, .paused: "play"
    case .advancing, .buffering: "pause"
    }
}

func phases(of player: Player) -> AsyncStream<Player.Phase> { player.changes { $0.target.phase } }

func isOnline(_ status: SocketClient.Status) -> Bool {
    switch status.phase {
    case .connected, .suspendedIdle: true
    case .disconnected, .connecting, .startingSession, .reconnectingAttempting, .reconnectingWaiting,
        .suspendedReconnectingAttempting, .suspendedReconnectingWaiting, .disconnecting:
        false
    }
}

func isOver(_ flow: Checkout.Flow) -> Bool { flow.phase == .stable }

func isPaid(_ flow: Checkout.Flow) -> Bool {
    switch flow.phase {
    case .beforeLogIn, .loggingIn, .logInFailed, .afterLogIn: false
    case .paying, .challenged, .paymentFailed, .paymentUnknown, .voiding, .voidFailed: false
    case .paymentSuccess, .pushing, .pushFailed, .pushSuccess, .stable: flow.receipt != nil
    }
}

func needsLogIn(_ coordinator: SessionCoordinator) -> Bool {
    switch coordinator.phase {
    case .loggedOut, .refused: true
    case .connecting, .connected, .renewing, .expired, .closing, .refreshing, .waiting: false
    }
}

func waits(_ lifecycle: FlowLifecycle) -> Bool { !lifecycle.isReady && !lifecycle.hasEnded }

func isCovered(_ presentation: Presentation) -> Bool { !presentation.isVisible && !presentation.isDismissed }
