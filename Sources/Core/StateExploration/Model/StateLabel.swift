import StatePattern

/// A state of a machine as data. Names, deferred requests and data are separate, so they may contain any characters.
package struct StateLabel: Hashable, Sendable, CustomStringConvertible {
    /// The label's storage, which all copies of the label share.
    private final class Content: Sendable {
        let names: [String]
        let types: [Any.Type]
        let deferredRequests: [String]
        let data: String
        let regions: [RegionLabel]
        let description: String

        init(
            _ names: [String], _ types: [Any.Type], _ deferredRequests: [String], _ data: String,
            _ regions: [RegionLabel], _ description: String
        ) {
            (self.names, self.types, self.deferredRequests) = (names, types, deferredRequests)
            (self.data, self.regions, self.description) = (data, regions, description)
        }
    }

    private let content: Content

    /// The names of the superstates, outermost first, and of the state.
    package var names: [String] { content.names }
    package var deferredRequests: [String] { content.deferredRequests }
    package var data: String { content.data }
    /// The number of deferred requests, also in the regions.
    var deferredCount: Int { deferredRequests.count + regions.reduce(0) { $0 + $1.state.deferredCount } }
    /// The types of the state and its superstates, which distinguish equal names; empty if the label is made from a
    /// text.
    private var types: [Any.Type] { content.types }
    /// The regions of the state and of its superstates.
    package var regions: [RegionLabel] { content.regions }
    /// The whole text: the path, the deferred requests, the data and the regions, with commas in between.
    package var description: String { content.description }

    private init(
        _ names: [String], _ types: [Any.Type], deferredRequests: [String] = [], data: String = "",
        regions: [RegionLabel] = []
    ) {
        let details = StateLabel.details(deferredRequests, data)
        // An exploration makes a label for each response. So the text is composed here once; for most labels, it is an
        // existing string.
        var description = names.count == 1 ? names[0] : names.joined(separator: "/")
        if !details.isEmpty { description += ", " + details }
        if !regions.isEmpty { description += ", " + regions.map(\.description).joined(separator: " | ") }
        content = Content(names, types, deferredRequests, data, regions, description)
    }

    /// Creates the label of a context's state, without regions.
    package init<S: ContextState>(
        _ state: S, deferredRequests: [String] = [], data: String = ""
    ) where S.Family == S {
        self.init(state.ancestry, deferredRequests: deferredRequests, data: data, regions: [])
    }

    /// Creates the label of a context's state with its regions.
    package init<S: ContextState>(
        withRegionsOf state: S, deferredRequests: [String] = [], data: String = ""
    ) where S.Family == S {
        self.init(
            state.ancestry, deferredRequests: deferredRequests, data: data, regions: StateLabel.regions(of: state))
    }

    private init<S: ContextState>(
        _ ancestry: [S], deferredRequests: [String], data: String, regions: [RegionLabel]
    ) {
        var (names, types) = ([String](), [Any.Type]())
        for state in ancestry {
            names.append(state.name)
            types.append(type(of: state))
        }
        self.init(names, types, deferredRequests: deferredRequests, data: data, regions: regions)
    }

    private static func regions<S: ContextState>(of state: S) -> [RegionLabel] where S.Family == S {
        guard state.hasRegions else { return [] }
        let ancestry = state.ancestry
        var regions: [RegionLabel] = []
        for depth in ancestry.indices {
            for region in ancestry[depth].regions {
                var name = region.name
                while regions.contains(where: { $0.depth == depth && $0.name == name }) { name += "′" }
                regions.append(RegionLabel(name, depth: depth, region.context.label))
            }
        }
        return regions
    }

    /// Returns true if this label, which has the leaf's name, also has the leaf's types and superstates' names.
    func isLabel<S: ContextState>(of leaf: S) -> Bool where S.Family == S {
        guard types.last == type(of: leaf) else { return false }
        var (depth, next) = (names.count - 1, leaf._superstate)
        while let state = next {
            depth -= 1
            guard depth >= 0, types[depth] == type(of: state), names[depth] == state.name else { return false }
            next = state._superstate
        }
        return depth == 0
    }

    /// This label with the regions of its state, in their current states.
    package func withRegions<S: ContextState>(of state: S) -> StateLabel where S.Family == S {
        let regions = StateLabel.regions(of: state)
        return regions.isEmpty ? self : with(regions)
    }

    /// Creates the label of a state with regions, from the labels of the regions' states.
    package init(_ path: String, regions: KeyValuePairs<String, StateLabel>) {
        let label = StateLabel(path)
        self = label.with(regions.map { RegionLabel($0, depth: label.names.count - 1, $1) })
    }

    /// This label with other regions.
    func with(_ regions: [RegionLabel]) -> StateLabel {
        StateLabel(names, types, deferredRequests: deferredRequests, data: data, regions: regions)
    }

    /// This label without the superstates down to a depth.
    func inside(_ depth: Int) -> StateLabel {
        StateLabel(
            Array(names[(depth + 1)...]), Array(types.dropFirst(depth + 1)), deferredRequests: deferredRequests,
            data: data,
            regions: regions.filter { $0.depth > depth }.map {
                RegionLabel($0.name, depth: $0.depth - depth - 1, $0.state)
            })
    }

    /// The label of a substate of this state, without details.
    func label<S: ContextState>(ofSubstate state: S) -> StateLabel {
        StateLabel(names + [state.name], types + [type(of: state)])
    }

    /// The greatest number of levels in a text. A longer path counts as one name, because a drawing would have a
    /// superstate for each level.
    static let greatestDepth = 200

    /// Creates a label from a text: names separated by slashes, and data after a comma and a space.
    ///
    /// In brackets or quotation marks, both belong to a name: `on(track: "AC/DC", loop: false)`.
    package init(_ text: String) {
        // Most texts are a single name, and this check is faster than parsing.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "/") }) else {
            content = Content([text], [], [], "", [], text)
            return
        }
        // Without sparing, there is a path in each text.
        var (names, end) = (Self.path(in: text, sparing: true) ?? Self.path(in: text, sparing: false))!
        if names.count > Self.greatestDepth { names = [String(text[..<end])] }
        content = Content(names, [], [], String(text[end...].dropFirst(2)), [], text)
    }

    /// The names at the beginning of a text, and their end.
    ///
    /// A separator in brackets or quotation marks is spared. Returns `nil` if they are not closed.
    private static func path(in text: String, sparing: Bool) -> (names: [String], end: String.Index)? {
        var (names, start, depth, isQuoted, end) = ([String](), text.startIndex, 0, false, text.startIndex)
        while end < text.endIndex {
            let character = text[end]
            if depth == 0, !isQuoted {
                if character == ",", text[end...].hasPrefix(", ") { break }
                if character == "/" {
                    names.append(String(text[start..<end]))
                    start = text.index(after: end)
                }
            }
            if sparing {
                if character == "\"" { isQuoted.toggle() }
                if !isQuoted { depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0 }
                if depth < 0 { return nil }
            }
            end = text.index(after: end)
        }
        return depth == 0 && !isQuoted ? (names + [String(text[start..<end])], end) : nil
    }

    /// The names of the superstates and the state, separated by slashes.
    package var path: String { names.count == 1 ? names[0] : names.joined(separator: "/") }

    /// The deferred requests and the data as text; empty without either.
    package var details: String { StateLabel.details(deferredRequests, data) }

    private static func details(_ deferredRequests: [String], _ data: String) -> String {
        if deferredRequests.isEmpty { return data }
        return "deferred: \(deferredRequests.joined(separator: ", "))" + (data.isEmpty ? "" : ", \(data)")
    }

    /// The state's own name, its deferred requests and its data.
    package var ownText: String { details.isEmpty ? names[names.count - 1] : "\(names[names.count - 1]), \(details)" }

    /// This label without its regions.
    package var withoutRegions: StateLabel {
        regions.isEmpty ? self : StateLabel(names, types, deferredRequests: deferredRequests, data: data)
    }

    /// The labels of the superstates, outermost first, and of the state. Each is followed by the rows of its regions.
    package var rows: [StateLabel] {
        (ancestry.dropLast() + [withoutRegions]).enumerated().flatMap { depth, row in
            [row]
                + regions.filter { $0.depth == depth }.flatMap { region in
                    let title = StateLabel(
                        ancestry[depth].names + [region.name], ancestry[depth].types + [RegionLabel.self])
                    let states = region.state.rows.map { StateLabel(title.names + $0.names, title.types + $0.types) }
                    return [title] + states
                }
        }
    }

    /// This label without data and deferred requests, also in its regions.
    package var withoutDetails: StateLabel {
        StateLabel(names, types, regions: regions.map { $0.map(\.withoutDetails) })
    }

    /// The details that a merged label lacks, also those of the regions. They are in parts if commas separate them.
    func parts(without merged: StateLabel) -> [String] {
        let isList = !data.contains { "[({".contains($0) }
        var parts = isList ? data.split(separator: ", ").map(String.init) : [data]
        // The last part, also if nothing waits, so that each part of the data has its place in all states.
        if !types.isEmpty, !details.isEmpty { parts.append(Self.details(deferredRequests, "")) }
        return (merged.details.isEmpty ? parts : [])
            + zip(regions, merged.regions).flatMap { $0.state.parts(without: $1.state) }
    }

    /// The labels of the superstates, outermost first, and of the state, all without details.
    package var ancestry: [StateLabel] {
        names.indices.map {
            StateLabel(Array(names[...$0]), Array(types.prefix($0 + 1)))
        }
    }

    /// Returns true if `superstate` is a superstate of this state.
    package func lies(in superstate: StateLabel) -> Bool {
        names.count > superstate.names.count && names.starts(with: superstate.names)
            && types.starts(with: superstate.types) { $0 == $1 }
    }

    /// The label with the short names that the context uses: `Form` for `LogIn.Form`.
    package var unqualified: StateLabel {
        guard !types.isEmpty else { return self }
        let names = zip(names, types).map { name, type in
            StateLabel.fullName(of: type).hasSuffix(name) ? "\(type)" : name
        }
        return StateLabel(names, types, deferredRequests: deferredRequests, data: data, regions: regions)
    }

    /// The label with each of its texts replaced by the result of `change`.
    package func map(_ change: (String) -> String) -> StateLabel {
        StateLabel(
            names.map(change), types, deferredRequests: deferredRequests.map(change), data: change(data),
            regions: regions.map { RegionLabel(change($0.name), depth: $0.depth, $0.state.map(change)) })
    }

    package static func == (left: StateLabel, right: StateLabel) -> Bool {
        left.content === right.content
            || left.description == right.description && left.names == right.names && left.data == right.data
                && left.types.elementsEqual(right.types) { $0 == $1 } && left.regions == right.regions
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension StateLabel: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }
}

/// A region of a state, with its current state.
package struct RegionLabel: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// The depth of the state that owns the region: the number of that state's superstates.
    let depth: Int
    package let state: StateLabel

    init(_ name: String, depth: Int, _ state: StateLabel) { (self.name, self.depth, self.state) = (name, depth, state) }

    /// This region with its state replaced by the result of `change`.
    func map(_ change: (StateLabel) -> StateLabel) -> RegionLabel { RegionLabel(name, depth: depth, change(state)) }

    /// The name and the state: `Heater: Resting`.
    package var description: String { "\(name): " + ("\(state)" == state.path ? state.path : "(\(state))") }
}

// MARK: Equal names

extension StateLabel {
    /// The position of a name: the types of the superstates, and all names down to it.
    private struct Place: Hashable {
        let types: [ObjectIdentifier]
        let names: [String]
    }

    /// The label of the state that owns a region.
    private func owner(of region: RegionLabel) -> StateLabel { ancestry[region.depth] }

    private func place(ofNameAt depth: Int) -> Place {
        Place(types: types[..<depth].map { ObjectIdentifier($0) }, names: Array(names[...depth]))
    }

    /// The labels with unique texts: two classes `Form` become `LogIn.Form` and `Payment.Form`.
    package static func distinct(_ labels: [StateLabel]) -> [StateLabel] {
        var types: [Place: [Any.Type]] = [:]
        for label in labels {
            for (depth, type) in label.types.enumerated() {
                let place = label.place(ofNameAt: depth)
                if types[place]?.contains(where: { $0 == type }) != true { types[place, default: []].append(type) }
            }
        }
        // The states of each region get unique names, too.
        var states: [RegionLabel: [StateLabel]] = [:]
        for label in labels {
            for region in label.regions {
                let key = region.map { _ in label.owner(of: region) }
                if states[key]?.contains(region.state) != true { states[key, default: []].append(region.state) }
            }
        }
        let distinctStates = states.mapValues { Dictionary(uniqueKeysWithValues: zip($0, distinct($0))) }
        var taken: Set<String> = []
        return labels.map { label in
            var names = label.names
            for (depth, type) in label.types.enumerated() {
                guard let types = types[label.place(ofNameAt: depth)], types.count > 1 else { continue }
                names[depth] = qualify(names[depth], of: type, among: types)
            }
            let regions = label.regions.map { region in
                region.map { distinctStates[region.map { _ in label.owner(of: region) }]?[$0] ?? $0 }
            }
            var result = label
            repeat {
                result = StateLabel(
                    names, label.types, deferredRequests: label.deferredRequests, data: label.data, regions: regions)
                names[names.count - 1] += "′"
            } while !taken.insert(result.description).inserted
            return result
        }
    }

    /// The name of a type with its module, without the context of a private type.
    private static func fullName(of type: Any.Type) -> String {
        String(reflecting: type).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
    }

    /// The name of a type with the types around it, without the outer types that all of `types` have in common.
    private static func qualify(_ name: String, of type: Any.Type, among types: [Any.Type]) -> String {
        guard name == "\(type)" else { return name }
        /// The names in a type's full name, beginning with the module. Generic arguments belong to the last name.
        func words(_ type: Any.Type) -> [String] {
            let text = fullName(of: type)
            let head = text.prefix { $0 != "<" }
            var words = head.split(separator: ".").map(String.init)
            words[words.count - 1] += text.dropFirst(head.count)
            return words
        }
        let all = types.map(words)
        let shared = all[0].dropLast().indices.prefix { depth in
            all.allSatisfy { $0.count > depth + 1 && $0[depth] == all[0][depth] }
        }
        return words(type).dropFirst(shared.count).joined(separator: ".")
    }
}
