import Foundation
import Sockets

extension StompSession {
    /// Where a session connects, and its times and limits.
    public struct Configuration: Sendable {
        /// The servers, which are tried in turn: one for each attempt.
        ///
        /// What a cluster behind them keeps when one of them fails, <doc:Guarantees> says.
        public var urls: [URL]
        /// The virtual host.
        public var host = "/"
        /// Where the server expects the access token.
        public var tokenPlace = TokenPlace.passcode
        /// What this side promises and wants; a server that is not heard of for twice the time agreed is given up.
        public var heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
        /// How many messages may wait to be acknowledged.
        public var sendLimit = 100
        /// How long to wait for the server's answer to a farewell.
        public var farewellTimeout = Duration.seconds(2)
        /// How often in a row the server may close the connection upon the same message or subscription, before that is
        /// given up.
        public var closingLimit = 3
        /// How large frames of the server may be.
        public var frameLimits = FrameLimits()
        /// The times and limits of the socket below.
        public var socket = SocketClient.Configuration()

        /// - Precondition: There is at least one URL.
        public init(urls: [URL]) {
            guard !urls.isEmpty else { fatalError("A session needs a server.") }
            self.urls = urls
        }
    }

    /// Where a server expects an access token.
    public enum TokenPlace: Hashable, Sendable {
        /// As `passcode`, with the user as `login`.
        case passcode
        /// In a header of `CONNECT` that is called so.
        case header(String)
    }
}
