import CheckoutFlow
import Foundation
import Messaging
import STOMP

/// The notices that a server sends to a reader: here, that a purchase was paid.
///
/// Every device of the reader gets the notices over its session.
public final class Notices {
    /// The texts of the notices since log-in, in order.
    public var texts: [String] { receipts.map { "paid: \($0.purchase.item)" } }

    /// The receipts in the notices. The same receipt may be sent twice, and is stored once.
    private var receipts: [PaymentReceipt] = []
    private let session: MessagingSession
    private var listening: Task<Void, Never>?

    init(_ session: MessagingSession) { self.session = session }

    deinit { listening?.cancel() }

    /// Follows the notices.
    ///
    /// - Parameters:
    ///   - onChange: Called after each notice.
    ///   - onBegin: Called when the session has subscribed, so that no later notice can be missed.
    func start(onChange: @escaping () -> Void, onBegin: @escaping () -> Void) {
        listening = Task { [weak self, session] in
            guard !Task.isCancelled else { return }
            guard let subscription = try? await session.subscribe(to: Self.destination(of: session.user)) else {
                return
            }
            if !Task.isCancelled { onBegin() }
            do {
                for try await message in subscription {
                    guard let receipt = try? JSONDecoder().decode(PaymentReceipt.self, from: Data(message.body))
                    else { continue }
                    guard let self, !Task.isCancelled else { return }
                    if !receipts.contains(receipt) { receipts.append(receipt) }
                    onChange()
                }
            } catch {}  // The session is over, and so are its screens.
        }
    }

    func end() { listening?.cancel() }

    nonisolated static func destination(of user: String) -> String {
        "/topic/notices.\(user.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
}

/// Notifies a reader of a payment over the reader's session, which sends the notice until the server acknowledges it.
nonisolated struct SessionNotifications: PushService {
    let session: MessagingSession

    func push(_ receipt: PaymentReceipt) async throws {
        try await session.send(
            Array(JSONEncoder().encode(receipt)), to: Notices.destination(of: session.user),
            contentType: "application/json"
        ).acknowledged()
    }
}
