extension Chart {
    /// Reads SCXML, the W3C's language for statecharts.
    ///
    /// Parts that no class can express, such as data, are in ``gaps``. References to other files or addresses are not
    /// followed.
    ///
    /// - Parameter text: At most 4 MiB, with at most 10,000 states, nested at most 100 deep.
    /// - Throws: A ``ChartError`` with the first wrong line.
    public init(scxml text: String) throws(ChartError) {
        try Chart.check(text)
        let document = ElementReader()
        let root = try document.read(text)
        guard root.isSCXML, root.name == "scxml" else {
            throw ChartError(root.line, "<\(root.name)> is no SCXML; a chart begins with <scxml>.")
        }
        var reader = SCXMLReader(prefixes: document.prefixes)
        self = try reader.read(root)
    }
}

private struct SCXMLReader {
    /// The prefixes of this package's attributes.
    let prefixes: [String]
    var chart = Chart()
    /// The path of each node from this package's attribute, keyed by the node.
    var paths: [Int: String] = [:]
    /// The events that the document names, except for this package's, each with the first line of a transition for it.
    var events: [String: Int] = [:]
    var raised: Set<String> = []

    mutating func read(_ root: Element) throws(ChartError) -> Chart {
        chart.initial = root.words("initial")
        chart.initialLine = root.line
        for element in known(in: root) { try read(element, in: nil) }
        try completeEvents()
        try chart.finish()
        return chart
    }

    /// The elements of SCXML in an element. Any others are left out.
    private mutating func known(in element: Element) -> [Element] {
        for other in element.elements where !other.isSCXML {
            chart.addGap(other.line, "<\(other.name)> is no element of SCXML, and is left out")
        }
        return element.elements.filter(\.isSCXML)
    }

    private func misplaced(_ element: Element, _ possible: String) -> ChartError {
        ChartError(element.line, "<\(element.name)> cannot stand here; \(possible).")
    }

    /// Reads an element of the document or a state.
    private mutating func read(_ element: Element, in parent: Int?) throws(ChartError) {
        let kind = parent.map { chart.nodes[$0].kind }
        switch (element.name, parent) {
        case ("state", _): try node(.state, element, in: parent)
        case ("parallel", _): try node(.parallel, element, in: parent)
        case ("final", _) where kind != .parallel: try node(.final, element, in: parent)
        case ("datamodel", _): leaveOutData(in: element)
        case ("script", _), ("invoke", _), ("donedata", _): chart.addGap(element.line, "\(element.tag) is left out")
        case ("history", _?): try node(.history(isDeep: element.attributes["type"] == "deep"), element, in: parent)
        case ("initial", let parent?) where kind == .state:
            for inner in known(in: element) {
                guard inner.name == "transition" else { throw misplaced(inner, "there is <transition>") }
                chart.nodes[parent].initial = inner.words("target")
                chart.nodes[parent].initialEffects += effects(in: inner)
            }
        case ("transition", let parent?): try addTransitions(element, to: parent)
        case ("onentry", let parent?): chart.nodes[parent].entry += effects(in: element)
        case ("onexit", let parent?): chart.nodes[parent].exit += effects(in: element)
        default:
            throw misplaced(
                element,
                parent == nil
                    ? "<scxml> has <state>, <parallel> and <final>"
                    : "a state has <state>, <parallel>, <final>, <history>, <initial>, <transition>, <onentry> and <onexit>"
            )
        }
    }

    private mutating func leaveOutData(in element: Element) {
        for data in known(in: element) {
            let value = data.attributes["expr"].map { " = \($0)" } ?? ""
            let place = data.attributes["id"] ?? data.attributes["name"] ?? data.name
            chart.addGap(data.line, "the data “\(place)\(value)” is left out; declare a property for it")
        }
    }

    /// The value of one of this package's attributes; `nil` if the element lacks it.
    private func own(_ name: String, of element: Element) -> String? {
        prefixes.lazy.compactMap { element.attributes["\($0):\(name)"] }.first
    }

    /// Adds a node with all that is in it.
    private mutating func node(_ kind: Chart.Kind, _ element: Element, in parent: Int?) throws(ChartError) {
        let identifier = element.attributes["id"] ?? chart.freeIdentifier("state\(chart.nodes.count + 1)")
        if identifier.isEmpty || identifier.contains(where: \.isWhitespace) {
            throw ChartError(element.line, "The id “\(identifier)” is no name; a name is one word.")
        }
        var node = Chart.Node(
            identifier: identifier, name: identifier, kind: kind, parent: parent, initial: element.words("initial"),
            line: element.line)
        let path = own("name", of: element)
        if let path {
            // A superstate that can be current itself contains a state with the superstate's name. A region without a
            // name has the name of the state around it.
            var (next, outer) = (parent, "")
            while let around = next, paths[around].map({ $0 == path || outer.isEmpty }) ?? false {
                if paths[around] != path { outer = paths[around] ?? "" }
                next = chart.nodes[around].parent
            }
            let name = path.hasPrefix(outer + "/") ? String(path.dropFirst(outer.count + 1)) : path
            let isUnnamed = parent.map { chart.nodes[$0].kind == .parallel && paths[$0] == path } ?? false
            if !name.isEmpty, !isUnnamed { node.name = name }
        }
        let number = try chart.add(node)
        paths[number] = path
        for inner in known(in: element) {
            if case .history = kind, inner.name != "transition" { throw misplaced(inner, "there is <transition>") }
            try read(inner, in: number)
        }
    }

    /// Adds a transition for each event of an element.
    private mutating func addTransitions(_ element: Element, to node: Int) throws(ChartError) {
        let condition = element.words("cond").isEmpty ? nil : element.attributes["cond"]
        var transition = Chart.Transition(
            condition: condition, targets: element.words("target"),
            isInternal: element.attributes["type"] == "internal",
            effects: effects(in: element), line: element.line)
        if let request = own("request", of: element) {
            transition.event = request
            return try chart.add(transition, to: node)
        }
        let descriptors = element.words("event")
        if descriptors.isEmpty { try chart.add(transition, to: node) }
        for descriptor in descriptors {
            let event = String(descriptor.reversed().drop { $0 == "*" || $0 == "." }.reversed())
            if event == descriptor {
                events[event] = events[event] ?? element.line
            } else {
                let meaning = event.isEmpty ? "is left out" : "is the event “\(event)” alone"
                chart.addGap(element.line, "“\(descriptor)” \(meaning): write a transition for each event")
            }
            if event.isEmpty { continue }
            transition.event = event
            try chart.add(transition, to: node)
        }
    }

    // MARK: Effects

    private mutating func effects(in element: Element) -> [Chart.Effect] { element.elements.map { effect($0) } }

    private mutating func effect(_ element: Element) -> Chart.Effect {
        let (attributes, event, content) = (element.attributes, element.attributes["event"], element.content)
        switch (element.isSCXML ? element.name : "", event) {
        case ("assign", _):
            guard let place = attributes["location"], let value = attributes["expr"] else { break }
            return .other("\(place) = \(value)")
        case ("script", _) where !content.isEmpty: return .other(content)
        case ("log", _):
            let literal = attributes["expr"]?.wholeMatch(of: /'([^']*)'|"([^"]*)"/)?.output
            if attributes["expr"] != nil && literal == nil { break }
            let texts = [attributes["label"], (literal?.1 ?? literal?.2).map(String.init)]
            return .log(texts.compactMap { $0 }.joined(separator: ": "))
        case ("raise", let event?):
            raised.insert(event)
            return .raise(event)
        case ("send", let event?): return send(event, element)
        default: break
        }
        return .other(element.text)
    }

    private mutating func send(_ event: String, _ element: Element) -> Chart.Effect {
        let (attributes, line) = (element.attributes, element.line)
        let (type, target) = (attributes["type"] ?? "scxml", attributes["target"] ?? "")
        if let delay = attributes["delay"] ?? attributes["delayexpr"],
            delay.prefixMatch(of: /0+(?:\.0+)?[a-z]*$/) == nil
        {
            chart.addGap(line, "“\(event)” is sent after a delay: start a timer there, and cancel it on exit")
            return .other(attributes["delay"].map { "send \(event) after \($0)" } ?? element.text)
        }
        let isPlain = Set(attributes.keys).isSubset(of: ["event", "target", "id", "type", "delay"])
        let isDefault = type == "scxml" || type.contains("SCXMLEventProcessor")
        guard isPlain, isDefault, ["", "#_internal"].contains(target) else {
            chart.addGap(line, "“\(event)” is sent in a way that has no class: fill in what it does")
            return .other(element.text)
        }
        if target.isEmpty {
            chart.addGap(line, "“\(event)” is sent; here it does not wait for events that are raised")
        }
        leaveOutData(in: element)
        raised.insert(event)
        return .raise(event)
    }

    // MARK: Events

    /// Raises the events of final states, and notes the events that engines raise or match in another way.
    private mutating func completeEvents() throws(ChartError) {
        for final in chart.nodes.indices where chart.nodes[final].kind == .final {
            guard let parent = chart.nodes[final].parent else { continue }
            let event = "done.state.\(chart.nodes[parent].identifier)"
            guard events[event] != nil else { continue }
            chart.nodes[final].entry.append(.raise(event))
            raised.insert(event)
        }
        let names = raised.union(events.keys).sorted()
        if names.count > Chart.largestCount {
            throw ChartError(nil, "A chart has at most \(Chart.largestCount) events.")
        }
        for (event, line) in events.sorted(by: { $0.key < $1.key }) {
            // In engines, an event without its last words stands for it.
            if let other = names.first(where: { $0.hasPrefix(event + ".") }) {
                chart.addGap(line, "“\(event)” does not stand for “\(other)” here: write a transition for each event")
            }
            if ["done", "error"].contains(event.prefix { $0 != "." }), !raised.contains(event) {
                chart.addGap(line, "nothing raises “\(event)”, as engines do themselves; it is a request")
            }
        }
    }
}
