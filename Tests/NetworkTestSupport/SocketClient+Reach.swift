import Sockets

extension SocketClient {
    /// Waits until the client is in such a state; a test that has run out of time gets another one.
    @discardableResult nonisolated public func reach(_ isMeant: (Status) -> Bool) async -> Status {
        for await status in states where isMeant(status) { return status }
        return status
    }

    /// Waits until the client is in this state.
    @discardableResult nonisolated public func reach(_ phase: Socket.Phase) async -> Status {
        await reach { $0.phase == phase }
    }
}
