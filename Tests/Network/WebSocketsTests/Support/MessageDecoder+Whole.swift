import Sockets

@testable import WebSockets

/// Everything that a decoder says of some bytes: its events, and what was wrong in the end, if anything.
struct Decoded: Hashable, CustomStringConvertible {
    var events: [MessageDecoder.Event] = []
    var violation: ProtocolViolation?

    init(_ pieces: [ArraySlice<UInt8>], as role: Role = .client, messageSizeLimit: Int = 1 << 20) {
        var decoder = MessageDecoder(role: role, messageSizeLimit: messageSizeLimit)
        for piece in pieces where violation == nil {
            piece.withUnsafeBytes { bytes in
                var rest = bytes
                do throws(ProtocolViolation) {
                    while let event = try decoder.next(from: &rest) { events.append(event) }
                } catch {
                    violation = error
                }
            }
        }
    }

    init(_ bytes: [UInt8], as role: Role = .client, messageSizeLimit: Int = 1 << 20) {
        self.init([bytes[...]], as: role, messageSizeLimit: messageSizeLimit)
    }

    var description: String { "\(events), \(violation.map { "\($0.code): \($0.error)" } ?? "fine")" }
}

extension [UInt8] {
    func pieces(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}
