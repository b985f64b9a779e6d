/// The code of the article “The context in forty lines”. Its types have the names of the core's, so they need a namespace.
enum FortyLines {
    /// The fate of a request, for its caller.
    enum Outcome {
        case transitioned, handled, unhandled, refused, queued
    }

    protocol ContextState: AnyObject {
        associatedtype Owner
        func didEnter(_ owner: Owner)
        func willExit(_ owner: Owner)
    }

    class Context<S: ContextState> {
        /// A state's answer to a request.
        enum Reaction {
            case transition(to: S), handled, unhandled, refused
        }

        /// A method of a state.
        typealias Method = (S) -> (S.Owner) -> Reaction
        typealias Observer = (_ source: S, _ target: S) -> Void

        private(set) var state: S
        private var observers: [Observer] = []
        private var queue: [(method: Method, isOwn: Bool)] = []
        private var isBusy = false, isNotifying = false
        private var owner: S.Owner { self as! S.Owner }

        init(initial: S) { state = initial }

        func observe(_ body: @escaping Observer) { observers.append(body) }

        @discardableResult
        func delegate(_ method: @escaping Method) -> Outcome {
            if isBusy {
                queue.append((method, !isNotifying))
                return .queued
            }
            isBusy = true
            let outcome = handle(method)
            while !queue.isEmpty {
                // The machine's own requests come before those of observers.
                let next = queue.firstIndex { $0.isOwn } ?? 0
                _ = handle(queue.remove(at: next).method)
            }
            isBusy = false
            return outcome
        }

        private func handle(_ method: Method) -> Outcome {
            switch method(state)(owner) {
            case .handled: return .handled
            case .unhandled: return .unhandled
            case .refused: return .refused
            case .transition(let target):
                let source = state
                source.willExit(owner)
                state = target
                target.didEnter(owner)
                isNotifying = true
                for observer in observers { observer(source, target) }
                isNotifying = false
                return .transitioned
            }
        }
    }

    final class Turnstile: Context<Turnstile.State> {
        class State: ContextState {
            func didEnter(_ turnstile: Turnstile) {}
            func willExit(_ turnstile: Turnstile) {}
            func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
            func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        }

        final class Locked: State {
            override func insertCoin(_ turnstile: Turnstile) -> Reaction {
                .transition(to: turnstile.unlocked)
            }
        }

        final class Unlocked: State {
            override func willExit(_ turnstile: Turnstile) {
                turnstile.passages += 1
            }
            override func push(_ turnstile: Turnstile) -> Reaction {
                .transition(to: turnstile.locked)
            }
        }

        let locked = Locked()
        let unlocked = Unlocked()
        private(set) var passages = 0

        init() { super.init(initial: locked) }

        @discardableResult func insertCoin() -> Outcome {
            delegate(State.insertCoin)
        }
        @discardableResult func push() -> Outcome { delegate(State.push) }
    }
}
