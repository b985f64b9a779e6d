import StateExploration
import StatePattern

/// The socket of an article in two forms: the article's code and its diagram, which differ.
///
/// Both forms have only states and events, without effects and numbers of attempts.
///
/// Source: “Стейт-машини. Частина 3: Ієрархічні стейт-машини” (“State machines, part 3: hierarchical state machines”),
/// swift.org.ua. Both forms are written anew here, from the behavior of the article's code and from the edges of its
/// diagram.
public enum PublishedSocket {
    /// The article's title and the site that published it.
    public static let source = "“Стейт-машини. Частина 3: Ієрархічні стейт-машини”, swift.org.ua"

    public static func code() -> MachineModel<String> { model("code", of: PublishedSocketCode.disconnected) }

    public static func diagram() -> MachineModel<String> { model("diagram", of: Place.disconnected) }

    private static func model<State: PublishedSocketState>(_ name: String, of state: State) -> MachineModel<String> {
        MachineModel(
            { state }, named: name,
            requests: .init(Event.allCases) { state, event in
                let next = state.next(after: event)
                defer { state = next }
                return next == state ? .unhandled : .transitioned
            },
            state: { $0.place.rawValue })
    }

    enum Event: CaseIterable {
        case connect, disconnect, suspend, resume
        case connected, connectionFailed, authFailed, startedSession, reconnectTimerFired, disconnected
    }

    /// A state of the diagram. The raw value is the state's path in the class-based machine of the module `Sockets`.
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

/// A state of the published machine: a value that returns the next state.
protocol PublishedSocketState: Equatable {
    var place: PublishedSocket.Place { get }

    /// Returns the next state after an event; the state itself if it does not handle the event.
    func next(after event: PublishedSocket.Event) -> Self
}
