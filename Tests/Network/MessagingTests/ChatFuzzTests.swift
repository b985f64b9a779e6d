import AsyncPrimitives
import NetworkTestSupport
import Sockets
import StateExploration
import TestSupport
import Testing

@testable import Messaging
@testable import STOMP

/// An app that chats with a server which sends anything.
@Suite(.timeLimit(.minutes(60))) struct ChatFuzzTests {
    @Test func `A chat outlives every frame of a server, and keeps nothing of it`() async throws {
        var seeds = FuzzSeeds(10, for: "a chat with the frames of a server")
        while let seed = seeds.next() {
            let story = HostileStory(seed: seed)
            try await story.play()
            if let problem = try await story.problem { Issue.record("seed \(seed): \(problem)") }
            await story.end()
        }
    }
}

private actor HostileStory {
    /// The frames of a story that are wrong.
    private static let frameCount = 40

    private let fixture: StompFixture
    private let session: MessagingSession
    private var frames: HostileFrames
    private var room: ChatRoom?

    init(seed: UInt64) {
        fixture = StompFixture { $0.heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10)) }
        session = fixture.messaging { $0.historyLimit = 5 }
        frames = HostileFrames(seed: seed, first: Int(seed % UInt64(Int.max / Self.frameCount)) * Self.frameCount)
        fixture.broker.ignore(.connect)
        if seed.isMultiple(of: 2) { fixture.broker.ignore(.send) }
    }

    private var status: SocketClient.Status { fixture.session.status }

    func play() async throws {
        await connect()
        var sent = 0
        while sent < Self.frameCount {
            // Every other connection has a hostile beginning.
            let number = try await waitForClient()
            let transport = await fixture.broker.network.transport(number)
            await emit(frames.make(.connected, subscriptions: [], receipts: []), on: transport)
            try await replaceConnection(number)
            sent += try await talk(on: try await waitForClient(), atMost: Self.frameCount - sent)
        }
    }

    private func connect() async { await session.connect(with: AccessToken(user: "ada", secret: "1")) }

    /// Waits until the client asks for a session. Returns the number of its connection.
    private func waitForClient() async throws -> Int {
        let number = try await fixture.session.wait { $0.phase == .startingSession }.attempt
        _ = await fixture.broker.frame(on: number) { $0.command == .connect }
        return number
    }

    /// Does what an app does on a connection on which hostile frames arrive, until it breaks. Returns the number of
    /// those frames.
    private func talk(on number: Int, atMost limit: Int) async throws -> Int {
        let transport = await fixture.broker.network.transport(number)
        await fixture.broker.send(.connected, on: number)
        try await fixture.waitForConnection(number)
        try await act()
        var count = 0
        while count < min(limit, 8), status.attempt == number, status.phase == .connected {
            let sent = await fixture.broker.frames(on: number)
            let bytes = frames.make(
                subscriptions: sent.filter { $0.command == .subscribe }.compactMap { $0["id"] },
                receipts: sent.compactMap { $0["receipt"] })
            await emit(bytes, on: transport)
            count += 1
            // Nothing can be read after it.
            if frames.hidesTheNext { break }
        }
        try await replaceConnection(number)
        return count
    }

    /// Enters a room, speaks there, and reports a place.
    private func act() async throws {
        room = try await session.chat.enter("quay")
        _ = try await session.presence.report("harbour")
        for _ in 1...2 { _ = try? await room?.send("Ahoy") }
    }

    private func emit(_ bytes: [UInt8], on transport: ScriptedTransport) async {
        transport.emit(.binary(bytes))
        await yieldWhile("the session has not read the frame") {
            transport.unread > 0 && !transport.calls.contains(.abort)
        }
    }

    /// Breaks a connection, unless it has ended, and lets the client open the next one.
    private func replaceConnection(_ number: Int) async throws {
        await fixture.broker.network.transport(number).emit(.abnormal(.connectionLost("")))
        let status = try await fixture.session.wait {
            $0.attempt == number && ($0.wait != nil || $0.phase == .disconnected) || $0.attempt > number
        }
        if status.phase == .disconnected {
            await connect()
        } else if let wait = status.wait {
            fixture.clock.advance(by: wait)
        }
    }

    // MARK: Afterwards

    /// The things that the session still holds with an orderly server; `nil` if they are no more than at the beginning.
    var problem: String? {
        get async throws {
            let number = try await waitForClient()
            fixture.broker.ignoreNothing()
            await fixture.broker.send(.connected, on: number)
            var held = await fixture.session.held
            // The decoder of the connection before goes when something is read from this one.
            await yieldWhile("the session holds messages, or the decoders of earlier connections") {
                if status.phase == .disconnected { await connect() }
                held = await fixture.session.held
                let isSettled = held.messages == 0 && held.decoders <= 2
                if isSettled, status.phase == .connected { return false }
                // While a connection begins, its deadline must not come before the server's answer.
                if let wait = status.wait { fixture.clock.advance(by: wait) }
                if status.phase == .connected { fixture.clock.advance(by: .seconds(2)) }
                return true
            }
            let rooms = await session.chat.roomCount
            guard held.subscriptions <= 3, rooms <= 1 else { return "\(held), \(rooms) rooms, \(status)" }
            let history = room?.contents.messages.count ?? 0
            return history <= 5 ? nil : "\(history) messages in the room"
        }
    }

    func end() async { await session.end() }
}

extension StompSession {
    fileprivate struct Held {
        var messages = 0, subscriptions = 0, decoders = 0
    }

    fileprivate var held: Held {
        Held(
            messages: unacknowledged.messages.count + detector.frames.values.count { $0.isMessage }
                + (detector.connection?.unwritten.reduce(0) { $0 + $1.count } ?? 0),
            subscriptions: max(subscriptions.entries.count, detector.frames.values.count { !$0.isMessage }),
            decoders: (Mirror(reflecting: incoming).descendant("decoders") as? [Int: FrameDecoder])?.count ?? .max)
    }
}

extension Chat {
    fileprivate var roomCount: Int { rooms.count }
    /// Returns when the chat has done what was asked of it before.
    func takeTurn() {}
}

/// Makes frames of a server of which one part is hostile: each part and each value in turn, and others at random.
private struct HostileFrames {
    private typealias Header = (name: String, value: String)

    /// The parts of frames, by the numbers of headers.
    private static let places: [(command: Frame.Command, header: Int)] =
        (0..<9).map { (.message, $0) } + [(.receipt, 0)] + (0..<4).map { (.error, $0) }

    private var generator: SeededGenerator
    /// The number of the next frame among all that there are in turn.
    private var turn: Int
    /// True if the last frame may have had no end.
    private(set) var hidesTheNext = false

    init(seed: UInt64, first turn: Int) {
        generator = SeededGenerator(seed: seed)
        self.turn = turn
    }

    private mutating func random(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

    /// Makes a frame, by default one that a server sends while a session runs.
    mutating func make(
        _ command: Frame.Command? = nil, subscriptions: [String], receipts: [String]
    ) -> [UInt8] {
        let place = command.map { ($0, random(4)) } ?? Self.places[turn % Self.places.count]
        let values = HostileValues.texts
        let value = command == nil ? values[turn / Self.places.count % values.count] : values[random(values.count)]
        if command == nil { turn += 1 }
        let (command, index) = place
        let body = random(2) == 0 ? "Ahoy" : #"{"user":"bob","place":"harbour","session":"s","number":1}"#
        var headers = headers(of: command, subscriptions, receipts, length: body.utf8.count)
        hidesTheNext = ["content-length", ""].contains(headers[index].name)
        var bytes = Array("\(random(40) == 0 ? value : command.rawValue)\n".utf8)
        switch random(12) {
        case 0: headers.insert((headers[index].name, value), at: 0)
        case 1: headers.append((headers[index].name, value))
        case 2: headers.remove(at: index)
        case 3: headers[index].name = value
        case 4: headers.shuffle(using: &generator)
        default: headers[index].value = value
        }
        let isRaw = random(4) == 0
        for header in headers {
            if isRaw || !command.escapesHeaders {
                bytes += Array("\(header.name):\(header.value)".utf8)
            } else {
                bytes.appendEscaped(header.name)
                bytes.append(UInt8(ascii: ":"))
                bytes.appendEscaped(header.value)
            }
            if random(60) == 0 { bytes += [0xff, 0xc0, 0x80] }
            bytes.append(10)
        }
        bytes.append(10)
        if command.mayHaveBody { bytes += Array((random(8) == 0 ? value : body).utf8) }
        return bytes + [0]
    }

    private mutating func headers(
        of command: Frame.Command, _ subscriptions: [String], _ receipts: [String], length: Int
    ) -> [Header] {
        let subscription = subscriptions.randomElement(using: &generator) ?? ""
        let receipt = receipts.randomElement(using: &generator) ?? ""
        return switch command {
        case .connected: [("version", "1.2"), ("heart-beat", "0,0"), ("session", "s"), ("server", "s")]
        case .receipt: [("receipt-id", receipt)]
        case .error: [("message", "no"), ("receipt-id", receipt), ("subscription", subscription), ("version", "1.2")]
        default:
            [
                ("ack", "\(random(1_000))"), ("subscription", subscription), ("message-id", "\(random(10))"),
                ("destination", "/topic/chat.quay"), ("send-id", receipt), ("author", "bob"), ("content-type", "text"),
                ("redelivered", "true"), ("content-length", "\(length)"),
            ]
        }
    }
}
