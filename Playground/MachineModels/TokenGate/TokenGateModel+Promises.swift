import Messaging
import StateExploration
import StatePattern

extension TokenGateModel {
    /// The promises that the gate keeps to the session, to the token store, and to the user.
    public static var promises: Promises<TokenGateRequest> {
        [
            "a timer of an expiry is never started twice":
                .never(
                    .effect("startExpiryTimer"), after: .effect("startExpiryTimer"),
                    until: .effect("cancelExpiryTimer")),
            "a timer of a retry is never started twice":
                .never(
                    .effect("startRetryTimer"), after: .effect("startRetryTimer"), until: .effect("cancelRetryTimer")),
            "no session begins before the last one has ended":
                .never(.effect("connect"), after: .effect("connect"), until: .request(.disconnected)),
            "the token store is asked for one token at a time":
                .never(
                    .effect("askForRefresh"), after: .effect("askForRefresh"),
                    until: .effect("cancelRefresh") || .request(.refreshEnded, .refreshDenied)),
            "no session of a user begins after the log-out":
                .never(
                    .effect("connect"), after: .request(.noToken),
                    until: .request(.anotherToken, .anotherUsersToken, .refusedToken)),
            "a session that is closed leads further":
                .leads(from: .isIn("Closing"), to: !.isIn("Closing"), fair: [.disconnected]),
        ]
    }
}
