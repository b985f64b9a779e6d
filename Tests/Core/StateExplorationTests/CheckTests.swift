import StateExploration
import StatePattern
import TestSupport
import Testing

/// Questions about all runs of a small machine.
@Suite(.timeLimit(.minutes(60))) struct `A property` {
    typealias Graph = StateGraph<String>
    typealias Property = Graph.Property

    private static func graph(within bound: @escaping (String) -> Bool = { _ in true }) throws -> Graph {
        let states = ["Idle", "Connecting", "Connected", "Waiting"]
        /// A connection that waits for a timer before it tries again.
        let rows = [[1, nil, nil, nil], [nil, 2, 3, 0], [nil, nil, nil, nil], [1, nil, nil, 0]]
        return try chart(
            states, ["connect", "connected", "failed", "hangUp"],
            effects: { state, request in
                guard let next = rows[state][request] else { return [] }
                return (state == 3 ? ["cancel timer"] : []) + [[], [], ["greet"], ["start timer"]][next]
            }, { rows[$0][$1] }
        ).explore(within: bound)
    }

    // Not stored: the sanitizer does not see the references that the cases of an indirect enum are packed into.
    private static var properties: [(Property, String, String)] {
        [
            (.always(!.isIn("Waiting")), "always not Waiting", "fails: connect, failed"),
            (.never(.outcome(.unhandled, of: "connect")), "never connect is unhandled", "fails: connect, connect"),
            (
                .never(.isIn("Waiting") && .outcome(.unhandled)), "never Waiting and unhandled",
                "fails: connect, failed, connected"
            ),
            (
                .never(.effect("start timer"), after: .effect("start timer"), until: .effect("cancel timer")),
                "never start timer after start timer until cancel timer", "holds"
            ),
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
        let graph = try chart(["Off", "On/Low", "On/High, 3 lamps", "Only"], ["next"]) { state, _ in (state + 1) % 4 }
            .explore()
        let answers = try ["On", "On/High", "On/High, 3 lamps"].map { "\(try graph.check(.never(.isIn($0))))" }
        #expect(answers == ["fails: next", "fails: next, next", "fails: next, next"])
        #expect("\(try graph.check(.never(.isIn("On"), after: .isIn("Only"), until: .isIn("Off"))))" == "holds")
        // The last name is enough, if it is that of one path.
        #expect("\(try graph.check(.never(.isIn("High"))))" == "fails: next, next")
        #expect("\(try graph.check(.never(.isIn("High, 3 lamps"))))" == "fails: next, next")
    }

    @Test func `of a name that several paths have is an error with those, and with superstates`() throws {
        let model = chart(["A/Busy", "B/Busy"], ["next"]) { state, _ in 1 - state }
        let error = try #require(throws: UnknownNameError.self) { try model.explore().check(.never(.isIn("Busy"))) }
        let text = "There is no state “Busy”. Did you mean “A/Busy”? There are “A/Busy”, “B/Busy”, “A”, “B”."
        #expect("\(error)" == text)
    }

    @Test(arguments: ["add", "add()", "add(_:)", "add(1)", "add 2"])
    func `of a request finds it with and without its arguments`(name: String) throws {
        let model = chart(["0", "1"], ["add(1)", "add 2", "look"]) { state, request in request == 2 ? nil : 1 - state }
        let answer = try model.explore().check(.never(.request(name)))
        #expect("\(answer)" == "fails: \(name == "add 2" ? "add 2" : "add(1)")")
    }
}
