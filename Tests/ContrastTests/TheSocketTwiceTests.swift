import StateExploration
import StatePattern
import TestSupport
import Testing

@testable import Contrast

/// The socket as classes and as nested enums, claim by claim.
@Suite struct `The socket, written twice` {
    @Test func `a search finds no difference between the classes and the enums`() throws {
        let comparison = try SocketModels.classes().compare(with: SocketModels.enum())
        #expect("\(comparison)" == "no difference in 7 states and 49 cells")
    }

    /// The enums have this, too, at the price of a function that wraps the inner machine's answers.
    @Test(arguments: ["Enabled", "Enabled/Suspended"])
    func `one class lies in two superstates, and leads back into its own`(home: String) throws {
        let graph = try SocketModels.classes().explore()
        let waiting = try #require(graph.states.firstIndex(of: "\(home)/Waiting"))
        let timerFired = try #require(graph.requests.firstIndex { "\($0)" == "timerFired" })
        #expect(graph.states[graph.cells[waiting][timerFired].target] == "\(home)/Reconnecting")
    }

    @Test func `each way out of a wait cancels its timer, in both forms`() throws {
        for model in [SocketModels.classes(), SocketModels.enum()] {
            let graph = try model.explore()
            var waysOut = 0
            for (state, cells) in zip(graph.states, graph.cells) where state.hasSuffix("Waiting") {
                for cell in cells where cell.outcome == .transitioned {
                    waysOut += 1
                    #expect(cell.trace.first == "cancelTimer", "\(model.name), \(state)")
                }
            }
            #expect(waysOut == 5, "\(model.name)")
        }
    }

    @Test func `the hook of a superstate runs on each path out of it, and on no other`() throws {
        let graph = try SocketModels.classes().explore()
        let disconnected = try #require(graph.states.firstIndex(of: "Disconnected"))
        let closing = graph.cells.joined().filter { $0.trace.last == "close" }
        #expect(closing.count == 6)
        for cell in graph.cells.joined() where cell.outcome == .transitioned {
            #expect(cell.trace.contains("close") == (cell.target == disconnected))
        }
    }

    @Test func `a state that is added inherits the timer, in both superstates`() {
        let socket = SocketAsClasses()
        for (home, path) in [(socket.enabled, "Enabled/LastWait"), (socket.suspended, "Enabled/Suspended/LastWait")] {
            socket.delegate { [home] _, _ in .transition(to: SocketAsClasses.LastWait(in: home)) }
            #expect(socket.state.statePath == path)
            #expect(socket.line.takeLog() == ["startTimer"])
            socket.timerFired()
            #expect(socket.line.takeLog() == ["cancelTimer", "close"])
            #expect(socket.state is SocketAsClasses.Disconnected)
        }
    }
}

extension SocketAsClasses {
    /// Waits once more, and does not try again.
    fileprivate final class LastWait: Waiting {
        override func timerFired(_ socket: SocketAsClasses) -> Reaction { .transition(to: socket.disconnected) }
    }
}

/// Mistakes in the nested enums, and what finds each.
@Suite(.blocking) struct `Mistakes in the nested enums` {
    @Test(arguments: mistakes) func `are found`(mistake: Mistake) throws { try mistake.expectToBeFound() }

    static let mistakes = [
        // The `default` says that what else the inner machine answers is meant for the socket as it is.
        Mistake(
            "the wrapper lets an answer pass",
            (old: "        case .connected: answer.next = .suspended(.idle)\n", new: ""),
            files: Mistake.socketFiles,
            foundBy: .search(
                """
                classes and enum differ after connect, didConnect, suspend, didFail, didConnect
                  classes: transitioned, Enabled/Suspended/Idle
                  enum:    transitioned, Enabled/Connected
                """)),
        Mistake(
            "a way out forgets the timer",
            (
                old: "case (.waiting, .disconnect): (.disconnected, [.cancelTimer, .close])",
                new: "case (.waiting, .disconnect): (.disconnected, [.close])"
            ),
            files: Mistake.socketFiles,
            foundBy: .search(
                """
                classes and enum differ after connect, didFail, disconnect
                  classes: transitioned, Disconnected [cancelTimer, close]
                  enum:    transitioned, Disconnected [close]
                """)),
        Mistake(
            "a new inner state gets no cells",
            (old: "        case waiting\n", new: "        case waiting\n        case paused\n"),
            files: Mistake.socketFiles, foundBy: .compiler("switch must be exhaustive")),
    ]
}
