import Foundation

/// A request for a connection: the URL, the headers and the subprotocols.
///
/// Descriptions leave out what may be a secret: the query of the URL, its user and its fragment, and the values of most
/// headers. They show the subprotocols, which are names: a token belongs into a header.
public struct ConnectionRequest: Hashable, Sendable {
    public var url: URL
    /// The headers besides those that the protocol prescribes, such as `Authorization`.
    public var headers: [HeaderField]
    /// The subprotocols that the client speaks, in the order of its preference.
    public var subprotocols: [String]

    public init(to url: URL, headers: [HeaderField] = [], subprotocols: [String] = []) {
        self.url = url
        self.headers = headers
        self.subprotocols = subprotocols
    }
}

extension ConnectionRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private var shownURL: String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "(secret)" }
        let hasQuery = parts.percentEncodedQuery != nil
        (parts.user, parts.password, parts.percentEncodedQuery, parts.fragment) = (nil, nil, nil, nil)
        return (parts.string ?? "(secret)") + (hasQuery ? "?…" : "")
    }

    public var description: String {
        var text = shownURL
        if !subprotocols.isEmpty { text += " (\(subprotocols.joined(separator: ", ")))" }
        return headers.isEmpty ? text : text + " \(headers)"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(
            self, children: ["url": shownURL, "headers": headers, "subprotocols": subprotocols], displayStyle: .struct)
    }
}

/// A name and a value in the head of an HTTP message.
///
/// A secret must not get into a log, so descriptions show the value of a field only where it is known to be no secret.
public struct HeaderField: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension HeaderField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The names of fields whose values are no secrets; the address of a redirection, for one, may be one.
    private static let harmlessNames: Set = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "allow", "cache-control", "connection",
        "content-length", "content-type", "date", "host", "origin", "pragma", "retry-after", "sec-websocket-extensions",
        "sec-websocket-version", "server", "upgrade", "user-agent", "via", "www-authenticate",
    ]

    private var shownValue: String { HeaderField.harmlessNames.contains(name.lowercased()) ? value : "(secret)" }

    public var description: String { "\(name): \(shownValue)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "value": shownValue], displayStyle: .struct)
    }
}
