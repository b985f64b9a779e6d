import NetworkTestSupport
import STOMP
import Messaging
import Sockets
import Synchronization
import TestSupport

/// A STOMP server without a network, which answers as a server does, as far as a test lets it.
final class ScriptedBroker: Sendable {
    private struct Manners {
        var refused: Set<String> = []
        var unanswered: Set<Frame.Command> = []
    }

    let network = ScriptedNetwork()
    private let manners = Mutex(Manners())

    /// Makes one more transport, and serves it until it is let go of.
    func makeTransport() -> ScriptedTransport {
        let transport = network.makeTransport()
        Task { await serve(transport) }
        return transport
    }

    // MARK: What a test does

    /// Refuses who shows this token.
    func refuse(_ secret: String) { manners.withLock { _ = $0.refused.insert(secret) } }

    /// Leaves such frames unanswered from now on.
    func ignore(_ commands: Frame.Command...) { manners.withLock { $0.unanswered.formUnion(commands) } }

    /// Answers everything again; what was not answered stays so.
    func ignoreNothing() { manners.withLock { $0.unanswered = [] } }

    /// Says something on a connection, 1 for the first.
    func say(_ frame: Frame, on number: Int) async { say(frame, on: await network.transport(number)) }

    /// Delivers a message to a subscription.
    func deliver(_ text: String, to subscription: String, on number: Int) async {
        let headers = [("destination", "/topic/test"), ("message-id", "1"), ("subscription", subscription)]
        await say(Frame(.message, headers: headers.map { Frame.Header($0, $1) }, body: Array(text.utf8)), on: number)
    }

    /// Answers the farewell that was said on a connection.
    func answerFarewell(on number: Int) async {
        let farewell = await frame(on: number) { $0.command == .disconnect }
        await say(.receipt(for: farewell), on: number)
    }

    /// What was sent on a connection so far.
    func frames(on number: Int) async -> [Frame] { await network.transport(number).calls.flatMap(\.frames) }

    /// Waits until such a frame is sent on a connection.
    func frame(on number: Int, where isMeant: (Frame) -> Bool) async -> Frame {
        let transport = await network.transport(number)
        while true {
            let calls = transport.calls
            if let frame = calls.flatMap(\.frames).first(where: isMeant) { return frame }
            if Task.isCancelled { return Frame(.error) }  // The test has run out of time.
            await transport.waitForCalls(calls.count + 1)
        }
    }

    /// The tokens that were shown so far, in order, those that were shown again included.
    var tokens: [String] {
        get async {
            var tokens: [String] = []
            for number in 1..<(network.count + 1) {
                tokens += await frames(on: number).filter { $0.command == .connect }.compactMap { $0["passcode"] }
            }
            return tokens
        }
    }

    // MARK: What it does by itself

    private func serve(_ transport: ScriptedTransport) async {
        var count = 0
        while true {
            await transport.waitForCalls(count + 1)
            for call in transport.calls[count...] {
                count += 1
                switch call {
                case .open: transport.emit(.opened(subprotocol: "v12.stomp"))
                case .send: for frame in call.frames { answer(frame, on: transport) }
                case .close: transport.emit(.ended(TransportEvent.Ending(code: .normal)))
                case .ping: transport.emit(.pong)
                case .abort: return
                }
            }
        }
    }

    private func answer(_ frame: Frame, on transport: ScriptedTransport) {
        let manners = manners.withLock { $0 }
        if manners.unanswered.contains(frame.command) { return }
        if frame.command == .connect {
            let isRefused = manners.refused.contains(frame["passcode"] ?? "")
            say(isRefused ? .refusal : .connected, on: transport)
        } else if frame["receipt"] != nil {
            say(.receipt(for: frame), on: transport)
        }
    }

    private func say(_ frame: Frame, on transport: ScriptedTransport) {
        do {
            switch try frame.message() {
            case .text(let text): transport.emit(.text(text))
            case .binary(let bytes): transport.emit(.binary(bytes))
            }
        } catch {
            fatalError("A test says what no server can: \(error)")
        }
    }
}

extension ScriptedTransport.Call {
    /// The frames that were sent; none, if this is a heart-beat or something else.
    fileprivate var frames: [Frame] {
        guard case .send(let message) = self else { return [] }
        var decoder = FrameDecoder()
        decoder.append(message.bytes)
        var frames: [Frame] = []
        do {
            while let element = try decoder.next() { if case .frame(let frame) = element { frames.append(frame) } }
        } catch {
            fatalError("A client has sent what is no frame: \(error)")
        }
        return frames
    }
}

extension Frame {
    /// A server's consent to a session.
    static let connected = Frame(.connected, headers: [Header("version", "1.2")])
    /// A server's refusal of a token.
    static let refusal = Frame(.error, headers: [Header("message", "Bad CONNECT")])

    /// A server's answer to a frame that has asked for a receipt.
    static func receipt(for frame: Frame) -> Frame {
        Frame(.receipt, headers: [Header("receipt-id", frame["receipt"] ?? "")])
    }
}
