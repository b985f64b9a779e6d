import CheckoutFlow
import Foundation
import Messaging
import STOMP

/// The notices that a server sends to a reader: here, that a purchase was paid.
///
/// Every device of the reader gets them over its session.
public final class Notices {
    nonisolated struct Notice: Codable, Hashable, Sendable {
        /// The number of the receipt: the notice of a payment may be sent twice.
        let receipt: Int
        let text: String
    }

    /// The texts of the notices since log-in, in order.
    public var texts: [String] { notices.map(\.text) }

    private var notices: [Notice] = []
    private let session: MessagingSession
    private var listening: Task<Void, Never>?

    init(_ session: MessagingSession) { self.session = session }

    deinit { listening?.cancel() }

    /// Follows the notices.
    ///
    /// - Parameters:
    ///   - onChange: Called after each notice.
    ///   - onBegin: Called once no notice can be missed any more.
    func start(onChange: @escaping () -> Void, onBegin: @escaping () -> Void) {
        listening = Task { [weak self, session] in
            guard !Task.isCancelled else { return }
            guard let subscription = try? await session.subscribe(to: Self.destination(of: session.user)) else {
                return
            }
            if !Task.isCancelled { onBegin() }
            do {
                for try await message in subscription {
                    guard let notice = try? JSONDecoder().decode(Notice.self, from: Data(message.body)) else {
                        continue
                    }
                    guard let self, !Task.isCancelled else { return }
                    if !notices.contains(notice) { notices.append(notice) }
                    onChange()
                }
            } catch {}  // The session is over, and its screens with it.
        }
    }

    func end() { listening?.cancel() }

    nonisolated static func destination(of user: String) -> String {
        "/topic/notices.\(user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
}

/// Notifies a reader of a payment over their session, which sends the notice until the server has acknowledged it.
nonisolated struct SessionNotifications: PushService {
    let session: MessagingSession

    func push(_ receipt: PaymentReceipt) async throws {
        let notice = Notices.Notice(receipt: receipt.number, text: "paid: \(receipt.purchase.item)")
        try await session.send(
            Array(JSONEncoder().encode(notice)), to: Notices.destination(of: session.user),
            contentType: "application/json"
        ).acknowledged()
    }
}
