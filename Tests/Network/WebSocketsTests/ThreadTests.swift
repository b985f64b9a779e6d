import Foundation
import LoopbackServer
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import WebSockets

#if os(Linux)
/// The threads that hundreds of connections need, where the system tells: none besides the others.
///
/// In separate processes: their threads are those of the connections, of the server, and of Swift.
@Suite(.blocking, .timeLimit(.minutes(60))) struct ThreadTests {
    @Test func `Five hundred busy connections need few threads`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit(to: 4096)
            let server = LoopbackServer()
            defer { server.stop() }
            let url = URL(string: "ws://localhost:\(try server.start())/")!
            await withTaskGroup(of: WebSocketTransport.self) { group in
                for _ in 0..<500 {
                    group.addTask {
                        let transport = WebSocketTransport()
                        transport.open(ConnectionRequest(to: url), timeout: .seconds(600))
                        #expect(await transport.nextEvent() == .opened(subprotocol: nil))
                        for number in 0..<20 {
                            transport.send(.text("\(number)")) { _ in }
                            #expect(await transport.nextEvent() == .text("\(number)"))
                        }
                        return transport
                    }
                }
                // Threads stay for some seconds after their last work, so that those of all connections are counted.
                var transports: [WebSocketTransport] = []
                for await transport in group { transports.append(transport) }
                #expect(try! threads() < 40)
            }
        }
    }

    @Test func `Three hundred encrypted connections that are not answered need few threads`() async {
        await #expect(processExitsWith: .success) {
            raiseDescriptorLimit(to: 4096)
            let server = try RawServer()
            let url = URL(string: "wss://127.0.0.1:\(server.port)/")!
            let transports = (0..<300).map { _ in WebSocketTransport() }
            try await withThrowingTaskGroup(of: TransportEvent.self) { group in
                for transport in transports {
                    transport.open(ConnectionRequest(to: url), timeout: .seconds(600))
                    group.addTask { await transport.nextEvent() }
                }
                // All of them have begun when their greetings are there.
                var peers: [StreamTask<TCPStream>] = []
                for _ in transports {
                    peers.append(try await server.accept())
                    #expect((try? await peers.last?.read(1))?.count == 1)
                }
                #expect(try! threads() < 40)
                for transport in transports { transport.abort() }
                for try await event in group { #expect(event == .ended(.abnormal(.aborted))) }
            }
            // When each has answered twice, their streams are gone. AddressSanitizer would take one that is still there for a
            // leak: it does not find what Swift's weak references point at.
            for transport in transports + transports {
                await withCheckedContinuation { answer in transport.send(.text("")) { _ in answer.resume() } }
            }
        }
    }
}

private func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
#endif

#if os(Linux)
/// The connections that programs inherit when this one starts them, where the system tells.
///
/// In separate processes, where no other test opens descriptors at the same time.
@Suite(.blocking, .timeLimit(.minutes(60))) struct InheritanceTests {
    @Test func `No program that is started inherits a connection, or who listens`() async {
        await #expect(processExitsWith: .success) {
            let before = try sockets()
            let server = try RawServer()
            var client: StreamTask? = TCPStreamTests.stream(to: server.port)
            #expect(await client?.connect() == nil)
            let peer = try await server.accept()
            let opened = try sockets().subtracting(before)
            // Who listens, both ends, and perhaps what was used to wait for the connection.
            #expect(opened.count >= 3)
            #expect(opened.allSatisfy(isKept))
            // Until here, all of them are there.
            await client.tearDown()
            await peer.settle()
            await server.stop()
        }
    }

    @Test(.needsOpenSSL)
    func `No program that is started inherits an encrypted connection`() async {
        await #expect(processExitsWith: .success) {
            let certificate = try Certificate(for: ["IP:127.0.0.1"])
            let (server, port) = try TLSPeer.start(certificate)
            defer { server.kill() }
            let before = try sockets()
            var client: StreamTask? = StreamTask {
                TLSStream(
                    host: "127.0.0.1", port: port, certificateAuthorities: certificate.file.path(percentEncoded: false),
                    queue: $0)
            }
            #expect(await client?.connect() == nil)
            let opened = try sockets().subtracting(before)
            #expect(opened.count == 1)
            #expect(opened.allSatisfy(isKept))
            await client.tearDown()
        }
    }
}

/// The sockets that this process has open to the network; those by which the threads of libcurl wake each other are none.
private func sockets() throws -> Set<Int32> {
    let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    return Set(
        numbers.filter { number in
            var address = sockaddr()
            var size = socklen_t(MemoryLayout.size(ofValue: address))
            return getsockname(number, &address, &size) == 0 && address.sa_family == sa_family_t(AF_INET)
        })
}

/// True if a program that is started does not get the descriptor.
private func isKept(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0 }
#endif
