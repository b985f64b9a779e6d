import StateExploration
import StatePattern

extension FunnelLog {
    convenience init<S>(of context: Context<S>, clock: C) {
        self.init(of: "machine", clock: clock)
        log.follow(context, named: "machine")
    }
}
