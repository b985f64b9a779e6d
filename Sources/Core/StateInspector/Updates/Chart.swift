import StateExploration

/// The picture of a machine's states: the chart that was given, or one of what was seen.
struct Chart {
    /// The largest chart that is drawn, divided by one that grows, which is drawn again with each new transition.
    private static let growth = 3

    /// The picture; `nil` if there are too many states.
    let svg: String?
    /// The width of the picture, in pixels.
    let width: Int
    private let diagram: StateDiagram?
    /// The boxes of states whose names are long, as a record has them.
    private let boxesOfLongNames: [StateLabel: [String]]
    /// The number of kinds of transitions that the record had: it tells charts of one machine from each other.
    let version: Int

    init(of snapshot: MachineSnapshot) {
        let record = snapshot.record
        version = record.arrows.count
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
                        request: $0.request.withoutArguments, source: $0.source, target: $0.target,
                        isOfRegion: $0.isOfRegion)
                })
        (svg, width) = diagram.picture(marking: nil, prefix: "machine\(snapshot.number)-")
        self.diagram = diagram
        boxesOfLongNames = Dictionary(diagram.states.map { ($0.cut, $1) }) { first, _ in first }
    }

    /// True if it shows all that a record knows.
    func isCurrent(for record: MachineRecord) -> Bool { record.diagram != nil || record.arrows.count == version }

    /// The paths of the boxes that show a state and its regions; none if it is not on the chart.
    func boxes(of state: StateLabel) -> [String] {
        let boxes = diagram?.nodes(of: state) ?? []
        return (boxes.isEmpty ? boxesOfLongNames[state] ?? [] : boxes).map(\.readable)
    }
}
