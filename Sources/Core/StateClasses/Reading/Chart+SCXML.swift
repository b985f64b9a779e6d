import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

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
        self = try SCXMLReader().read(text)
    }
}

final class SCXMLReader: NSObject, XMLParserDelegate {
    /// The place of an element in the document, which determines its possible contents.
    private enum Place {
        case document, state(Int), initial(Int), history(Int)
        case effects(WritableKeyPath<Chart, [Chart.Effect]>)
        /// Inside an element that is kept as text.
        case text
        /// Inside a data model, or an event with data.
        case data
        /// Inside an element that is ignored, because no class can express it.
        case skipped
    }

    /// An element that is kept as text.
    private struct Element {
        let name: String
        let attributes: [String: String]
        var content = ""

        var text: String {
            let content = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            switch (name, attributes["location"], attributes["expr"]) {
            case ("assign", let place?, let value?): return "\(place) = \(value)"
            case ("script", _, _) where !content.isEmpty: return content
            case ("send", _, _):
                if let event = attributes["event"], let delay = attributes["delay"] {
                    return "send \(event) after \(delay)"
                }
            default: break
            }
            let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
            return content.isEmpty ? "<\(name)\(list)/>" : "<\(name)\(list)>\(content)</\(name)>"
        }
    }

    private static let namespaces = ["", "http://www.w3.org/2005/07/scxml"]
    private var chart = Chart()
    private var places: [Place] = []
    private var texts: [Element] = []
    /// The prefixes that the document declares for this package's attributes.
    private var prefixes: [String] = []
    /// The path of each node from this package's attribute, keyed by the node.
    private var paths: [Int: String] = [:]
    private var raised: [String] = []
    private var error: ChartError?
    private var line = 0

    func read(_ text: String) throws(ChartError) -> Chart {
        let text = text.hasPrefix("\u{feff}") ? String(text.dropFirst()) : text
        if text.utf8.contains(0) { throw ChartError(nil, "XML has no character 0.") }
        var rest = text[...].drop(while: \.isWhitespace)
        // The declaration is removed: the text is decoded already, whatever encoding the declaration names.
        let declaration = rest.hasPrefix("<?xml") ? rest.firstRange(of: "?>").map { rest[..<$0.upperBound] } : nil
        if let declaration { rest = rest[declaration.endIndex...] }
        let prologue = rest.endOfPrologue
        if rest[prologue...].hasPrefix("<!DOCTYPE") {
            throw ChartError(
                1 + text[..<prologue].count(where: \.isNewline),
                "A chart has no DOCTYPE and no entities; write the texts themselves.")
        }
        let before = String(repeating: "\n", count: text[..<rest.startIndex].count(where: \.isNewline))
        // Foundation's parser of Linux crashes at an instruction without data.
        let body = rest.contains("<?") ? rest.replacing(/(<\?[^\s?<>]+)\?>/) { "\($0.1) ?>" } : rest
        let parser = XMLParser(data: Data((before + body).utf8))
        parser.shouldProcessNamespaces = true
        parser.shouldReportNamespacePrefixes = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = self
        _ = parser.parse()
        if let error { throw error }
        if line == 0 {
            throw ChartError(nil, "The document is empty; a chart begins with <scxml>.")
        }
        try resolveEvents()
        try chart.finish()
        return chart
    }

    // MARK: The parser

    func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI uri: String) {
        if uri == "urn:state-pattern" { prefixes.append(prefix) }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        let sentence =
            switch error._code {
            case 4: "This is no SCXML; a chart begins with <scxml>."
            case 26: "There are no entities but &amp;, &lt;, &gt;, &quot; and &apos;."
            case 42: "An attribute is given twice."
            case 76: "A tag ends that did not begin here, or the other way round."
            case 201: "A prefix has no namespace; declare it with xmlns."
            case 5 where line == 0: "The document is empty; a chart begins with <scxml>."
            case 5: "The document ends too early or too late."
            default: "This is not well-formed XML (error \(error._code) of the parser)."
            }
        if self.error == nil { self.error = ChartError(parser.lineNumber, sentence) }
        parser.abortParsing()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if !texts.isEmpty { texts[texts.count - 1].content += text }
    }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        if !texts.isEmpty { texts[texts.count - 1].content += String(decoding: data, as: UTF8.self) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard error == nil else { return }
        line = parser.lineNumber
        do throws(ChartError) {
            if namespaceURI == "http://www.w3.org/2001/XInclude" {
                throw ChartError(line, "Other files are not read; put the text in place of the include.")
            }
            // The two further levels are for the elements inside a transition.
            if places.count > Chart.largestDepth + 2 {
                throw ChartError(line, "Elements are nested at most \(Chart.largestDepth) deep.")
            }
            let isOwn = Self.namespaces.contains(namespaceURI ?? "")
            let place = try place(isOwn ? name : qualifiedName ?? name, isOwn: isOwn, attributes)
            places.append(place)
        } catch {
            self.error = error
            parser.abortParsing()
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard error == nil, case .text? = places.popLast(), let element = texts.popLast() else { return }
        if !texts.isEmpty {
            texts[texts.count - 1].content += element.text
        } else if case .effects(let effects) = places.last {
            chart[keyPath: effects].append(.other(element.text))
        }
    }

    // MARK: Elements

    private func place(
        _ name: String, isOwn: Bool, _ attributes: [String: String]
    ) throws(ChartError) -> Place {
        guard let outer = places.last else {
            guard isOwn, name == "scxml" else {
                throw ChartError(line, "<\(name)> is no SCXML; a chart begins with <scxml>.")
            }
            chart.initial = words(attributes["initial"])
            chart.initialLine = line
            return .document
        }
        switch outer {
        case .skipped: return .skipped
        case .text: return text(name, attributes)
        case .effects where !isOwn: return text(name, attributes)
        case _ where !isOwn:
            chart.addGap(line, "<\(name)> is no element of SCXML, and is left out")
            return .skipped
        case .data:
            let value = attributes["expr"].map { " = \($0)" } ?? ""
            let place = attributes["id"] ?? attributes["name"] ?? name
            chart.addGap(line, "the data “\(place)\(value)” is left out; declare a property for it")
            return .skipped
        case .effects(let effects): return effect(name, attributes, effects)
        case .document, .state:
            var parent: Int?
            if case .state(let index) = outer { parent = index }
            if let place = try element(name, attributes, in: parent) { return place }
        case .initial(let index) where name == "transition":
            chart.nodes[index].initial = words(attributes["target"])
            return .effects(\.nodes[index].initialEffects)
        case .history(let index) where name == "transition": return try transition(attributes, in: index)
        case .initial, .history: break
        }
        throw ChartError(line, "<\(name)> cannot stand here; \(possible(in: outer)).")
    }

    private func possible(in place: Place) -> String {
        switch place {
        case .document: "<scxml> has <state>, <parallel> and <final>"
        case .initial, .history: "there is <transition>"
        default: "a state has <state>, <parallel>, <final>, <history>, <initial>, <transition>, <onentry> and <onexit>"
        }
    }

    private func element(
        _ name: String, _ attributes: [String: String], in parent: Int?
    ) throws(ChartError) -> Place? {
        let kind = parent.map { chart.nodes[$0].kind }
        switch name {
        case "state": return .state(try node(.state, attributes, in: parent))
        case "parallel": return .state(try node(.parallel, attributes, in: parent))
        case "final" where kind != .parallel: return .state(try node(.final, attributes, in: parent))
        case "datamodel": return .data
        case "script", "invoke", "donedata":
            chart.addGap(line, "\(Element(name: name, attributes: attributes).text) is left out")
            return .skipped
        default: break
        }
        guard let parent else { return nil }
        switch name {
        case "history":
            return .history(try node(.history(isDeep: attributes["type"] == "deep"), attributes, in: parent))
        case "initial" where kind == .state: return .initial(parent)
        case "transition": return try transition(attributes, in: parent)
        case "onentry": return .effects(\.nodes[parent].entry)
        case "onexit": return .effects(\.nodes[parent].exit)
        default: return nil
        }
    }

    private func words(_ text: String?) -> [String] {
        (text ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The value of one of this package's attributes; `nil` if the element lacks it.
    private func own(_ name: String, _ attributes: [String: String]) -> String? {
        prefixes.lazy.compactMap { attributes["\($0):\(name)"] }.first
    }

    private func node(
        _ kind: Chart.Kind, _ attributes: [String: String], in parent: Int?
    ) throws(ChartError) -> Int {
        let identifier = attributes["id"] ?? chart.freeIdentifier("state\(chart.nodes.count + 1)")
        if words(identifier) != [identifier] {
            throw ChartError(line, "The id “\(identifier)” is no name; a name is one word.")
        }
        var node = Chart.Node(identifier: identifier, name: identifier, kind: kind, parent: parent, line: line)
        node.initial = words(attributes["initial"])
        let path = own("name", attributes)
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
        let index = try chart.add(node)
        paths[index] = path
        return index
    }

    private func transition(_ attributes: [String: String], in node: Int) throws(ChartError) -> Place {
        let transition = Chart.Transition(
            condition: attributes["cond"].flatMap { words($0).isEmpty ? nil : $0 },
            targets: words(attributes["target"]),
            isInternal: attributes["type"] == "internal", line: line)
        let descriptors = own("request", attributes).map { [$0] } ?? words(attributes["event"])
        events[node, default: []].append((descriptors, own("request", attributes) != nil))
        try chart.add(transition, to: node)
        let index = chart.nodes[node].transitions.count - 1
        return .effects(\.nodes[node].transitions[index].effects)
    }

    // MARK: Effects

    private func effect(
        _ name: String, _ attributes: [String: String], _ effects: WritableKeyPath<Chart, [Chart.Effect]>
    ) -> Place {
        let (event, target) = (attributes["event"], attributes["target"] ?? "")
        switch name {
        case "log":
            let literal = attributes["expr"]?.wholeMatch(of: /'([^']*)'|"([^"]*)"/)?.output
            if attributes["expr"] != nil && literal == nil { return text(name, attributes) }
            let texts = [attributes["label"], (literal?.1 ?? literal?.2).map(String.init)]
            chart[keyPath: effects].append(.log(texts.compactMap { $0 }.joined(separator: ": ")))
        case "raise":
            guard let event else { return text(name, attributes) }
            raised.append(event)
            chart[keyPath: effects].append(.raise(event))
        case "send":
            guard let event else { return text(name, attributes) }
            let (type, delay) = (attributes["type"] ?? "scxml", attributes["delay"] ?? attributes["delayexpr"])
            let isDefault = type == "scxml" || type.contains("SCXMLEventProcessor")
            if let delay, delay.prefixMatch(of: /0+(?:\.0+)?[a-z]*$/) == nil {
                chart.addGap(line, "“\(event)” is sent after a delay: start a timer there, and cancel it on exit")
                return text(name, attributes)
            }
            let isPlain = Set(attributes.keys).isSubset(of: ["event", "target", "id", "type", "delay"])
            guard isPlain, isDefault, ["", "#_internal"].contains(target) else {
                chart.addGap(line, "“\(event)” is sent in a way that has no class: fill in what it does")
                return text(name, attributes)
            }
            if target.isEmpty {
                chart.addGap(line, "“\(event)” is sent; here it does not wait for events that are raised")
            }
            raised.append(event)
            chart[keyPath: effects].append(.raise(event))
            return .data
        default: return text(name, attributes)
        }
        return .skipped
    }

    private func text(_ name: String, _ attributes: [String: String]) -> Place {
        texts.append(Element(name: name, attributes: attributes))
        return .text
    }

    // MARK: Events

    /// The event descriptors of a transition. In SCXML, each descriptor is a prefix of event names.
    private typealias Events = (descriptors: [String], isText: Bool)
    private var events: [Int: [Events]] = [:]

    /// A descriptor without the optional `.` and `*` at the end.
    private func prefix(_ descriptor: String, _ isText: Bool) -> String {
        isText ? descriptor : String(descriptor.reversed().drop { $0 == "*" || $0 == "." }.reversed())
    }

    /// Replaces each transition's descriptors by the document's events that they match.
    private func resolveEvents() throws(ChartError) {
        let all = events.sorted { $0.key < $1.key }.flatMap(\.value).flatMap { list in
            list.descriptors.map { prefix($0, list.isText) }
        }
        // A final state raises an event for its parent, if a transition waits for this event.
        for final in chart.nodes.indices where chart.nodes[final].kind == .final {
            guard let parent = chart.nodes[final].parent else { continue }
            let event = "done.state.\(chart.nodes[parent].identifier)"
            if all.contains(where: { ["", "done", "done.state", event].contains($0) }) {
                chart.nodes[final].entry.append(.raise(event))
                raised.append(event)
            }
        }
        var known: Set<String> = []
        let names = (all + raised).filter { !$0.isEmpty && known.insert($0).inserted }
        if names.count > Chart.largestCount {
            throw ChartError(nil, "A chart has at most \(Chart.largestCount) events.")
        }
        let sources = Set(raised)
        var found: [String: [String]] = ["": names]
        for (node, events) in events.sorted(by: { $0.key < $1.key }) {
            let transitions = chart.nodes[node].transitions
            chart.nodes[node].transitions = []
            var taken: Set<String> = []
            for (var transition, (descriptors, isText)) in zip(transitions, events) {
                if descriptors.isEmpty { try chart.add(transition, to: node) }
                var seen: Set<String> = []
                for descriptor in descriptors {
                    let prefix = prefix(descriptor, isText)
                    let all = isText ? [prefix] : found[prefix] ?? names.filter { ($0 + ".").hasPrefix(prefix + ".") }
                    found[prefix] = isText ? found[prefix] : all
                    if descriptor != prefix {
                        let list = all.prefix(8).joined(separator: ", ") + (all.count > 8 ? ", …" : "")
                        chart.addGap(
                            transition.line,
                            "“\(descriptor)” stands for the events that the document names: \(all.isEmpty ? "none" : list)"
                        )
                    }
                    if ["done", "error"].contains(prefix.prefix { $0 != "." }), sources.isDisjoint(with: all) {
                        chart.addGap(
                            transition.line, "nothing raises “\(descriptor)”, as engines do themselves; it is a request"
                        )
                    }
                    // An event that a descriptor matches only as a prefix is skipped if it has a transition already.
                    for event in all
                    where seen.insert(event).inserted && (descriptor == event || !taken.contains(event)) {
                        if transition.condition == nil { taken.insert(event) }
                        transition.event = event
                        try chart.add(transition, to: node)
                    }
                }
            }
        }
    }
}

extension Substring {
    /// The index after white space, comments and processing instructions.
    fileprivate var endOfPrologue: Index {
        var rest = self
        while true {
            rest = rest.drop(while: \.isWhitespace)
            let end = rest.hasPrefix("<!--") ? "-->" : rest.hasPrefix("<?") ? "?>" : nil
            guard let end, let range = rest.firstRange(of: end) else { return rest.startIndex }
            rest = rest[range.upperBound...]
        }
    }
}
