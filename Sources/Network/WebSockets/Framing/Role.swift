/// A side of a connection: a client masks what it sends, and a server does not.
///
/// Source: RFC 6455, section 5.1.
package enum Role: Hashable, Sendable {
    case client, server
}
