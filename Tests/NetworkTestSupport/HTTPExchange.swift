import Foundation

/// Sends bytes to a server, and returns all that it answers until it closes the connection.
///
/// - Parameters:
///   - request: The lines of a request, without the empty one at its end.
///   - port: The port.
///   - address: The address of the server, in four numbers.
/// - Returns: The answer; `nil` if there is no connection.
public func exchange(_ request: [String], port: UInt16, address: String = "127.0.0.1") -> String? {
    #if os(Linux)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var target = sockaddr_in()
    target.sin_family = sa_family_t(AF_INET)
    target.sin_port = port.bigEndian
    target.sin_addr.s_addr = inet_addr(address)
    let status = withUnsafePointer(to: &target) { target in
        target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
            connect(descriptor, target, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard status == 0 else { return nil }
    let bytes = Array((request + ["", ""]).joined(separator: "\r\n").utf8)
    guard send(descriptor, bytes, bytes.count, 0) == bytes.count else { return nil }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
    return String(decoding: answer, as: UTF8.self)
}
