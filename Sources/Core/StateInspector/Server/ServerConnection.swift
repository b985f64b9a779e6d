/// A client's connection, on which the server answers one request.
// Sound: it is used only on the server's queue.
final class ServerConnection: @unchecked Sendable {
    let socket: ServerSocket
    private weak var server: PageServer?
    private var reader = HTTPRequest.Reader()
    private var hasAnswered = false
    private var output: ArraySlice<UInt8> = []
    private var isOver = false
    /// Called when the connection with events ends; `nil` for a connection without events.
    private var eventsEnded: (() -> Void)?

    init(_ socket: ServerSocket, of server: PageServer) { (self.socket, self.server) = (socket, server) }

    /// True if the request was answered with events.
    var sendsEvents: Bool { eventsEnded != nil }

    /// True while output waits because the client reads slowly.
    var isBehind: Bool { !output.isEmpty }

    /// Reads and writes as many bytes as possible without blocking.
    func advance() {
        if isOver { return }
        if let bytes = socket.read() {
            if bytes.isEmpty { return end() }
            if !hasAnswered { read(bytes) }
        }
        flush()
    }

    private func read(_ bytes: [UInt8]) {
        do {
            guard let request = try reader.read(bytes) else { return }
            hasAnswered = true
            server?.answer(request, self)
        } catch {
            hasAnswered = true
            finish(status: 400)
        }
    }

    // MARK: Answers

    /// Answers the request, and ends the connection after the last byte.
    func finish(status: Int, headers: [String] = [], body: String = "") {
        write(head(status, headers + ["Content-Length: \(body.utf8.count)"]) + body)
    }

    /// Begins an answer that consists of events, and lasts until the connection ends. Then `ended` is called.
    func beginEvents(headers: [String], ended: @escaping () -> Void) {
        eventsEnded = ended
        write(head(200, headers + ["Content-Type: text/event-stream"]))
    }

    /// Sends an event. Its text must not contain a line break.
    func send(_ text: String, as name: String = "message") { write("event: \(name)\ndata: \(text)\n\n") }

    private func head(_ status: Int, _ headers: [String]) -> String {
        (["HTTP/1.1 \(status) "] + headers + ["", ""]).joined(separator: "\r\n")
    }

    private func write(_ text: String) {
        output += text.utf8
        flush()
        if isBehind { server?.wake() }
    }

    private func flush() {
        while isBehind {
            // If the connection has failed, the next read notices it and ends the connection.
            guard let count = socket.write(output) else { return output = [] }
            if count == 0 { return }
            output = output.dropFirst(count)
        }
        if hasAnswered && !sendsEvents { end() }
    }

    /// Ends the connection at once.
    func end() {
        if isOver { return }
        isOver = true
        socket.shutDown()
        eventsEnded?()
        server?.forget(self)
    }
}
