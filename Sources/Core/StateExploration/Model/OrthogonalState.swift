import StatePattern

/// A state with regions. Each region is a context that the state owns and that changes independently of the others.
///
/// Diagrams show the regions side by side, each with its states, instead of one state for each combination of states.
/// If a request depends on the state of another region, its arrow has a condition: `fire [Legs in Standing]`.
///
/// The recipe “Regions” of StatePattern has machines with regions, and their charts.
///
/// A request with the outcome `transitioned` exits the state and enters it again, with all its regions.
///
/// A state inside a region can have regions, too. In diagrams, the substates of a state with regions are in a further
/// region without a name. If the state itself may be a leaf, it is in this region, too. While a state does not list one
/// of its regions, the region is in the state “–”.
public protocol OrthogonalState: AnyObject {
    /// The regions, in the order in which they are drawn.
    var regions: [Region] { get }
}

/// A named region of a state.
public struct Region {
    package let name: String
    package let context: any RegionContext

    /// Creates a region from a context.
    ///
    /// - Parameters:
    ///   - name: A name that no other region of the state has.
    ///   - context: The region's context, which the state owns.
    public init<S: ContextState>(_ name: String, _ context: Context<S>) where S.Family == S {
        (self.name, self.context) = (name, context)
    }
}

/// A region's context of any family of states.
package protocol RegionContext<S>: AnyObject {
    associatedtype S: ContextState where S.Family == S
    var base: Context<S> { get }
}

extension Context: RegionContext {
    package var base: Context<S> { self }
}

extension RegionContext {
    /// The label of the context's current state, with deferred requests and inner regions.
    var label: StateLabel { StateLabel(withRegionsOf: base.state, deferredRequests: base.deferredRequests) }

    /// The current states of the context and of all regions inside, each with its path.
    var activeStates: [(path: String, object: AnyObject)] {
        base.state.ancestry.flatMap { state in
            [(state.statePath, state)] + state.regions.flatMap { $0.context.activeStates }
        }
    }
}

extension ContextState {
    /// The regions of the state itself, without the regions of its superstates.
    package var regions: [Region] { (self as? any OrthogonalState)?.regions ?? [] }
}

extension ContextState where Family == Self {
    /// True if the state or one of its superstates may have regions.
    package var hasRegions: Bool {
        var next = Optional(self)
        while let state = next {
            if state is any OrthogonalState { return true }
            next = state._superstate
        }
        return false
    }
}
