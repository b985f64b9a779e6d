#if canImport(Darwin)
/// The transport for the platform: here, the system's WebSocket.
///
/// Code that calls `PlatformTransport()` compiles on every platform.
public typealias PlatformTransport = URLSessionTransport
#else
/// The transport for the platform: here, the transport of this package, because the system has no WebSocket.
///
/// Code that calls `PlatformTransport()` compiles on every platform.
public typealias PlatformTransport = WebSocketTransport
#endif
