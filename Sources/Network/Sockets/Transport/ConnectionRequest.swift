import AsyncPrimitives
import Foundation

/// A request for a connection: the URL, the headers and the subprotocols.
///
/// Descriptions leave out possible secrets: the query, the user and the fragment of the URL, and the values of most
/// headers. They show the subprotocols, so put a token into a header.
public struct ConnectionRequest: Hashable, Sendable {
    public var url: URL
    /// Headers in addition to the headers that the handshake sets, such as `Authorization`.
    public var headers: [HeaderField]
    /// The subprotocols that the client speaks, in the order of its preference.
    public var subprotocols: [String]
    /// True if the transport delivers the bytes of all messages as they come in, without the messages' boundaries.
    ///
    /// They come as ``TransportEvent/binary(_:)``. This is for a subprotocol that finds the ends of its messages in the
    /// bytes, such as STOMP. The transport keeps no bytes, so no message is too large. Texts are not checked, as some
    /// servers send any bytes in text frames.
    ///
    /// If this is false, and always with the system's transport, the transport delivers whole messages up to a size
    /// limit. Then a text that is not UTF-8 violates the protocol.
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
