import Messaging

/// The room of a book's readers, for a screen. Releasing it leaves the room.
public final class Room {
    /// The messages, one line for each.
    public private(set) var lines: [String] = []
    public private(set) var problem: String?

    var onChange: () -> Void = {}
    private var handle: ChatRoom?
    var isEntered: Bool { handle != nil }
    /// The texts that wait until the room is entered.
    private var early: [String] = []
    private var following: Task<Void, Never>?

    init(_ name: String, in session: MessagingSession) {
        following = Task { [weak self] in
            guard !Task.isCancelled else { return }
            do {
                let handle = try await session.chat.enter(name)
                await self?.didEnter(handle)
                let changes = handle.changes
                for await contents in changes {
                    guard let self, !Task.isCancelled else { return }
                    lines = contents.messages.map(\.description)
                    problem = contents.problem
                    onChange()
                }
            } catch {
                self?.fail("\(error)")
            }
        }
    }

    deinit { following?.cancel() }

    /// Sends a message to all readers in the room.
    func say(_ text: String) {
        guard let handle else { return early.append(text) }
        Task { [weak self] in await self?.send(text, to: handle) }
    }

    private func didEnter(_ handle: ChatRoom) async {
        self.handle = handle
        for text in early { await send(text, to: handle) }
        early = []
    }

    private func send(_ text: String, to handle: ChatRoom) async {
        do { try await handle.send(text) } catch { fail("\(error)") }
    }

    private func fail(_ problem: String) {
        self.problem = problem
        onChange()
    }
}
