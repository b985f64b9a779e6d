import Foundation
import Sockets

/// The host, port and resource that a connection's URL names.
///
/// Source: RFC 6455, section 3.
struct Endpoint: Hashable, Sendable {
    let isSecure: Bool
    /// A name, or an address without brackets.
    let host: String
    let port: UInt16
    /// The path, followed by the query, if any.
    let resource: String

    /// Reads a URL. Throws `TransportError.invalidRequest` if no connection can be made to it.
    init(_ url: URL) throws(TransportError) {
        switch url.scheme?.lowercased() {
        case "ws": isSecure = false
        case "wss": isSecure = true
        default: throw .invalidRequest("the URL begins with neither ws: nor wss:")
        }
        guard url.user() == nil, url.password() == nil else {
            throw .invalidRequest(
                "the URL has a user or a password; credentials belong in a header such as Authorization")
        }
        guard url.fragment() == nil else { throw .invalidRequest("the URL has a fragment") }
        guard let host = url.host(percentEncoded: false).map(Endpoint.withoutBrackets), Endpoint.isHost(host) else {
            throw .invalidRequest("the URL has no host, or one with characters that no host has")
        }
        guard let port = UInt16(exactly: url.port ?? (isSecure ? 443 : 80)), port != 0 else {
            throw .invalidRequest("the URL has no port between 1 and 65535")
        }
        self.host = host
        self.port = port
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        resource = (path.isEmpty ? "/" : path) + query
    }

    /// The host and the port as the handshake names them, without the default port.
    ///
    /// An IPv6 address is in brackets and without its zone.
    var authority: String {
        let name = host.contains(":") ? "[\(host.prefix { $0 != "%" })]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Returns true if every URL parser understands a text as the same host.
    ///
    /// Another parser might decode a percent sign once more, so it is allowed only before the zone of an IPv6 address.
    private static func isHost(_ text: String) -> Bool {
        guard text.contains(":") else { return isName(text) }
        let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var address = in6_addr()
        return inet_pton(AF_INET6, String(parts[0]), &address) == 1 && parts.dropFirst().allSatisfy(isName)
    }

    private static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~".utf8.contains($0) }
    }
}
