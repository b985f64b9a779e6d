import STOMP
import Sockets
import Synchronization
import TestSupport
import Testing

/// A STOMP server without a network: it answers as a server does, except where a test tells it not to.
package final class ScriptedBroker: Sendable {
    /// The way in which a server answers a request for a connection.
    package enum Reach {
        case reachable, unreachable, silent
    }

    private struct Faults {
        var reach = Reach.reachable
        var greeting: (@Sendable (ConnectionRequest) -> [TransportEvent]?)?
        var refusedPasscodes: Set<String> = []
        var refusesEveryone = false
        var closing: TransportEvent? = .ended(code: .normal)
        var unansweredCommands: Set<Frame.Command> = []
    }

    package let network = ScriptedNetwork()
    private let faults = Mutex(Faults())

    package init() {}

    /// Makes one more transport, and serves it until it is released.
    package func makeTransport() -> ScriptedTransport {
        let transport = network.makeTransport()
        Task { await serve(transport) }
        return transport
    }

    // MARK: Controlled by a test

    /// Answers requests for connections in this way from now on.
    package func become(_ reach: Reach) { faults.withLock { $0.reach = reach } }

    /// Answers requests for connections with these events from now on; with `nil`, as otherwise.
    package func greet(_ greeting: @escaping @Sendable (ConnectionRequest) -> [TransportEvent]?) {
        faults.withLock { $0.greeting = greeting }
    }

    package func refuse(_ passcode: String) { faults.withLock { _ = $0.refusedPasscodes.insert(passcode) } }

    package func accept(_ passcode: String) { faults.withLock { _ = $0.refusedPasscodes.remove(passcode) } }

    /// Refuses all clients from now on, or only those with a refused passcode.
    package func refuseEveryone(_ refusesEveryone: Bool = true) {
        faults.withLock { $0.refusesEveryone = refusesEveryone }
    }

    /// Closes connections after a refusal in this way from now on, or leaves them open.
    package func closeRefused(with closing: TransportEvent?) { faults.withLock { $0.closing = closing } }

    /// Leaves frames with these commands unanswered from now on.
    package func ignore(_ commands: Frame.Command...) {
        faults.withLock { $0.unansweredCommands.formUnion(commands) }
    }

    package func ignoreNothing() { faults.withLock { $0.unansweredCommands = [] } }

    /// Sends a frame on a connection; the first connection is 1.
    package func send(_ frame: Frame, on number: Int) async { send(frame, on: await network.transport(number)) }

    /// Delivers a message to a subscription, to be acknowledged by its ID.
    package func deliver(
        _ text: String, to subscription: String, id: String = "1", on number: Int, _ headers: HeaderField...
    ) async {
        let required = [
            ("destination", "/topic/test"), ("message-id", id), ("subscription", subscription), ("ack", id),
        ]
        let all = required.map { HeaderField($0, $1) } + headers
        await send(Frame(.message, headers: all, body: Array(text.utf8)), on: number)
    }

    /// Waits for a frame on a connection, and confirms it.
    package func confirm(on number: Int, where condition: (Frame) -> Bool) async {
        await send(.receipt(for: await frame(on: number, where: condition)), on: number)
    }

    /// Waits for a frame on a connection, and refuses it by its receipt.
    package func refuse(
        _ message: String, details: String = "", on number: Int, where condition: (Frame) -> Bool
    ) async {
        let receipt = await frame(on: number, where: condition)["receipt"] ?? ""
        let headers = [HeaderField("message", message), HeaderField("receipt-id", receipt)]
        await send(Frame(.error, headers: headers, body: Array(details.utf8)), on: number)
    }

    /// Answers the `DISCONNECT` that was sent on a connection.
    package func answerDisconnect(on number: Int) async {
        let disconnect = await frame(on: number) { $0.command == .disconnect }
        await send(.receipt(for: disconnect), on: number)
    }

    /// The frames that the client has sent on a connection so far.
    package func frames(on number: Int) async -> [Frame] { await network.transport(number).calls.flatMap(\.frames) }

    /// Waits until the client sends a frame that meets a condition.
    ///
    /// When the test's time limit cancels the wait, it reports the frames that there were.
    package func frame(
        on number: Int, sourceLocation: SourceLocation = #_sourceLocation, where condition: (Frame) -> Bool
    ) async -> Frame {
        let transport = await network.transport(number)
        while true {
            let calls = transport.calls
            if let frame = calls.flatMap(\.frames).first(where: condition) { return frame }
            if Task.isCancelled {
                let frames = calls.flatMap(\.frames)
                Issue.record("Waited for another frame than \(frames).", sourceLocation: sourceLocation)
                return Frame(.error)
            }
            await transport.waitForCall(calls.count + 1)
        }
    }

    package var passcodes: [String] {
        get async {
            var passcodes: [String] = []
            for number in 1..<(network.count + 1) {
                passcodes += await frames(on: number).filter { $0.command == .connect }.compactMap { $0["passcode"] }
            }
            return passcodes
        }
    }

    // MARK: Done by itself

    private func serve(_ transport: ScriptedTransport) async {
        var count = 0
        while true {
            await transport.waitForCall(count + 1)
            for call in transport.calls[count...] {
                count += 1
                switch call {
                case .open(let request, _):
                    let (reach, greeting) = faults.withLock { ($0.reach, $0.greeting?(request)) }
                    switch reach {
                    case .reachable where greeting != nil: greeting?.forEach(transport.emit)
                    case .reachable: transport.emit(.opened(subprotocol: "v12.stomp"))
                    case .unreachable: transport.emit(.abnormal(.unreachable("no route")))
                    case .silent: break
                    }
                case .send: for frame in call.frames { answer(frame, on: transport) }
                case .close: transport.emit(.closed(.normal))
                case .ping: transport.emit(.pong)
                case .abort: return
                }
            }
        }
    }

    private func answer(_ frame: Frame, on transport: ScriptedTransport) {
        let faults = faults.withLock { $0 }
        if faults.unansweredCommands.contains(frame.command) { return }
        if frame.command == .connect {
            let isRefused = faults.refusesEveryone || faults.refusedPasscodes.contains(frame["passcode"] ?? "")
            send(isRefused ? .refusal : .connected, on: transport)
            if isRefused, let closing = faults.closing { transport.emit(closing) }
        } else if frame["receipt"] != nil {
            send(.receipt(for: frame), on: transport)
        }
    }

    private func send(_ frame: Frame, on transport: ScriptedTransport) {
        do {
            switch try frame.message() {
            case .text(let text): transport.emit(.text(text))
            case .binary(let bytes): transport.emit(.binary(bytes))
            }
        } catch {
            fatalError("A test sends a frame that cannot be encoded: \(error)")
        }
    }
}

extension ScriptedTransport.Call {
    /// The frames in this call; none, if it is a heart-beat or no sending at all.
    fileprivate var frames: [Frame] {
        guard case .send(let message) = self else { return [] }
        var decoder = FrameDecoder()
        decoder.append(message.bytes)
        var frames: [Frame] = []
        do {
            while let element = try decoder.next() { if case .frame(let frame) = element { frames.append(frame) } }
        } catch {
            fatalError("A client has sent an invalid frame: \(error)")
        }
        return frames
    }
}

extension Frame {
    package static let connected = Frame(.connected, headers: [HeaderField("version", "1.2")])
    package static let refusal = Frame(.error, headers: [HeaderField("message", "Bad CONNECT")])

    package static func receipt(for frame: Frame) -> Frame {
        Frame(.receipt, headers: [HeaderField("receipt-id", frame["receipt"] ?? "")])
    }
}
