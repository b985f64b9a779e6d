import Messaging

/// Reports the place of a reader, and stores the other readers at that place.
public final class Companions {
    /// The other users at the place; `nil` until the server has answered.
    public private(set) var others: [Presence.User]?
    var lines: [String] { others?.map(\.description) ?? [] }

    /// The place that was reported last; `nil` before the first report.
    private(set) var place: Place?

    var onChange: () -> Void = {}
    private let session: MessagingSession
    /// The task that reports the place, and follows the other users there.
    private var reporting: Task<Void, Never>?

    init(_ session: MessagingSession) { self.session = session }

    deinit { reporting?.cancel() }

    /// Reports the reader's place, unless it is the place that was reported last.
    func report(_ place: Place) {
        guard place != self.place else { return }
        if place.name != self.place?.name { others = nil }
        self.place = place
        reporting?.cancel()
        reporting = Task { [weak self, session] in
            // These tasks begin in the order of the calls of `report`, so the session gets the latest report last.
            guard !Task.isCancelled else { return }
            guard let sequence = try? await session.presence.report(place.name, status: place.status) else { return }
            for await others in sequence {
                if Task.isCancelled { return }
                self?.others = others.users
                self?.onChange()
            }
        }
    }

    func end() {
        onChange = {}
        reporting?.cancel()
        others = nil
    }
}
