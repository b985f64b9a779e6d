/// Decides which requests a server on this machine answers.
///
/// A page of another site can make its browser send requests to a server on this machine. The requests name the site as
/// `Origin`, or as `Host` if the site has changed the address of its name (*DNS rebinding*). The page does not know the
/// token.
struct AccessCheck {
    enum Verdict: Hashable {
        /// The request gets the page.
        case page
        /// The request gets updates for the page, as events.
        case updates
        /// The request has a message of the page.
        case message
        /// The request gets an answer without information, always the same.
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

    /// Compares all bytes, so that the time does not depend on the number of correct ones.
    private func isToken(_ query: Substring) -> Bool {
        let (expected, given) = (Array("token=\(token)".utf8), Array(query.utf8))
        guard expected.count == given.count else { return false }
        return zip(expected, given).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
