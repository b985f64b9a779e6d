import LoopbackServer
import Synchronization

/// Decides which requests a server on this machine answers.
///
/// A page of another site that is open in a browser can make the browser ask a server on this machine, under its own name
/// (`Origin`) or, after it has changed the address of a name, under that one (`Host`, *DNS rebinding*). It does not know the
/// token.
final class AccessCheck: Sendable {
    enum Verdict: Hashable {
        /// The request gets the page.
        case page
        /// The request gets a connection on which the page is told what happens.
        case live
        /// The request gets an answer that says nothing, always the same.
        case refused
    }

    /// The port of the server, which is known when it listens.
    let port = Atomic<UInt16>(0)
    let token: String

    init(token: String = AccessCheck.makeToken()) { self.token = token }

    /// 128 random bits, as digits and letters.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    func verdict(on request: LoopbackServer.Request) -> Verdict {
        let port = port.load(ordering: .relaxed)
        let hosts = request.values(of: "Host").map { $0.lowercased() }
        let origins = request.values(of: "Origin").map { $0.lowercased() }
        guard hosts.count == 1, ["127.0.0.1:\(port)", "localhost:\(port)"].contains(hosts[0]) else { return .refused }
        guard origins.allSatisfy({ $0 == "http://" + hosts[0] }) else { return .refused }
        let parts = request.resource.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isToken(parts[1]) else { return .refused }
        switch (String(parts[0]), request.isUpgrade) {
        case ("/", false): return .page
        // A browser always says where a script comes from that asks for a connection.
        case ("/live", true) where origins.count == 1: return .live
        default: return .refused
        }
    }

    /// Compares all bytes, so that the time says nothing about how many are right.
    private func isToken(_ query: Substring) -> Bool {
        let (expected, given) = (Array("token=\(token)".utf8), Array(query.utf8))
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
