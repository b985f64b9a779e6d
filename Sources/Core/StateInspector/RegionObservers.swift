import StateExploration
import StatePattern

/// The observers of all regions of a context's current state, for the machine that shows the context.
final class RegionObservers {
    private struct Observed {
        weak var context: (any RegionContext)?
        let token: ObservationToken
    }

    private var observed: [Observed] = []
    private let label: () -> StateLabel?
    private let regions: () -> [Region]
    private weak var machine: InspectedMachine?

    init<S: ContextState>(of context: Context<S>, shownBy machine: InspectedMachine) where S.Family == S {
        label = { [weak context] in context.map { StateLabel(withRegionsOf: $0.state) } }
        regions = { [weak context] in context?.allRegions ?? [] }
        self.machine = machine
        update()
    }

    /// Observes the current regions, and ends the observation of regions that are no longer current.
    func update() {
        var regions = regions().map { (path: $0.name, context: $0.context) }
        if regions.isEmpty && observed.isEmpty { return }
        var next = 0
        while next < regions.count {
            let (path, context) = regions[next]
            regions += context.allRegions.map { ("\(path)/\($0.name)", $0.context) }
            next += 1
        }
        observed.removeAll { old in
            if regions.contains(where: { $0.context === old.context }) { return false }
            old.token.cancel()
            return true
        }
        for (path, context) in regions where !observed.contains(where: { $0.context === context }) {
            observed.append(Observed(context: context, token: observe(context, path)))
        }
    }

    private func observe(_ context: some RegionContext, _ path: String) -> ObservationToken {
        context.base.observeRequests { [weak self] record in
            guard let self, let label = label() else { return }
            update()
            machine?.record(record, ofRegion: path, leadingTo: label)
        }
    }
}

extension RegionContext {
    /// The regions of the current state and of its superstates.
    fileprivate var allRegions: [Region] {
        base.state.hasRegions ? base.state.ancestry.flatMap { $0.regions } : []
    }
}
