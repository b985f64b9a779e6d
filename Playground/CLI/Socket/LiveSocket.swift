import Dispatch
import Foundation
import Sockets

/// A client on a real connection: sends each typed line, and shows statuses and messages as they arrive.
@MainActor final class LiveSocket {
    enum Event: Sendable {
        case client(SocketClient.Event)
        case roundTrip(Result<Duration, any Error>)
        case sent(Result<Void, any Error>)
        case line(String)
        case endOfInput
        case quit
    }

    /// The time limit for sending everything and getting answers after the end of the input.
    nonisolated static let drainTime = Duration.seconds(10)

    let client: SocketClient
    let input = LineInput()
    private let events: AsyncStream<Event>
    private let eventSource: AsyncStream<Event>.Continuation
    /// Gets an element after each handled event of the client. The next event is read only after that.
    private let handled = AsyncStream.makeStream(of: Void.self)

    /// The latest status that was shown; `nil` at first.
    private var status: SocketClient.Status?
    private var wasConnected = false
    /// True once the input has ended.
    private var inputHasEnded = false
    /// True once the user has asked to quit.
    private var isLeaving = false
    private var counts = Counts()

    private struct Counts {
        /// Messages that have not been sent yet.
        var waiting = 0
        /// Messages that will never be sent.
        var lost = 0
        /// Messages that were typed and have no answer yet.
        var unanswered = 0
        /// Round trips that are being measured.
        var roundTrips = 0
    }

    init(_ options: SocketOptions) {
        var configuration = SocketClient.Configuration()
        configuration.closeTimeout = .seconds(1)
        // A file that is piped into the command arrives faster than a network can send it.
        configuration.sendLimit = 1_000_000
        client = SocketClient(
            configuration: configuration,
            transport: options.transport,
            request: { _ in options.request })
        (events, eventSource) = AsyncStream.makeStream(of: Event.self)
    }

    /// Connects, and runs until the user quits, or until everything is done after the end of the input.
    ///
    /// It throws an error if there was no connection, or if a message was not sent.
    func run() async throws {
        if Terminal.isInteractive {
            Terminal.print("Each line you type is sent, except for \(LiveSocket.commandList).")
        }
        forwardClientEvents()
        forwardLines()
        // Ctrl-C closes the connection in an orderly way.
        Interrupts.watch([SIGINT]) { [eventSource] in _ = eventSource.yield(.quit) }
        await client.connect()
        for await event in events {
            await handle(event)
            if isLeaving || isDone { break }
        }
        let unsent = counts.waiting + counts.lost
        let failure = client.status.failure
        await disconnect()
        if let failure, case .unauthenticated = failure { throw LiveFailure("\(failure)") }
        if !wasConnected {
            throw LiveFailure("there was no connection\(failure.map { ": \($0)" } ?? "")")
        }
        if unsent > 0 { throw LiveFailure("not sent: \(unsent) \(unsent == 1 ? "message" : "messages")") }
    }

    private var isDone: Bool {
        guard let status, status == client.status else { return false }
        if case .unauthenticated? = status.failure, status.phase == .disconnected { return true }
        guard inputHasEnded else { return false }
        return switch status.phase {
        case .connected: counts.waiting == 0 && counts.unanswered <= 0 && counts.roundTrips == 0
        case .suspendedIdle, .disconnected: true
        default: false
        }
    }

    private func handle(_ event: Event) async {
        switch event {
        case .client(let event): handle(event)
        case .roundTrip(let result):
            counts.roundTrips -= 1
            switch result {
            case .success(let duration): Terminal.show("  round trip in \(duration.inUnits)")
            case .failure(let error) where client.status.phase == .connected:
                Terminal.show("  no round trip: \(error)")
            case .failure: break
            }
        case .sent(let result):
            counts.waiting -= 1
            if case .failure(let error) = result { lose(error) }
        case .line(let line):
            if !Terminal.isInteractive { Terminal.show("> \(line)") }
            await execute(line)
        case .endOfInput:
            inputHasEnded = true
            report {
                try? await Task.sleep(for: LiveSocket.drainTime)
                return .quit
            }
        case .quit: isLeaving = true
        }
    }

    private func handle(_ event: SocketClient.Event) {
        defer { handled.continuation.yield() }
        switch event {
        case .message(let message):
            counts.unanswered -= 1
            Terminal.show("  received \(message)")
        case .status(let next):
            show(next)
            guard next.phase == .connected else { return }
            wasConnected = true
            measureRoundTrip()
        }
    }

    func leave() { isLeaving = true }

    // MARK: Requests of the client

    func send(_ text: String) async {
        do {
            let sending = try await client.send(.text(text))
            counts.waiting += 1
            counts.unanswered += 1
            report {
                do { return .sent(.success(try await sending.sent())) } catch { return .sent(.failure(error)) }
            }
        } catch {
            lose(error)
        }
    }

    func measureRoundTrip() {
        counts.roundTrips += 1
        report { [client] in
            do { return .roundTrip(.success(try await client.ping())) } catch { return .roundTrip(.failure(error)) }
        }
    }

    private func lose(_ error: any Error) {
        counts.lost += 1
        Terminal.show("  not sent: \(error)")
    }

    /// Disconnects, and shows the events until the client is disconnected.
    private func disconnect() async {
        await client.disconnect()
        guard status != client.status else { return }
        for await case .client(let event) in events {
            if case .status(let next) = event { show(next) }
            if status == client.status { return }
            handled.continuation.yield()
        }
    }

    private func show(_ next: SocketClient.Status) {
        status = next
        Terminal.show("  \(next.text)")
    }

    // MARK: Events

    private func report(_ event: @escaping @Sendable () async -> Event) {
        Task { [eventSource] in eventSource.yield(await event()) }
    }

    /// Forwards the events of the client one at a time, so that a fast peer cannot send faster than they are shown.
    private func forwardClientEvents() {
        Task { [events = client.events(), handled = handled.stream, eventSource] in
            var turns = handled.makeAsyncIterator()
            for await event in events.dropFirst() {
                eventSource.yield(.client(event))
                await turns.next()
            }
        }
    }

    private func forwardLines() {
        Task { [input, eventSource] in
            while let line = await input.nextLine() { eventSource.yield(.line(line)) }
            eventSource.yield(.endOfInput)
        }
    }
}
