import Foundation
import Sockets
import TestSupport
import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(60))) struct HostResolverTests {
    typealias Step = LookupQueue.Step

    static func name(_ host: String) -> LookupQueue.Name { LookupQueue.Name(host: host, port: 80) }

    @Test func `A name is looked up once for all that ask for it, and threads and names are bounded`() {
        var queue = LookupQueue(threadLimit: 2, waitLimit: 3)
        var steps: [Step] = []
        for host in ["a", "a", "b", "c", "d"] { steps.append(queue.add(Self.name(host)) { _ in }) }
        // None of the threads has begun: three names wait, and the fourth is one too many.
        let refusal = Step.refuse(.unreachable("d: 3 other names wait for an answer of the name servers"))
        #expect(steps == [.startThread, .wait, .startThread, .wait, refusal])
        #expect(queue.next() == Self.name("a"))
        #expect(queue.add(Self.name("a")) { _ in } == .wait)
        #expect(queue.add(Self.name("d")) { _ in } == .wait)
        #expect(queue.finish(Self.name("a")).count == 3)
        #expect([queue.next(), queue.next(), queue.next(), queue.next()].map { $0?.host } == ["b", "c", "d", nil])
        #expect(queue.threads == 1)
        // Those that are done can be asked for again, and a new thread may be needed.
        #expect(queue.add(Self.name("a")) { _ in } == .startThread)
        #expect(queue.finish(Self.name("b")).count == 1)
    }

    @Test func `A thread that cannot be started leaves its names to the others, or to none`() {
        var queue = LookupQueue(threadLimit: 2, waitLimit: 3)
        #expect(queue.add(Self.name("a")) { _ in } == .startThread)
        #expect(queue.next() == Self.name("a"))
        #expect(queue.add(Self.name("b")) { _ in } == .startThread)
        #expect(queue.threadFailed().isEmpty)
        #expect(queue.next() == Self.name("b"))
        #expect(queue.next() == nil)
        #expect(queue.add(Self.name("c")) { _ in } == .startThread)
        #expect(queue.threadFailed().map(\.name.host) == ["c"])
        #expect(queue.threads == 0)
    }

    @Test func `A lookup without a thread fails at once, and says so`() async {
        let resolver = HostResolver(threadLimit: 1, waitLimit: 1, startThread: { _ in EAGAIN }) { _ in .success([]) }
        let stream = StreamTask { TCPStream(host: "example.org", port: 80, resolver: resolver, queue: $0) }
        let problem = "example.org: no thread to look the name up: Resource temporarily unavailable"
        #expect(await stream.connect(timeout: .seconds(3600)) == .unreachable(problem))
    }

    @Test(arguments: ["localhost", "LOCALHOST", "localhost.", "app.localhost"])
    func `This machine is asked for without a name server`(host: String) {
        #expect(SocketAddress.known(host, port: 80)?.map(\.family) == [AF_INET6, AF_INET])
    }

    @Test(arguments: ["localhost.example", "notlocalhost", "example.org", "", "."])
    func `Other names must be looked up`(host: String) {
        #expect(SocketAddress.known(host, port: 80) == nil)
    }
}
