import StateExploration
import StatePattern
import TestSupport
import Testing

/// Questions about all runs of a small machine.
@Suite(.timeLimit(.minutes(60))) struct `A property` {
    typealias Graph = StateGraph<String>
    typealias Property = Graph.Property

    private static func graph(within bound: @escaping (String) -> Bool = { _ in true }) throws -> Graph {
        /// A connection that waits for a timer before it tries again.
        let rows: [String: [String: String]] = [
            "Idle": ["connect": "Connecting"], "Connected": [:],
            "Connecting": ["connected": "Connected", "failed": "Waiting", "hangUp": "Idle"],
            "Waiting": ["connect": "Connecting", "hangUp": "Idle"],
        ]
        return try MachineModel(
            { (state: "Idle", effects: [String]()) },
            requests: .init(["connect", "connected", "failed", "hangUp"]) { line, request in
                guard let next = rows[line.state]?[request] else { return .unhandled }
                if line.state == "Waiting" { line.effects.append("cancel timer") }
                line.state = next
                line.effects += ["Waiting": ["start timer"], "Connected": ["greet"]][next] ?? []
                return .transitioned
            }, state: { $0.state },
            trace: { line in
                defer { line.effects = [] }
                return line.effects
            }
        ).explore(within: bound)
    }

    // Not stored: the sanitizer does not see the references that the cases of an indirect enum are packed into.
    private static var properties: [(Property, String, String)] {
        [
            (
                .always(.isIn("Idle", "Connecting", "Waiting", "Connected")),
                "always Idle or Connecting or Waiting or Connected", "holds"
            ),
            (.always(!.isIn("Waiting")), "always not Waiting", "fails: connect, failed"),
            (.never(.effect("greet")), "never greet", "fails: connect, connected"),
            (.never(.outcome(.unhandled, of: "connect")), "never connect is unhandled", "fails: connect, connect"),
            (
                .never(.isIn("Waiting") && .outcome(.unhandled)), "never Waiting and unhandled",
                "fails: connect, failed, connected"
            ),
            (
                .leads(from: .request("failed"), to: .effect("start timer")), "failed leads to start timer",
                "fails: failed, then for ever connect, hangUp"
            ),
            (
                .never(.effect("start timer"), after: .effect("start timer"), until: .effect("cancel timer")),
                "never start timer after start timer until cancel timer", "holds"
            ),
            (.never(.effect("cancel timer"), while: .isIn("Waiting")), "never cancel timer while Waiting", "holds"),
            (
                .never(.request("failed"), while: .isIn("Waiting")), "never failed while Waiting",
                "fails: connect, failed, failed"
            ),
            (
                .leads(from: .outcome(.refused), to: .isIn("Idle")), "refused leads to Idle",
                "holds, but refused never happens"
            ),
            (
                .never(.isIn("Connected"), until: .request("connected")), "never Connected until connected", "holds"
            ),
            (.precedes(.isIn("Connecting"), .isIn("Connected")), "Connecting precedes Connected", "holds"),
            (
                .leads(from: .isIn("Connecting"), to: .isIn("Connected")), "Connecting leads to Connected",
                "fails: connect, then for ever failed, connect"
            ),
            (
                .leads(from: .isIn("Connecting"), to: .isIn("Connected"), fair: ["connected"]),
                "Connecting leads to Connected", "holds"
            ),
            (
                .leads(from: .isIn("Connected"), to: .isIn("Idle")), "Connected leads to Idle",
                "fails: connect, connected, then nothing more"
            ),
            (
                .eventually(.isIn("Connected") || .effect("start timer")), "eventually Connected or start timer",
                "fails: the start, then for ever connect, hangUp"
            ),
            (.eventually(.isIn("Connected"), fair: ["failed", "connected"]), "eventually Connected", "holds"),
        ]
    }

    @Test(arguments: properties)
    func `is a sentence, and holds or fails with requests`(property: Property, sentence: String, answer: String) throws
    {
        #expect("\(property)" == sentence)
        #expect("\(try Self.graph().check(property))" == answer)
    }

    @Test func `of a graph with a bound is unknown beyond it, unless a run before it tells`() throws {
        let graph = try Self.graph { $0 != "Waiting" }
        #expect("\(try graph.check(.never(.isIn("Idle"), after: .isIn("Connected"))))" == "unknown beyond Waiting")
        #expect("\(try graph.check(.eventually(.isIn("Connected"), fair: ["connected"])))" == "unknown beyond Waiting")
        #expect("\(try graph.check(.never(.isIn("Waiting"))))" == "fails: connect, failed")
        #expect("\(try graph.check(.precedes(.isIn("Connected"), .request("failed"))))" == "fails: failed")
    }

    @Test(
        arguments: [
            (
                .always(.isIn("Conected")),
                "There is no state “Conected”. Did you mean “Connected”? There are “Idle”, “Connecting”, “Connected”, “Waiting”."
            ),
            (.never(.effect("ring")), "There is no effect “ring”. There are “greet”, “start timer”, “cancel timer”."),
            (
                .leads(from: .isIn("Idle"), to: .request("dial")),
                "There is no request “dial”. There are “connect”, “connected”, “failed”, “hangUp”."
            ),
            (
                .eventually(.isIn("Idle"), fair: ["dial"]),
                "There is no request “dial”. There are “connect”, “connected”, “failed”, “hangUp”."
            ),
            (
                .always(.isIn("")),
                "There is no state “(no name)”. There are “Idle”, “Connecting”, “Connected”, “Waiting”."
            ),
        ] as [(Property, String)])
    func `with a name that does not exist is an error with those that do`(property: Property, message: String) throws {
        let error = try #require(throws: UnknownNameError.self) { try Self.graph().check(property) }
        #expect("\(error)" == message)
    }

    @Test func `of two conditions that have no moment in common is a mistake`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateGraph<String>.Condition.request("dial") && .isIn("Idle")
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("“dial” and “Idle” never hold in one moment: a request is made,"))
    }

    @Test func `of a state with data is one of just that state, if there is one`() throws {
        let states = ["List", "List, 1", "List, 1, 2"]
        let model = MachineModel(
            { 0 },
            requests: .init(["next"]) { count, _ in
                if count == 2 { return .refused }
                count += 1
                return .transitioned
            }, state: { states[$0] })
        let graph = try model.explore()
        func answer(_ property: Property) throws -> String { "\(try graph.check(property))" }
        let isBack = Property.leads(from: .isIn("List, 1, 2"), to: .isIn("List, 1"))
        #expect(try answer(isBack) == "fails: next, next, then nothing more")
        #expect(try answer(.always(.isIn("List"))) == "holds")
        // A run does not go on with what is refused alone.
        #expect(try answer(.never(.outcome(.refused))) == "fails: next, next, next")
        #expect(try answer(.eventually(.outcome(.refused))) == "fails: next, next, then nothing more")
    }

    @Test func `of a region is one of all states with it`() throws {
        let graph = try Fighter.model.explore()
        let texts = Set(graph.places.flatMap(\.regions).map(\.description))
        for text in texts {
            let meant = Set(graph.states.filter { $0.contains(text) })
            let path = try #require(graph.shortestPath { meant.contains($0) })
            let answer = try graph.check(.never(.isIn(text)))
            #expect("\(answer)" == "fails: \(path.isEmpty ? "the start" : path.joined(separator: ", "))", "\(text)")
        }
        let error = try #require(throws: UnknownNameError.self) { try graph.check(.never(.isIn("Tail: Up"))) }
        #expect(texts.allSatisfy { "\(error)".contains("“\($0)”") }, "\(error)")
    }

    @Test func `of a superstate is one of all states in it, with data and without`() throws {
        let model = MachineModel(
            { 0 },
            requests: .init(["next"]) { count, _ in
                count += 1
                return .transitioned
            }, state: { ["Off", "On/Low", "On/High, 3 lamps", "Only"][$0 % 4] })
        let graph = try model.explore()
        let answers = try ["On", "On/High", "On/High, 3 lamps"].map { "\(try graph.check(.never(.isIn($0))))" }
        #expect(answers == ["fails: next", "fails: next, next", "fails: next, next"])
        #expect("\(try graph.check(.never(.isIn("On"), after: .isIn("Only"), until: .isIn("Off"))))" == "holds")
        // The last name is enough, if it is that of one path.
        #expect("\(try graph.check(.never(.isIn("High"))))" == "fails: next, next")
        #expect("\(try graph.check(.never(.isIn("High, 3 lamps"))))" == "fails: next, next")
    }

    @Test func `of a name that several paths have is an error with those, and with superstates`() throws {
        let model = MachineModel<String>(
            { 0 }, requests: ["next"],
            perform: { count, _ in
                count += 1
                return .transitioned
            }, state: { ["A/Busy", "B/Busy"][$0 % 2] })
        let error = try #require(throws: UnknownNameError.self) { try model.explore().check(.never(.isIn("Busy"))) }
        let text = "There is no state “Busy”. Did you mean “A/Busy”? There are “A/Busy”, “B/Busy”, “A”, “B”."
        #expect("\(error)" == text)
    }

    @Test(arguments: ["add", "add()", "add(_:)", "add(1)", "add 2"])
    func `of a request finds it with and without its arguments`(name: String) throws {
        let model = MachineModel<String>(
            { 0 }, requests: ["add(1)", "add 2", "look"],
            perform: { count, request in
                if request == "look" { return .handled }
                count = 1 - count
                return .transitioned
            }, state: { "\($0)" })
        let answer = try model.explore().check(.never(.request(name)))
        #expect("\(answer)" == "fails: \(name == "add 2" ? "add 2" : "add(1)")")
    }
}
