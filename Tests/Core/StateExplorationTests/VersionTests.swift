import Foundation
@testable import StateExploration
import StatePattern
import TestSupport
import Testing

/// The difference between two versions of a machine, one of which is kept as JSON.
@Suite struct `A graph that was kept` {
    private static func saved(_ json: String) throws -> SavedGraph {
        try JSONDecoder().decode(SavedGraph.self, from: Data(json.utf8))
    }

    private static let turnstile = Sample("turnstile") {
        MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
    }
    private static let oven = Sample("oven") {
        MachineModel(
            Oven.init, requests: ["toggle": { $0.toggle() }, "warmed": { $0.warmed() }], trace: { $0.takeLog() })
    }
    private static let samples = [
        turnstile, oven, Sample("door") { door }, Sample("regions") { Appliance.model([{ _ in true }, { $0[0] }]) },
        Sample("names of all kinds") {
            let names = ["a\"\\\u{0}\u{1b}\n</script>", "💡/é, 2", "", "|`*_"]
            return table(requests: names, [names[0]: names, names[1]: names, names[2]: names, names[3]: names])
        },
        Sample("requests that are not made") {
            MachineModel({ 0 }, requests: .init(["a"]) { _, _ in nil }, state: { "\($0)" })
        },
        Sample("no requests") { table(requests: [], ["A": []]) },
    ]

    @Test(arguments: samples) func `is the same when it is read and written again`(_ sample: Sample) throws {
        let graph = try sample.model().explore()
        let saved = try Self.saved(graph.json())
        #expect(saved == SavedGraph(graph))
        #expect(saved.json() == graph.json())
        #expect(graph.difference(from: saved).isEmpty)
        let size = "\(graph.states.count) states and \(graph.cellCount) cells"
        #expect("\(graph.difference(from: saved))" == "no difference in \(size)")
        #expect(graph.difference(from: saved).markdown() == "no difference in \(size)\n")
        let svg = graph.difference(from: saved).diagram().svg()
        if sample.testDescription != "regions" { #expect(svg == graph.svg()) }
        #expect(try PictureGeometry(svg).problems == [])
    }

    @Test(arguments: samples) func `differs from each mutant in exactly the cell that was changed, with a mark`(
        _ sample: Sample
    ) throws {
        let graph = try sample.model().explore()
        let saved = SavedGraph(graph)
        for mutant in graph.mutants() {
            let state = try #require(graph.cells.indices.first { graph.cells[$0] != mutant.graph.cells[$0] })
            let request = try #require(
                graph.requests.indices.first { graph.cells[state][$0] != mutant.graph.cells[state][$0] })
            let cell = GraphDifference.Subject.cell(state: graph.states[state], request: graph.requests[request])
            let difference = mutant.graph.difference(from: saved)
            let change = try #require(difference.changes.first)
            #expect(difference.changes.map(\.subject) == [cell], "\(mutant.name)")
            #expect(change.old != nil && change.new != nil)
            let back = try graph.difference(from: Self.saved(mutant.graph.json())).changes
            #expect(back.map(\.subject) == [change.subject] && back.map(\.path) == [graph.path(to: state)])
            #expect(back.map(\.old) == [change.new] && back.map(\.new) == [change.old])
            #expect(difference.merged().outline().contains("± "), "\(mutant.name)")
            #expect(try PictureGeometry(difference.merged().svg()).problems == [])
        }
    }

    @Test func `shows states, requests and cells that are new, gone or changed, with the shortest way there`() throws {
        let old = try table(
            requests: ["coin", "push", "kick"],
            ["Locked": ["Open", "", "Bent"], "Open": ["", "Locked", ""], "Bent": ["", "Bent", ""]]
        ).explore()
        let new = try table(
            requests: ["coin", "push", "repair"],
            ["Locked": ["Open", "", ""], "Open": ["Locked", "Closed", ""], "Closed": ["", "", "Locked"]]
        ).explore()
        let difference = new.difference(from: SavedGraph(old))
        #expect(
            difference.description == """
                new: request repair
                gone: request kick
                gone: kick in Locked, after the start: transitioned, Bent
                changed: coin in Open, after coin
                  old: unhandled, Open
                  new: transitioned, Locked
                changed: push in Open, after coin
                  old: transitioned, Locked
                  new: transitioned, Closed
                new: state Closed, after coin, push
                new: repair in Closed, after coin, push: transitioned, Locked
                gone: state Bent, after kick
                gone: push in Bent, after kick: handled, Bent
                """)
        let back = old.difference(from: SavedGraph(new)).changes
        #expect(Set(back.map(\.subject)) == Set(difference.changes.map(\.subject)))
        #expect(back.allSatisfy { back in difference.changes.contains { $0.old == back.new && $0.new == back.old } })
    }

    @Test func `shows another start, another bound, and a state that cannot be reached any more`() throws {
        let json = try Self.oven.model().explore().json()
        let start = try Self.saved(json.replacing(#""initial":"Off""#, with: #""initial":"On/Warm""#))
        let difference = try GraphDifference(from: start, to: Self.saved(json))
        #expect("\(difference)" == "changed: the start\n  old: On/Warm [enter Off]\n  new: Off [enter Off]")
        let silent = try Self.saved(json.replacing(#""startTrace":["enter Off"],"#, with: ""))
        #expect(try GraphDifference(from: silent, to: Self.saved(json)).changes.map(\.old) == ["Off"])

        let ring = Ring.model(3, requests: ["on"])
        let bounded = try Self.saved(ring.explore(within: { $0 != "2" }).json())
        let changes = try ring.explore().difference(from: bounded).changes
        #expect(changes.map(\.subject) == [.state("2"), .cell(state: "2", request: "on")])
        #expect(changes.map(\.old) == ["not explored", nil])

        let graph = try Self.turnstile.model().explore()
        let stays = StateGraph<String>.Cell(outcome: .handled, target: 0)
        let unreachable = graph.replacingCell(0, 0, with: stays).replacingCell(1, 0, with: stays)
        #expect(unreachable.difference(from: SavedGraph(graph)).changes.map(\.path) == [[], nil])
        #expect("\(unreachable.difference(from: SavedGraph(graph)))".contains("insertCoin in Unlocked, not reachable"))
    }

    @Test func `keeps every name in one field of a table, and on one line of a text`() throws {
        let names = ["a|b`c\n# d", "*e* <b> [f](g) \u{1b}[2J", ""]
        let old = try table(requests: ["r"], ["A": [""]]).explore()
        let difference = try table(requests: names, ["A": names, names[0]: ["A", "", ""], names[1]: [], names[2]: []])
            .explore(within: { $0 == "A" }).difference(from: SavedGraph(old))
        for row in difference.markdown().split(separator: "\n") {
            let cells = row.replacing("\\\\", with: "").replacing("\\|", with: "").split(
                separator: "|", omittingEmptySubsequences: false)
            #expect(cells.count == 7)
            #expect(!row.contains(/[^\\][`*<\[]/))
        }
        #expect("\(difference)".split(separator: "\n").count == difference.changes.count)
        #expect("\(difference)".contains("request (no name)") && !"\(difference)".contains("\u{1b}"))
    }

    @Test func `is a chart with the new requests and those that are gone`() throws {
        let json = try Self.oven.model().explore().json()
        let old = try Self.saved(json.replacing("On/Warm", with: "On/Hot").replacing("exit On", with: "leave On"))
        let diagram = try Self.oven.model().explore().difference(from: old).diagram()
        let svg = diagram.svg()
        #expect(try PictureGeometry(svg).problems == [])
        #expect(Set(try PictureGeometry(svg).boxes.map(\.state)) == ["Off", "On", "On/Heating", "On/Warm", "On/Hot"])
        for name in ["added", "gone", "changed"] {
            #expect(svg.contains("<g class=\"arrow \(name)\"") && svg.contains(".\(name) > path"))
        }
        #expect(diagram.outline().contains("+ warmed") && diagram.outline().contains("− warmed"))
        for mark in [
            "state added\" data-state=\"On/Warm", "state gone\" data-state=\"On/Hot", "superstate\" data-state=\"On",
        ] {
            #expect(svg.contains("<g class=\"\(mark)\">"))
        }
        #expect(try PictureGeometry(svg).legend.map(\.text) == ["+ new", "− gone", "± changed"])
        #expect(try !Self.oven.model().explore().svg().contains("added"))
    }

    /// An upload of three chunks, which may be tried again.
    private static func upload(retries: Int) throws -> SavedGraph {
        let model = MachineModel(
            { (state: "Idle", sent: 0, failures: 0, trace: [String]()) },
            requests: .init(["start", "sent", "failed", "retry"]) { upload, request in
                switch (upload.state, request) {
                case ("Idle", "start"), ("Failed", "start"): upload = ("Sending", 0, 0, [])
                case ("Sending", "sent"):
                    upload.sent += 1
                    if upload.sent == 3 { upload = ("Done", 0, 0, []) }
                case ("Sending", "failed"):
                    upload.failures += 1
                    upload.state = upload.failures > retries ? "Failed" : "Waiting"
                    upload.trace = upload.state == "Waiting" ? ["wait \(upload.failures) s"] : []
                case ("Waiting", "retry"): upload.state = "Sending"
                default: return .unhandled
                }
                return .transitioned
            },
            state: {
                ["Idle", "Done"].contains($0.state) ? $0.state : "\($0.state), \($0.sent) sent, \($0.failures) failures"
            },
            trace: { upload in
                defer { upload.trace = [] }
                return upload.trace
            })
        return try SavedGraph(model.explore())
    }

    @Test func `that one number has changed is a few lines, and a condition in a merged chart`() throws {
        let difference = GraphDifference(from: try Self.upload(retries: 1), to: try Self.upload(retries: 2))
        #expect(difference.changes.count > 20)
        #expect(
            difference.description == """
                changed: failed in Sending, 0 sent, 1 failures (and 2 other states), after start, failed, retry
                  old: transitioned, Failed, 0 sent, 2 failures
                  new: transitioned, Waiting, 0 sent, 2 failures [wait 2 s]
                new: 9 states (3 Failed, 3 Sending, 3 Waiting), the first after start, failed, retry, failed
                gone: 3 states (3 Failed), the first after start, failed, retry, failed
                """)
        #expect(difference.markdown().count { $0 == "\n" } == 5)
        #expect(
            difference.merged().outline() == """
                  Idle
                      start → Sending
                  ± Sending
                      sent [not 2 sent] → Sending
                      sent [2 sent] → Done
                      failed [0 failures] / wait 1 s → Waiting
                      + failed [1 failures] / wait 2 s → Waiting
                      − failed [1 failures], + failed [2 failures] → Failed
                  Waiting
                      retry → Sending
                  Done
                  Failed
                      start → Sending

                """)
    }

    @Test(arguments: [201, 30_000])
    func `is no chart where a state lies in very many others, but a sentence`(levels: Int) throws {
        let json = try Self.turnstile.model().explore().json()
        let deep = Array(repeating: "A", count: levels).joined(separator: "/")
        let new = try Self.saved(json.replacing("Unlocked", with: deep))
        let svg = GraphDifference(from: try Self.saved(json), to: new).diagram().svg()
        #expect(svg.contains("\(levels) levels of states are too many for a chart."))
    }

    private static func sentence(about json: String) -> String? {
        do {
            _ = try saved(json)
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "another error: \(error)"
        }
    }

    @Test(arguments: [
        (#""initial":"Locked","#, "", "There is no “initial”."),
        (#""initial":"Locked""#, #""initial":"Lost""#, "The initial state “Lost” is not among the states."),
        (#""initial":"Locked""#, #""initial":7"#, "initial: "), ("[", "7,[", "The given data was not valid JSON."),
        (#"["insertCoin","push"]"#, #"["push","push"]"#, "There are two requests “push”."),
        (#"["insertCoin","push"]"#, #"["insertCoin"]"#, "“push” in “Locked” is none of the requests."),
        (#"["insertCoin","push"]"#, #"["insertCoin","push","kick"]"#, "“kick” in “Locked” has no cell."),
        (#""request":"push""#, #""request":"insertCoin""#, "“insertCoin” in “Locked” has two cells."),
        (#""name":"Unlocked""#, #""name":"Locked""#, "There are two states “Locked”."),
        (
            #""target":"Unlocked""#, #""target":"Lo\nst""#,
            "“insertCoin” in “Locked” leads to “Lo⏎st”, which is none of the states."
        ),
        (
            #""unhandled""#, #""ignored""#,
            "states[0].cells[1].outcome: There is no outcome “ignored”; there is \(Outcome.allCases.map { "\($0)" }.joined(separator: ", "))."
        ),
        (#""outcome":"unhandled","#, "", "states[0].cells[1]: There is no “outcome”."),
        (#""isExplored":true"#, #""isExplored":false"#, "There are cells in “Locked”, which was not explored."),
        (#""isExplored":true"#, #""isExplored":"yes""#, "states[0].isExplored: "),
        (#""trace":[]"#, #""trace":[null]"#, "states[0].cells[0].trace[0]: "),
    ])
    func `that is wrong is an error with a sentence`(part: String, changed: String, sentence: String) throws {
        let json = try Self.turnstile.model().explore().json()
        let wrong = json.replacing(part, with: changed, maxReplacements: 1)
        #expect(wrong != json)
        #expect(Self.sentence(about: wrong)?.hasPrefix(sentence) == true, "\(Self.sentence(about: wrong) ?? "")")
    }

    @Test func `that is cut, or of another program, is an error with a sentence`() throws {
        let json = try Self.turnstile.model().explore().json()
        let cut = json.indices.dropLast().map { String(json[..<$0]) }
        let foreign = ["[]", "7", "null", "\"text\"", "{}", #"{"states":{"Locked":{"on":{"push":"x"}}}}"#, "<scxml/>"]
        let none = #"{"initial":"A","requests":[],"states":[]}"#
        for text in cut + foreign + [none] {
            let sentence = try #require(Self.sentence(about: text), "\(text)")
            #expect(sentence.count > 15 && !sentence.contains("another error") && !sentence.contains("\n"))
        }
        #expect(Self.sentence(about: none) == "There are no states.")
    }
}
