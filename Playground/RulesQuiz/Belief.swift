import Foundation

/// A belief that people have instead of a rule.
enum Belief: String, CaseIterable {
    case superstateIsLeft = "every transition exits and enters the superstate, too"
    case superstateHasNoHooks = "only the hooks of the leaf run, and not those of its superstate"
    case entriesFromInside = "entry hooks run from the leaf upwards"
    case exitsFromOutside = "exit hooks run from the superstate downwards"
    case noInitialSubstate = "a transition to a superstate ends there, without its initial substate"
    case history = "a superstate is entered in the substate in which it was left"
    case handlerAfterExits = "the handler runs between the exit and the entry hooks, as in UML"
    case noBubbling = "a superstate gets no request that its substate leaves unhandled"
    case refusalBubbles = "a refused request goes on to the superstate, as an unhandled one does"
    case selfIsNothing = "a transition to the state itself runs no hook"
    case selfIsTheLeaf = "a superstate’s transition to itself exits and enters the leaf only"
    case external = "a transition between superstate and substate exits and enters the superstate (UML: external)"
    case stateBeforeExits = "in an exit hook, `state` is the target already"
    case stateAfterEntries = "in an entry hook, `state` is still the source"
    case stateIsOwner = "in a hook of a superstate, `state` is the superstate itself"
    case stateIsEntered = "in the entry hook of a superstate, `state` is the superstate, and the leaf in its exit hook"
    case stateIsFinal = "in the entry hook of a superstate, `state` is the initial substate already"
    case followUpAtOnce = "a request that a hook makes is carried out at once"
    case deferredFirst = "deferred requests come before the requests that hooks have made"
    case deferredIsLost = "a deferred request is lost"
    case observersFirst = "observers are called before the entry hooks"
    case observerForEachState = "an observer is called for each state that is entered"
    case observerForEachRequest = "an observer is called after each request, also without a transition"

    /// The rule against it, and the beginning of the sentence that says so.
    var rule: (number: Int, beginning: String) {
        switch self {
        case .noBubbling: (1, "When a state returns")
        case .refusalBubbles: (1, "A state that returns `refused`")
        case .handlerAfterExits: (2, "The method that handles a request runs")
        case .exitsFromOutside: (3, "Exits run from")
        case .superstateIsLeft: (3, "Exits end below")
        case .superstateHasNoHooks, .entriesFromInside, .noInitialSubstate, .history: (3, "Entries run downwards")
        case .selfIsNothing, .selfIsTheLeaf: (4, "the handling state itself")
        case .external: (4, "a descendant of the handling state")
        case .stateBeforeExits: (5, "In every exit hook")
        case .stateAfterEntries, .stateIsOwner, .stateIsEntered: (5, "Then it changes once")
        case .stateIsFinal: (5, "An initial substate becomes")
        case .followUpAtOnce: (6, "A request that is made while another one is handled")
        case .deferredFirst, .deferredIsLost: (7, "After each transition")
        case .observersFirst, .observerForEachState, .observerForEachRequest: (9, "Observers are called in the order")
        }
    }

    /// The sentence of the rule, out of the article on the rules.
    ///
    /// - Throws: The error of the file if it cannot be read.
    func sentence() throws -> String {
        let article = try RulesQuiz.text(of: "Sources/Core/StatePattern/StatePattern.docc/Rules.md")
        let plain = article.replacing("*", with: "").replacing(/``(?:\w+\/)?(\w+)[^`]*``/) { "`\($0.output.1)`" }
        let section = plain.components(separatedBy: "\n### \(rule.number). ")[1].components(separatedBy: "\n#")[0]
        let rest = section[(section.firstRange(of: rule.beginning)?.lowerBound ?? section.endIndex)...]
        let end = rest.firstMatch(of: /\.(?=\s)|(?= \|\n)/)?.range.upperBound ?? rest.endIndex
        let row = rest[..<end].split(separator: " | ")
        return row.count > 1 ? "If the target is \(row[0]), \(row[1])." : String(rest[..<end])
    }
}
