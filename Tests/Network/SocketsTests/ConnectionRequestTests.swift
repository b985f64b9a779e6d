import Foundation
import Sockets
import Testing

@Suite struct ConnectionRequestTests {
    private static func everything(about value: some Sendable) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(reflecting: value), dumped]
    }

    @Test(arguments: ["Authorization", "PROXY-AUTHORIZATION", "cookie", "Set-Cookie", "X-Api-Key", "Location"])
    func `The value of a field that may carry a secret is not shown, wherever the field is`(name: String) {
        let field = HeaderField(name, "hunter2")
        let request = ConnectionRequest(to: URL(string: "wss://host/")!, headers: [field])
        let texts =
            Self.everything(about: field) + Self.everything(about: [field]) + Self.everything(about: request)
            + Self.everything(about: [request])
            + Self.everything(about: TransportEvent.refused(status: 302, headers: [field]))
            + Self.everything(about: SocketError.refused(status: 302, headers: [field]))
        for text in texts { #expect(!text.contains("hunter2")) }
        #expect("\(request)".contains(name))
        #expect(field.value == "hunter2")
    }

    @Test func `Fields that are known to carry none are shown`() {
        let field = HeaderField("Retry-After", "9")
        #expect("\(field)" == "Retry-After: 9")
        for text in Self.everything(about: SocketError.refused(status: 503, headers: [field])).dropFirst(2) {
            #expect(text.contains("\"9\""))
        }
    }

    @Test func `The query of a URL, its fragment and its user are not shown`() {
        let url = URL(string: "wss://ada:hunter2@host:8080/chat%201?token=hunter2#hunter2")!
        let request = ConnectionRequest(
            to: url, headers: [HeaderField("User-Agent", "x")], subprotocols: ["v12.stomp", "chat"])
        for text in Self.everything(about: request) + Self.everything(about: [request]) {
            #expect(!text.contains("hunter2") && !text.contains("ada"))
            #expect(text.contains("wss://host:8080/chat%201?…"))
            #expect(text.contains("v12.stomp"))
        }
        #expect("\(request)" == "wss://host:8080/chat%201?… (v12.stomp, chat) [User-Agent: x]")
        #expect("\(ConnectionRequest(to: URL(string: "ws://[::1]")!))" == "ws://[::1]")
        #expect(request.url == url)
    }
}
