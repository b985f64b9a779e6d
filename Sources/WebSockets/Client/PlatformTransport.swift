/// The transport that suits the platform: the system's own WebSocket where there is one that works.
///
/// `PlatformTransport()` is a transport to be opened, on every platform.
#if canImport(Darwin) || TYPECHECK_URLSESSION
public typealias PlatformTransport = URLSessionTransport
#else
public typealias PlatformTransport = WebSocketTransport
#endif
