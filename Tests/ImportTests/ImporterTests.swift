import CheckoutFlow
import CheckoutLogIn
import CheckoutModules
import CheckoutNotification
import CheckoutPayment
import EnumTwins
import Foundation
import ImportStandIns
import LoopbackBroker
import MPVPlayback
import Messaging
import Navigation
import Observation
import Playback
import Sockets
import StateExploration
import StateInspector
import STOMP
import SampleApp
import StatePattern
import Testing
import WebSockets

// An importer's file: every product beside the names of Apple's frameworks, used unqualified. That it compiles is the test.
// Stand-ins take the place of frameworks that are not on every system; Foundation and Observation are real. `NameTests`
// does the same with each single name.

/// A machine of the importer's own, and a model of it as a screen has one.
final class Lamp: Context<Lamp.State> {
    class State: ContextState {
        func didEnter(_ lamp: Lamp) {}
        func willExit(_ lamp: Lamp) {}
        func toggle(_ lamp: Lamp) -> Reaction<State> { .unhandled }
    }

    final class On: State {
        override func toggle(_ lamp: Lamp) -> Reaction<State> { .transition(to: Off()) }
    }

    final class Off: State {
        override func toggle(_ lamp: Lamp) -> Reaction<State> { .transition(to: On()) }
    }

    init() { super.init(initial: Off()) }

    func toggle() { delegate { $0.toggle($1) } }
}

@Observable final class LampModel {
    private(set) var isOn = false
    @ObservationIgnored private let lamp: Lamp

    init(_ lamp: Lamp) {
        self.lamp = lamp
        lamp.observe(for: self) { model, _, transition in model.isOn = transition.target is Lamp.On }
    }
}

struct LampView: View {
    typealias Body = Text

    @State var isOn = false
    var binding: Binding<Bool> { $isOn }
}

struct Fade: Transition { typealias Body = Text }
struct Clicks: Publisher { typealias Output = Int }
struct Ticket: Subscription {}

@Suite struct `A file that imports everything` {
    @Test func `An observable model follows a machine beside the names of Apple's frameworks`() {
        let lamp = Lamp()
        let model = LampModel(lamp)
        lamp.toggle()
        #expect(model.isOn)
    }
}
