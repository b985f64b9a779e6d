import Foundation
import Sockets
import Testing

/// What a journal may show of a request.
@Suite struct ConnectionRequestTests {
    private static func everything(about value: some Sendable) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test(arguments: ["Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie"])
    func `The value of a field that carries a secret is not shown, wherever the field is`(name: String) {
        let field = HeaderField(name, "hunter2")
        let request = ConnectionRequest(to: URL(string: "wss://host/?room=1")!, headers: [field])
        let texts =
            Self.everything(about: field) + Self.everything(about: [field]) + Self.everything(about: request)
            + Self.everything(about: TransportEvent.refused(status: 302, headers: [field]))
            + Self.everything(about: SocketError.refused(status: 302, headers: [field]))
        for text in texts { #expect(!text.contains("hunter2")) }
        #expect("\(request)".contains(name))
        #expect("\(request)".contains("room=1"))
        #expect(field.value == "hunter2")
    }

    @Test func `Other fields are shown`() {
        let field = HeaderField("Retry-After", "9")
        #expect("\(field)" == "Retry-After: 9")
        for text in Self.everything(about: SocketError.refused(status: 503, headers: [field])).dropFirst(2) {
            #expect(text.contains("\"9\""))
        }
    }
}
