import Foundation
import TestSupport
import Testing

/// A second connection to the mpv of an engine, through which a test asks mpv what it does.
final class MPVWitness {
    private let socket: Int32
    private var received = Data()

    /// Waits until an mpv listens at a path: one with the option `--input-ipc-server`.
    init(at path: String) async throws {
        let socket = StreamSocket.make(AF_UNIX)
        self.socket = socket
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        func isRefused() -> Bool {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) != 0 }
            }
        }
        await yieldWhile("no mpv listens at \(path)", isRefused)
    }

    deinit { close(socket) }

    /// The values of properties, by their names; those that mpv does not have now are left out.
    func properties(_ names: [String]) throws -> [String: Any] {
        var values: [String: Any] = [:]
        for (index, name) in names.enumerated() {
            let command: [String: Any] = ["command": ["get_property", name], "request_id": index + 1]
            let line = try JSONSerialization.data(withJSONObject: command) + Data("\n".utf8)
            try #require(line.withUnsafeBytes { StreamSocket.send($0, to: socket) } == line.count)
            values[name] = try reply(to: index + 1)
        }
        return values
    }

    private func reply(to request: Int) throws -> Any? {
        while true {
            while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = received[..<end]
                received = Data(received[(end + 1)...])
                let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
                if object["request_id"] as? Int == request { return object["data"] }
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &buffer, buffer.count, 0)
            try #require(count > 0)
            received += buffer[..<count]
        }
    }
}
