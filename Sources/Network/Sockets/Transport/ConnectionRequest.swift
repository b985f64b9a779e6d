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
    /// True if the transport passes on the bytes of all messages as they come in, as ``TransportEvent/binary(_:)``, without
    /// their boundaries.
    ///
    /// This is for a subprotocol that finds the ends of its messages in the bytes, such as STOMP. The transport keeps
    /// nothing, so no message is too large. Texts are not checked: some servers send any bytes in text frames.
    /// Otherwise it passes on whole messages up to a limit of size, and so does a transport that cannot do anything
    /// else, such as the system's. A text that is not UTF-8 is a violation of the protocol then.
    public var isByteStream: Bool

    public init(
        to url: URL, headers: [HeaderField] = [], subprotocols: [String] = [], isByteStream: Bool = false
    ) {
        self.url = url
        self.headers = headers
        self.subprotocols = subprotocols
        self.isByteStream = isByteStream
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
        ["url": shownURL, "headers": headers, "subprotocols": subprotocols, "isByteStream": isByteStream]
    }
}
