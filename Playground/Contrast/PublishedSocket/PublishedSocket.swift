import StateExploration
import StatePattern

/// The socket as an article published it, once as the code and once as the diagram, which differ.
///
/// Neither has effects, or numbers of attempts: they are states and events alone.
///
/// Source: “Стейт-машини. Частина 3: Ієрархічні стейт-машини” (“State machines, part 3: hierarchical state machines”),
/// swift.org.ua. Both are written anew here, from what the article's code does and from the edges of its diagram.
public enum PublishedSocket {
    /// The name and the place of the article.
    public static let source = "“Стейт-машини. Частина 3: Ієрархічні стейт-машини”, swift.org.ua"

    public static func code() -> MachineModel<String> { model("code", of: PublishedSocketCode.disconnected) }

    public static func diagram() -> MachineModel<String> { model("diagram", of: Place.disconnected) }

    private static func model<State: PublishedSocketState>(_ name: String, of state: State) -> MachineModel<String> {
        MachineModel(
            { state }, named: name, requests: Event.allCases.map(\.rawValue),
            perform: { state, name in
                guard let event = Event(rawValue: name) else { return .unhandled }
                let next = state.next(after: event)
                defer { state = next }
                return next == state ? .unhandled : .transitioned
            },
            state: { $0.place.rawValue })
    }

    enum Event: String, CaseIterable {
        case connect, disconnect, suspend, resume
        case connected, connectionFailed, authFailed, startedSession, reconnectTimerFired, disconnected
    }

    /// A state as the diagram shows it, named as in the class-based machine of the module `Sockets`.
    enum Place: String, CaseIterable {
        case disconnected = "Disconnected"
        case connecting = "Connecting"
        case startingSession = "StartingSession"
        case connected = "Connected"
        case disconnecting = "Disconnecting"
        case reconnecting = "Reconnecting/Attempting"
        case waiting = "Reconnecting/Waiting"
        case suspended = "Suspended/Idle"
        case suspendedReconnecting = "Suspended/Reconnecting/Attempting"
        case suspendedWaiting = "Suspended/Reconnecting/Waiting"
    }
}

/// A state of the published machine: a value that returns the next one.
protocol PublishedSocketState: Equatable {
    var place: PublishedSocket.Place { get }

    /// Returns the next state after an event; the state itself if it does not handle the event.
    func next(after event: PublishedSocket.Event) -> Self
}
