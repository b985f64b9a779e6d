import AsyncPrimitives
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

extension ConnectionRequest: SecretHolding {
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
    package var shownParts: KeyValuePairs<String, Any> {
        ["url": shownURL, "headers": headers, "subprotocols": subprotocols]
    }
}
