import StatePattern

/// A run of a graph as a picture plays it: a frame for the start, and a frame for each request.
package struct PlayedRun {
    /// A time at which the machine is in a state.
    struct Frame {
        /// The request, with its outcome if it leads nowhere: `push: unhandled`.
        var caption: String
        /// The request before the frame; empty for the start.
        var request = ""
        /// The paths of the current state's nodes.
        let nodes: [String]
        /// The ends of the request's arrows, and the arrows' conditions.
        var ends: [(source: String, target: String, condition: String)] = []
    }

    private(set) var frames: [Frame]
    private let diagram: StateDiagram

    /// A run that begins in a state of a diagram.
    package init(from state: String, in diagram: StateDiagram) {
        (frames, self.diagram) = ([], diagram)
        frames = [Frame(caption: "start", nodes: nodes(of: state))]
    }

    /// The paths of the nodes of a state, or of a superstate that was not entered; empty if the diagram does not have it.
    package func nodes(of state: String) -> [String] {
        let nodes = diagram.nodes(of: state)
        return nodes.isEmpty ? diagram.element(of: StateLabel(state)).map { [$0] } ?? [] : nodes
    }

    /// Adds a request with its outcome. The arrow is that of the first name with one between the two states.
    package mutating func add(
        _ request: String, named names: [String], from source: String, to target: String, _ outcome: Outcome?
    ) {
        var frame = Frame(caption: request.onOneLine, nodes: nodes(of: target))
        if source != target || outcome == .transitioned {
            for name in names where frame.ends.isEmpty {
                frame.request = name
                frame.ends = diagram.ends(of: name, from: source, to: target, isLeft: outcome == .transitioned)
            }
        } else if let outcome {
            frame.caption += ": \(outcome)"
        }
        frames.append(frame)
    }

    /// Replaces the caption of the latest request.
    package mutating func say(_ text: String) { frames[frames.count - 1].caption = text.onOneLine }

    /// Changes the captions of a run that ends in a loop after some requests.
    mutating func noteLoop(after count: Int) {
        if frames.count > count + 1 {
            frames[count + 1].caption = "then for ever: " + frames[count + 1].caption
        } else {
            frames[count].caption += ", then nothing more"
        }
    }

    package var svg: String {
        let (count, limit) = (frames.count - 1, StateDiagram.pictureLimit.requests)
        if count > limit {
            return SVGWriter.picture(of: "\(count) requests are too many to play: \(limit) are possible.").svg
        }
        return diagram.picture(marking: nil, prefix: "", playing: self).svg
    }

    /// The frames whose requests an arrow shows; the start for the arrow from the mark of the beginning.
    func frames(after arrow: ChartTree.Arrow, in tree: ChartTree) -> [Int] {
        let (source, target) = (tree.elements[arrow.source], tree.elements[arrow.target].path)
        if source.isStart { return source.parent == nil ? [0] : [] }
        let origins = arrow.origins.map { tree.elements[$0].path }
        return frames.indices.dropFirst().filter { index in
            arrow.labels.contains { label in
                label.request == frames[index].request
                    && frames[index].ends.contains { end in
                        // In a bundle, the condition of a label names its origins.
                        end.target == target && end.condition == (origins.count > 1 ? "" : label.condition)
                            && origins.contains { ("\(end.source)/").hasPrefix("\($0)/") }
                    }
            }
        }
    }

    // MARK: Drawing

    private static let rowHeight = 24, padding = 6

    /// The places of the captions, in rows below a chart.
    func places(below layout: ChartLayout) -> [ChartLayout.Rectangle] {
        let margin = ChartLayout.margin
        var (x, y) = (margin, layout.height)
        return frames.map { frame in
            let width = TextMetrics.detail.width(of: frame.caption) + 2 * Self.padding
            if x > margin, x + width > layout.width - margin { (x, y) = (margin, y + Self.rowHeight) }
            defer { x += width + 4 }
            return .init(x: x, y: y, width: width, height: Self.rowHeight - 4)
        }
    }

    func captions(at places: [ChartLayout.Rectangle]) -> String {
        let texts = zip(frames.indices, places).map { index, place in
            light(index, "now", place, radius: Self.rowHeight / 2) + "\n"
                + SVGWriter.text(
                    frames[index].caption, "label", .detail, x: place.x + Self.padding, top: place.y + 3)
        }
        return "<g class=\"run\">\n\(texts.joined(separator: "\n"))\n</g>"
    }

    /// A rectangle that is shown during a frame and, without animation, at the end of the run.
    func light(_ frame: Int, _ name: String, _ place: ChartLayout.Rectangle, radius: Int) -> String {
        "<rect class=\"\(name)\(frame == frames.count - 1 ? " last" : "")\" style=\"--at:\(frame)\" "
            + "\(SVGWriter.attributes(of: place)) rx=\"\(radius)\"/>"
    }

    /// The style sheet. A frame takes 1.6 s. An arrow is drawn shortly before its frame, with the caption of the request.
    var style: String {
        func percent(_ frames: Double) -> String {
            "\((1_000_000 * frames / Double(self.frames.count)).rounded() / 10_000)%"
        }
        let time = "\((16 * Double(frames.count)).rounded() / 10)s"
        return """

            rect.at, rect.now { fill: var(--lit); stroke: var(--accent); stroke-width: 2.5; opacity: 0 }
            rect.now { stroke-width: 1.25 }
            rect.last { opacity: 1 }
            path.step { stroke: var(--accent); stroke-width: 2.5 }
            .stepHead { fill: var(--accent) }
            @media (prefers-reduced-motion: no-preference) {
            rect.at, rect.now { opacity: 0; animation: at \(time) step-end infinite }
            path.step { opacity: 0; stroke-dasharray: 1; animation: step \(time) infinite }
            rect.at { animation-delay: calc(var(--at) * 1.6s) }
            rect.now, path.step { animation-delay: calc((var(--at) - .4) * 1.6s) }
            }
            @keyframes at { 0% { opacity: 1 } \(percent(1)), 100% { opacity: 0 } }
            @keyframes step { 0% { opacity: 1; stroke-dashoffset: 1; animation-timing-function: ease-out }
            \(percent(0.4)) { opacity: 1; stroke-dashoffset: 0; animation-timing-function: step-end }
            \(percent(0.8)), 100% { opacity: 0; stroke-dashoffset: 0 } }
            """
    }
}

extension StateGraph {
    /// The graph as an SVG picture that plays a run, without scripts, so that it also moves in a README or an article.
    ///
    /// The current state is lit, the arrow of each request is drawn, and the requests stand below the chart. Then the run
    /// begins again. For a reader who prefers reduced motion, the picture stands still: all arrows of the run are colored,
    /// and its last state is lit. The sizes of ``StateDiagram/svg(marking:)`` apply; a run has at most 200 requests.
    ///
    /// - Parameters:
    ///   - run: The requests of the run, such as the result of ``path(to:)``, or the path of a difference.
    ///   - diagram: A diagram of this graph, such as a merged one; `nil` for ``diagram(showsEffects:showsAllRequests:)``.
    /// - Returns: The text of an SVG file.
    /// - Throws: An error with the possible requests if the graph does not have a request, or did not explore it.
    public func svg(playing run: [Request], in diagram: StateDiagram? = nil) throws(UnknownNameError) -> String {
        try svg(playing: Counterexample(path: run, loop: nil), in: diagram)
    }

    /// The graph as an SVG picture that plays a counterexample, in the same way as a sequence of requests.
    ///
    /// The requests of a loop are played once.
    public func svg(
        playing run: Counterexample, in diagram: StateDiagram? = nil
    ) throws(UnknownNameError) -> String {
        var (state, played) = (0, PlayedRun(from: states[0], in: diagram ?? self.diagram()))
        for request in run.path + (run.loop ?? []) {
            let (cell, name) = (try cell(of: request, in: state), "\(request)")
            played.add(name, named: [name], from: states[state], to: states[cell.target], cell.outcome)
            state = cell.target
        }
        if run.loop != nil { played.noteLoop(after: run.path.count) }
        return played.svg
    }

    private func cell(of request: Request, in state: Int) throws(UnknownNameError) -> Cell {
        guard let index = requests.firstIndex(of: request) else {
            throw UnknownNameError("request", "\(request)", among: requests.map { "\($0)" })
        }
        if isExplored[state], cells[state][index].outcome != nil { return cells[state][index] }
        let made = zip(requests, cells[state]).filter { $1.outcome != nil }.map { "\($0.0)" }
        throw UnknownNameError("explored request in “\(states[state].onOneLine)” called", "\(request)", among: made)
    }
}
