/// Decides which requests a server on this machine answers.
///
/// A page of another site can make its browser send requests to a server on this machine. Such requests name the site
/// as `Origin`, or as `Host` if the site has pointed its name to this machine (*DNS rebinding*). Such a page does not
/// know the token.
struct AccessCheck {
    enum Verdict: Hashable {
        /// The request is answered with the page.
        case page
        /// The request is answered with a stream of events, which are the page's updates.
        case updates
        /// The request carries a message from the page.
        case message
        /// The request gets an answer that is always the same, and so contains no information.
        case refused
    }

    /// The port of the server.
    let port: UInt16
    var token = makeToken()

    /// 128 random bits, as digits and letters.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    func verdict(on request: HTTPRequest) -> Verdict {
        let host = request.values(of: "host").joined().lowercased()
        let origins = request.values(of: "origin").map { $0.lowercased() }
        guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else { return .refused }
        guard origins.allSatisfy({ $0 == "http://" + host }) else { return .refused }
        let parts = request.resource.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isToken(parts[1]) else { return .refused }
        switch (request.method, parts[0]) {
        case (.get, "/"): return .page
        case (.get, "/live"): return .updates
        // A browser always adds the origin of a script that sends a message.
        case (.post, "/live") where origins.count == 1: return .message
        default: return .refused
        }
    }

    /// Compares all bytes, so that the time does not depend on the number of correct bytes.
    private func isToken(_ query: Substring) -> Bool {
        let (expected, given) = (Array("token=\(token)".utf8), Array(query.utf8))
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
