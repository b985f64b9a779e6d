import StateExploration

/// The picture of a machine's states: the caller's chart, or a chart of the recorded transitions.
struct Chart {
    /// The divisor of a drawing's limits for a growing chart. The limits are lower, because it is drawn again after
    /// each new transition.
    private static let growth = 3

    /// The picture; `nil` if there are too many states or transitions.
    let svg: String?
    /// The width of the picture, in pixels.
    let width: Int
    private let diagram: StateDiagram?
    /// The paths of each state's boxes, keyed by the state's shortened label, for states with names that a record cuts.
    private let boxesOfLongNames: [StateLabel: [String]]
    /// The record's version of the chart.
    let version: [Int]

    init(of snapshot: MachineSnapshot) {
        let record = snapshot.record
        version = record.chartVersion
        let limit = StateDiagram.pictureLimit
        let isLarge =
            record.leaves.count > limit.states / Chart.growth || record.arrows.count > limit.transitions / Chart.growth
        if record.diagram == nil && isLarge {
            (svg, width, diagram, boxesOfLongNames) = (nil, 0, nil, [:])
            return
        }
        let diagram =
            record.diagram
            ?? StateDiagram(
                from: record.initial,
                seeing: record.arrows.filter { !$0.isActivation }.map {
                    .init(
                        request: RequestName($0.request).short, source: $0.source, target: $0.target,
                        isOfRegion: $0.isOfRegion)
                })
        (svg, width) = diagram.picture(marking: nil, prefix: "machine\(snapshot.number)-")
        self.diagram = diagram
        boxesOfLongNames = Dictionary(diagram.states.map { ($0.cut, $1) }) { first, _ in first }
    }

    /// The paths of the boxes for a state and its regions; empty if the chart does not have the state.
    func boxes(of state: StateLabel) -> [String] {
        let boxes = diagram?.nodes(of: state) ?? []
        return (boxes.isEmpty ? boxesOfLongNames[state] ?? [] : boxes).map(\.readable)
    }
}
