import CheckoutFlow
import Foundation
import Messaging
import Navigation
import Playback
import Sockets
import StateExploration
import TestSupport
import Testing

@testable import playground

/// Promises about all runs of a machine.
@Suite struct `The promises of a machine` {
    @Test func `are kept by the player, and some player breaks each`() throws {
        try expectKept(Player.promises, in: Player.model.explore())
        try expectKept(Player.promises, in: Player.overview.explore())
    }

    @Test func `are kept by the socket, and some socket breaks each`() throws {
        try expectKept(Socket.promises, in: Socket.model.explore())
    }

    @Test func `are kept by the checkout, and some checkout breaks each`() throws {
        try expectKept(Checkout.Flow.promises, in: Checkout.Flow.model.explore())
    }

    @Test func `are kept by the token gate, and some gate breaks each`() throws {
        try expectKept(TokenGate.promises, in: TokenGate.model.explore())
    }

    @Test func `are kept by the lifecycle of a flow, and some lifecycle breaks each`() throws {
        try expectKept(FlowLifecycle.promises, in: FlowLifecycle.model.explore())
    }

    @Test @MainActor func `are kept by the bookshop and the turnstile, and some other machine breaks each`() throws {
        try expectKept(NavigationMachine.promises, in: NavigationMachine.model.explore())
        try expectKept(TurnstileMachine.promises, in: TurnstileMachine.model.explore())
    }

    @Test @MainActor func `are shown with the shortest run that breaks them`() throws {
        let promises: Promises<String> = ["it stays locked": .always(.isIn("Locked"))]
        let checked = try CheckedPromises(promises, of: nil, in: TurnstileMachine.model.explore())
        #expect(checked.size == "2 states and 4 cells")
        #expect(checked.answers.map(\.isKept) == [false] && checked.answers[0].answer == "fails: insertCoin")
        try Program.withTemporaryFolder { folder in
            let pictures = folder.appending(path: "new/pictures")
            try Playground.save([("a/b", checked.pictures()[0])], in: pictures.path(percentEncoded: false))
            let svg = try String(contentsOf: pictures.appending(path: "a-b.svg"), encoding: .utf8)
            #expect(try PictureGeometry(svg).captions.map(\.text) == ["start", "insertCoin"])
        }
    }
}
