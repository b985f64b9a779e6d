#if canImport(Darwin)
/// The transport that suits the platform: here, the system's own WebSocket.
///
/// `PlatformTransport()` is a transport to be opened, on every platform.
public typealias PlatformTransport = URLSessionTransport
#else
/// The transport that suits the platform: here, where the system has no WebSocket, the one of this package.
///
/// `PlatformTransport()` is a transport to be opened, on every platform.
public typealias PlatformTransport = WebSocketTransport
#endif
