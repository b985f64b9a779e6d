import Foundation
@testable import StateInspector
import Synchronization
import TestSupport
import Testing

/// The server of an inspector, and clients that mean it no good.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The server of an inspector` {
    // MARK: Requests

    private static func request(_ pieces: [String]) throws -> HTTPRequest? {
        var reader = HTTPRequest.Reader()
        var request: HTTPRequest?
        for piece in pieces where request == nil { request = try reader.read(Array(piece.utf8)) }
        return request
    }

    @Test func `reads a request in any pieces`() throws {
        let text =
            "POST /live?a=1 HTTP/1.1\r\nHost: here \r\nX-Empty: \t\r\nContent-Length:004\t \r\nX: \t one:two \t\r\n\r\nbodyrest"
        for pieces in [[text], text.unicodeScalars.map { String($0) }] {
            let request = try #require(try Self.request(pieces))
            #expect(request.method == .post && request.resource == "/live?a=1")
            #expect(request.values(of: "host") == ["here"] && request.values(of: "x") == ["one:two"])
            #expect(request.values(of: "x-empty") == [""] && request.values(of: "none") == [])
            #expect(String(decoding: request.body, as: UTF8.self) == "body")
        }
        #expect(try Self.request(["GET / HTTP/1.1\r\nHost: here\r\n"]) == nil)
        #expect(try Self.request(["POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\nb"]) == nil)
    }

    @Test(arguments: [
        "hello", "\u{16}\u{3}\u{1}", "get / HTTP/1.1", "GET http://here/ HTTP/1.1", "GET /\r\n", "GET / HTTP/1.1 \r\n",
        "GET  / HTTP/1.1\r\n", "GET / HTTP/2\r\n", "DELETE / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nno colon\r\n",
        "GET / HTTP/1.1\r\nHost : here\r\n", "GET / HTTP/1.1\r\nHost: here\r\n folded\r\n", "GET / HTTP/1.1\r\n: x\r\n",
        "GET / HTTP/1.1\r\nHost: he\nre\r\n", "GET / HTTP/1.1\r\nHost: he\rre\r\n",
        "GET / HTTP/1.1\r\nHost: he\0re\r\n",
        "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -0\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ٢\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2,2\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16385\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n",
        "GET /\(String(repeating: "x", count: 16 << 10)) HTTP/1.1\r\n",
    ])
    func `reads no bytes that are not plainly a request`(text: String) {
        #expect(throws: HTTPRequest.Malformed.self) { try Self.request([text + "\r\n"]) }
        #expect(throws: HTTPRequest.Malformed.self) {
            try Self.request((text + "\r\n").unicodeScalars.map { String($0) })
        }
    }

    @Test func `is not led astray by random bytes`() {
        var seeds = SystemRandomNumberGenerator()
        let pieces = [
            "GET ", "POST ", "/", " HTTP/1.1", "\r\n", "\r", "\n", "Host: a", ":", " ", "Content-Length: 3", "\0", "é",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<30, using: &seeds)).map { _ in pieces.randomElement(using: &seeds) ?? ""
            }
            guard let request = try? Self.request(text) else { continue }
            #expect(request.resource.hasPrefix("/") && request.body.count <= 3, "\(text)")
        }
    }

    // MARK: Connections

    private func head(_ inspector: Inspector, _ method: String, _ path: String) -> String {
        let host = "127.0.0.1:\(inspector.url.port ?? 0)"
        return
            "\(method) \(path)?\(inspector.url.query() ?? "") HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n"
    }

    private func client(_ inspector: Inspector, receiveBuffer: Int32? = nil) throws -> RawClient {
        try #require(RawClient(port: UInt16(inspector.url.port ?? 0), receiveBuffer: receiveBuffer))
    }

    @Test func `lets a silent client go when there are too many, and no page`() async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "machine", in: "A")
        let page = try await ScriptedPage(inspector)
        _ = try await page.update()
        let silent = try (0..<64).map { _ in try client(inspector) }
        #expect(silent[0].readAll() == "")
        // The page is still there, and it can still say something.
        try await page.ask()
        shown.detail = "news"
        #expect(try await page.receive().machines[0].detail == "news")
        withExtendedLifetime(silent) {}
    }

    @Test func `has no more pages than it has room for`() async throws {
        let inspector = try Inspector()
        var pages: [ScriptedPage] = []
        for _ in 0..<64 { pages.append(try await ScriptedPage(inspector)) }
        #expect(try client(inspector).readAll() == "")
        await pages[0].close()
        // One that has gone makes room for another one.
        var later: ScriptedPage?
        await yieldWhile("there is no room for another page") {
            later = try? await ScriptedPage(inspector)
            return later == nil
        }
        await later?.close()
    }

    @Test func `keeps one update for a page that does not read, however often it asks`() async throws {
        let inspector = try Inspector()
        let shown = inspector.follow(named: "machine", in: "A")
        let long = String(repeating: "h", count: 299)
        let stalled = try client(inspector, receiveBuffer: 64 << 10)
        stalled.send((head(inspector, "GET", "/live") + "\r\n").utf8)
        await yieldWhile("no page is there") { !inspector.isWatched }
        let page = try await ScriptedPage(inspector)
        for number in 1...500 {
            shown.offer((0..<100).map { ("\(number) \($0)" + long, nil, long) }) { _, _ in nil }
            try await page.send(#"{"page": 1, "isReady": true}"#)
        }
        #expect(try await page.update().machines.count == 1)
        shown.detail = "the last one"
        // It gets what the system takes for a client that does not read, and an update or two: those above are 45 MB.
        let hasRead = Atomic(false)
        async let count = Task.detached {
            var (count, end) = (0, Data())
            while end.range(of: Data("the last one".utf8)) == nil, case let bytes = stalled.read(), !bytes.isEmpty {
                count += bytes.count
                end = (end + bytes).suffix(8192)
            }
            hasRead.store(true, ordering: .relaxed)
            return count
        }.value
        while !hasRead.load(ordering: .relaxed) {
            try await page.send(#"{"page": 1, "isReady": true}"#)
            await Task.yield()
        }
        #expect(await count < 16 << 20)
    }

    @Test func `sends a page the rest of an update when it reads on`() async throws {
        let inspector = try Inspector()
        let long = String(repeating: "n", count: 299)
        for machine in 0..<40 {
            let shown = inspector.follow(named: "\(machine)", in: "A")
            shown.offer((0..<100).map { ("\($0)" + long, nil, long) }) { _, _ in nil }
        }
        let slow = try client(inspector, receiveBuffer: 64 << 10)
        slow.send((head(inspector, "GET", "/live") + "\r\n").utf8)
        await yieldWhile("no page is there") { !inspector.isWatched }
        let other = try await ScriptedPage(inspector)
        try await other.send(#"{"page": 1, "isReady": true}"#)
        // Others are served at the same time.
        #expect(try await other.update().machines.count == 40)
        var text: [UInt8] = []
        while !text.suffix(4).elementsEqual("]}\n\n".utf8) {
            let bytes = slow.read()
            try #require(!bytes.isEmpty)
            text += bytes
        }
        #expect(text.count > 40 * 100 * 900)
        let start = try #require(Data(text).range(of: Data("event: message\ndata: ".utf8))).upperBound
        let update = try JSONDecoder().decode(ScriptedPage.Update.self, from: Data(text[start...]))
        #expect(update.machines.count == 40)
    }

    @Test func `answers one request on a connection, of a bounded size`() throws {
        let inspector = try Inspector()
        let twice = try client(inspector)
        twice.send(
            (head(inspector, "POST", "/live") + "Content-Length: 2\r\n\r\n{}" + head(inspector, "GET", "/")).utf8)
        #expect(twice.readAll() == "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n")
        let large = try client(inspector)
        large.send((head(inspector, "POST", "/live") + "Content-Length: 16385\r\n\r\n").utf8)
        #expect(large.readAll() == "HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `waits for descriptors when there are none, and continues`() async throws {
        await #expect(processExitsWith: .success) {
            let inspector = try Inspector()
            let port = UInt16(inspector.url.port ?? 0)
            var taken: [Int32] = []
            while case let next = dup(STDERR_FILENO), next >= 0 { taken.append(next) }
            // The client gets the only one: there is none to accept it with.
            if let last = taken.popLast() { close(last) }
            guard let client = RawClient(port: port) else { exit(1) }
            client.send("hello\r\n".utf8)
            for number in taken { close(number) }
            if !client.readAll().hasPrefix("HTTP/1.1 400 ") { exit(2) }
        }
    }
}
