import StatePattern

/// The socket as nested enums: `Reconnecting` is a value inside the socket's own state, and inside `Suspended`.
///
/// It returns the commands for the line instead of performing them.
struct SocketAsEnum: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case disconnected
        case connected
        case reconnecting(Reconnecting)
        case suspended(Suspended)
    }

    enum Suspended: Hashable, Sendable {
        case idle
        case reconnecting(Reconnecting)
    }

    enum Reconnecting: Hashable, Sendable {
        case trying
        case waiting
    }

    enum Event: CaseIterable {
        case connect, disconnect, suspend, resume
        case didConnect, didFail, timerFired
    }

    /// The next state of the whole socket, and the commands for the line; `nil` if the event is not handled.
    typealias Answer = (next: State, commands: [Line.Command])?

    private(set) var state = State.disconnected

    mutating func handle(_ event: Event) -> (outcome: Outcome, commands: [Line.Command]) {
        let answer: Answer =
            switch (state, event) {
            case (.disconnected, .connect): (.reconnecting(.trying), [.open])
            case (.connected, .disconnect): (.disconnected, [.close])
            case (.connected, .suspend): (.suspended(.idle), [])
            case (.connected, .didFail): (.reconnecting(.trying), [.open])
            case (.reconnecting(let reconnecting), _): reconnecting.answer(to: event)
            case (.suspended(let suspended), _): suspended.answer(to: event)
            case (.disconnected, _), (.connected, _): nil
            }
        guard let answer else { return (.unhandled, []) }
        state = answer.next
        return (.transitioned, answer.commands)
    }
}

extension SocketAsEnum.Reconnecting {
    func answer(to event: SocketAsEnum.Event) -> SocketAsEnum.Answer {
        switch (self, event) {
        case (.trying, .didConnect): (.connected, [])
        case (.trying, .didFail): (.reconnecting(.waiting), [.startTimer])
        case (.trying, .disconnect): (.disconnected, [.close])
        case (.waiting, .timerFired): (.reconnecting(.trying), [.cancelTimer, .open])
        case (.waiting, .disconnect): (.disconnected, [.cancelTimer, .close])
        case (.trying, _), (.waiting, _): nil
        }
    }
}

extension SocketAsEnum.Suspended {
    func answer(to event: SocketAsEnum.Event) -> SocketAsEnum.Answer {
        switch (self, event) {
        case (.idle, .resume): (.connected, [])
        case (.idle, .didFail): (.suspended(.reconnecting(.trying)), [.open])
        case (.idle, .disconnect): (.disconnected, [.close])
        case (.idle, _): nil
        case (.reconnecting(.trying), .resume): (.reconnecting(.trying), [.open])
        case (.reconnecting(.waiting), .resume): (.reconnecting(.trying), [.cancelTimer, .open])
        case (.reconnecting(let reconnecting), _): wrapped(reconnecting.answer(to: event))
        }
    }

    /// Wraps the next state if the socket stays suspended. The inner machine answers for the whole socket, so each such
    /// case must be wrapped.
    private func wrapped(_ answer: SocketAsEnum.Answer) -> SocketAsEnum.Answer {
        guard var answer else { return nil }
        switch answer.next {
        case .reconnecting(let reconnecting): answer.next = .suspended(.reconnecting(reconnecting))
        case .connected: answer.next = .suspended(.idle)
        default: return answer
        }
        return answer
    }
}
