import Dispatch
import Foundation
import Sockets
import WebSockets

/// A client on a real connection: what is typed is sent, and what happens is shown as it happens.
@MainActor final class LiveSocket {
    /// The peer was not there, or did not get everything.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Event: Sendable {
        case status(SocketClient.Status)
        /// Something has come in.
        case message
        case roundTrip(Result<Duration, any Error>)
        case sent(Result<Void, any Error>)
        case line(String)
        /// Nothing more will be typed.
        case endOfInput
        case quit
    }

    /// How long the client has, at the end of the input, to get everything sent and answered.
    nonisolated static let patience = Duration.seconds(10)

    let client: SocketClient
    private let incoming: SocketClient.Messages.AsyncIterator
    private let events: AsyncStream<Event>
    private let happen: AsyncStream<Event>.Continuation

    /// What was shown last.
    private var status: SocketClient.Status?
    private var wasConnected = false
    private var inputHasEnded = false
    private var isLeaving = false
    /// How many messages have not been sent yet.
    private var waiting = 0
    /// How many never will be.
    private var lost = 0
    /// How many messages were typed for which none has come in.
    private var unanswered = 0
    private var roundTrips = 0
    /// Messages that are there before the state in which they came in is: states and messages come on different ways.
    private var early: [ReceivedMessage] = []

    init(_ options: SocketOptions) {
        var configuration = SocketClient.Configuration()
        configuration.closeTimeout = .seconds(1)
        // Whoever pipes a file into the command does not wait for each line.
        configuration.sendLimit = 1_000_000
        client = SocketClient(
            configuration: configuration,
            transport: {
                guard let file = options.certificateAuthorities else { return PlatformTransport() }
                return WebSocketTransport(certificateAuthorities: file)
            },
            request: { _ in options.request })
        incoming = client.messages().makeAsyncIterator()
        (events, happen) = AsyncStream.makeStream(of: Event.self)
    }

    /// Connects, and goes on until somebody quits, or the input has ended and everything is done.
    ///
    /// - Throws: ``Failure`` if the peer was not there, or did not get everything.
    func run() async throws {
        if Terminal.isInteractive { print("Each line you type is sent, except for \(LiveSocket.commandList).") }
        forward(client.statusUpdates.dropFirst()) { .status($0) }
        forward(client.messages()) { _ in .message }
        forward(Terminal.lines, atEnd: .endOfInput) { .line($0) }
        let interrupts = watchInterrupts()
        defer { interrupts.cancel() }
        await client.connect()
        for await event in events {
            await take(event)
            if isLeaving || isDone { break }
        }
        let unsent = waiting + lost
        let failure = client.status.failure
        await disconnect()
        if case .unauthenticated? = failure { throw Failure(description: "\(failure!)".escaped) }
        if !wasConnected {
            throw Failure(description: "there was no connection\(failure.map { ": \($0)" } ?? "")".escaped)
        }
        if unsent > 0 { throw Failure(description: "not sent: \(unsent) \(unsent == 1 ? "message" : "messages")") }
    }

    private var isDone: Bool {
        guard let status, status == client.status else { return false }
        if case .unauthenticated? = status.failure, status.phase == .disconnected { return true }
        guard inputHasEnded else { return false }
        return switch status.phase {
        case .connected: waiting == 0 && unanswered <= 0 && roundTrips == 0
        case .suspendedIdle, .disconnected: true
        default: false
        }
    }

    private func take(_ event: Event) async {
        switch event {
        case .status(let next):
            takeIncoming()
            show(next)
            guard next.phase == .connected else { return }
            wasConnected = true
            measureRoundTrip()
        case .message: takeIncoming()
        case .roundTrip(let result):
            roundTrips -= 1
            switch result {
            case .success(let duration): print("  round trip in \(duration.inUnits)")
            case .failure(let error): Terminal.show("  no round trip: \(error)")
            }
        case .sent(let result):
            waiting -= 1
            if case .failure(let error) = result { lose(error) }
        case .line(let line):
            if !Terminal.isInteractive { print("> \(line)") }
            await obey(line)
        case .endOfInput:
            inputHasEnded = true
            report {
                try? await Task.sleep(for: LiveSocket.patience); return .quit
            }
        case .quit: isLeaving = true
        }
    }

    func leave() { isLeaving = true }

    // MARK: What is asked of the client

    func send(_ text: String) async {
        do {
            let sending = try await client.send(.text(text))
            waiting += 1
            unanswered += 1
            report {
                do { return .sent(.success(try await sending.sent())) } catch { return .sent(.failure(error)) }
            }
        } catch {
            lose(error)
        }
    }

    func measureRoundTrip() {
        roundTrips += 1
        report { [client] in
            do { return .roundTrip(.success(try await client.ping())) } catch { return .roundTrip(.failure(error)) }
        }
    }

    private func lose(_ error: any Error) {
        lost += 1
        Terminal.show("  not sent: \(error)")
    }

    /// Disconnects, and shows how.
    private func disconnect() async {
        await client.disconnect()
        guard status != client.status else { return }
        for await event in events {
            guard case .status(let next) = event else { continue }
            show(next)
            if next == client.status { return }
        }
    }

    private func show(_ next: SocketClient.Status) {
        status = next
        Terminal.show("  \(next.text)")
        early.filter(hasShownConnection).forEach(show)
        early.removeAll(where: hasShownConnection)
    }

    /// Shows what has come in by now; before a state is shown, as what came in earlier is to be seen earlier.
    private func takeIncoming() {
        while let message = incoming.tryNextReceived() {
            if hasShownConnection(of: message) { show(message) } else { early.append(message) }
        }
    }

    private func show(_ incoming: ReceivedMessage) {
        unanswered -= 1
        Terminal.show("  received \(incoming.message)")
    }

    private func hasShownConnection(of incoming: ReceivedMessage) -> Bool {
        guard let status, status.attempt == incoming.attempt else { return (status?.attempt ?? 0) > incoming.attempt }
        return ![.connecting, .reconnectingAttempting, .suspendedReconnectingAttempting, .startingSession]
            .contains(status.phase)
    }

    // MARK: What happens

    private func report(_ happening: @escaping @Sendable () async -> Event) {
        Task { [happen] in happen.yield(await happening()) }
    }

    private func forward<Values: AsyncSequence & Sendable>(
        _ values: Values, atEnd end: Event? = nil, as event: @escaping @Sendable (Values.Element) -> Event
    ) where Values.Element: Sendable, Values.Failure == Never {
        Task { [happen] in
            for await value in values { happen.yield(event(value)) }
            if let end { happen.yield(end) }
        }
    }

    /// Makes Ctrl-C a way to leave that says farewell to the peer.
    private func watchInterrupts() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
        source.setEventHandler { [happen] in _ = happen.yield(.quit) }
        source.resume()
        return source
    }
}
