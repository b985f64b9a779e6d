import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The code of the article “The context in forty lines”, compared with the core.
@Suite struct `The context in forty lines` {
    // MARK: The code is the article's

    private static let article = try! Document(
        Program.package.appending(path: "Sources/Core/StatePattern/StatePattern.docc/TheContextInFortyLines.md"))

    /// The context, and a program with the turnstile.
    private var fences: [String] { Self.article.fences.filter { $0.language == "swift" }.map { $0.text + "\n" } }

    /// A program up to the end of its first declaration.
    private func declaration(in program: String) throws -> String {
        try String(program[..<#require(program.firstRange(of: "\n}\n")).upperBound])
    }

    @Test func `the article shows the code of these tests`() throws {
        let file = Program.package.appending(path: "Tests/Core/StatePatternTests/Support/ContextInFortyLines.swift")
        let shown = try fences[0] + "\n" + declaration(in: fences[1])
        let indented = shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
        #expect(try Document(file).text.hasSuffix("\nenum FortyLines {\n\(indented)}\n"))
    }

    @Test func `its turnstile is that of the README`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        #expect(try declaration(in: readme.program) == "import StatePattern\n\n" + declaration(in: fences[1]))
    }

    @Test func `it has as many lines as the article says`() throws {
        func countLines(_ text: Substring) -> Int {
            text.split(separator: "\n").count { !$0.drop { $0 == " " }.hasPrefix("//") }
        }
        let start = try #require(fences[0].firstRange(of: "class Context")).lowerBound
        let (context, types) = (countLines(fences[0][start...]), countLines(fences[0][..<start]))
        let text = "It has \(context) lines of code, and the two types that it needs have \(types)."
        #expect(Self.article.text.contains(text), "\(text)")
    }

    // MARK: It does what the core does

    @Test func `a search finds no difference between the two turnstiles`() throws {
        let core = MachineModel(Turnstile.init, requests: ["insertCoin": { $0.insertCoin() }, "push": { $0.push() }])
        let small = MachineModel(
            FortyLines.Turnstile.init,
            requests: ["insertCoin": { Outcome($0.insertCoin()) }, "push": { Outcome($0.push()) }],
            state: { "\(type(of: $0.state))" })
        #expect(try "\(core.compare(with: small))" == "no difference in 2 states and 4 cells")
    }

    /// One machine with everything: all reactions, and follow-ups in handlers, hooks and observers.
    @Test func `a search finds no difference between two machines with follow-ups`() throws {
        var plan = RandomPlan()
        plan.superstates = ["A": nil, "B": nil, "C": nil]
        plan.initials = ["A"]
        plan.answers = [
            "A": ["r": .go("B"), "s": .handled, "t": .refused],
            "B": ["r": .go("C"), "s": .go("B"), "t": .handled, "u": .refused],
            "C": ["r": .go("A"), "s": .refused, "u": .go("B")],
        ]
        plan.followUps = [
            "A moves on r": ["u", "t"], "A handles s": ["s"], "A refuses t": ["s", "u"], "B handles t": ["u"],
            "exit A": ["t"], "enter B": ["t", "u"], "exit C": ["s", "u"], "enter C": ["s"],
            "first: A → B": ["s", "t"], "second: B → B": ["r"], "first: B → C": ["u"], "second: C → A": ["s", "r"],
        ].mapValues { $0.map { .request($0) } }
        let comparison = try core(plan).compare(with: small(plan))
        #expect("\(comparison)" == "no difference in 15 states and 60 cells")
    }

    @Test func `hooks read the same states, and observers that they and others add are called alike`() {
        var plan = RandomPlan()
        plan.superstates = ["A": nil, "B": nil]
        plan.initials = ["A"]
        plan.answers = ["A": ["r": .go("B")], "B": ["r": .go("A")]]

        let core = FlatMachine(["A", "B"], resumingIn: "A")
        instruct(core, plan)
        let small = PlannedMachine(plan)
        for line in ["exit A", "enter B"] {
            core.when(line) { $0.note("in \($0.current)") }
            small.when(line) { $0.note("in \($0.state.label)") }
        }
        core.when("in B") { $0.watch(as: "added") }
        small.when("in B") { $0.watch(as: "added") }
        core.when("second: A → B") { $0.watch(as: "later") }
        small.when("second: A → B") { $0.watch(as: "later") }

        for _ in 1...2 { #expect(core.request("r") == small.request("r")) }
        #expect(
            small.journal == [
                "A moves on r", "exit A", "in A", "enter B", "in B", "first: A → B", "second: A → B", "added: A → B",
                "B moves on r", "exit B", "enter A", "first: B → A", "second: B → A", "added: B → A", "later: B → A",
            ])
        #expect(core.journal == small.journal)
    }

    // MARK: The two as models

    /// The planned machine on the core, active from the beginning, without what `didNotHandle` writes down.
    private func core(_ plan: RandomPlan) -> MachineModel<String> {
        model("core", of: plan) {
            let machine = FlatMachine(
                plan.superstates.keys.sorted(), initial: plan.initials[0], resumingIn: plan.initials[0])
            instruct(machine, plan)
            return Planned(
                request: { machine.request($0) }, current: { machine.current },
                journal: { machine.journal.filter { !$0.hasPrefix("refused ") } })
        }
    }

    /// Lets a machine on the core do as planned, and be observed as the planned one is.
    private func instruct(_ machine: FlatMachine, _ plan: RandomPlan) {
        plan.instruct(machine)
        for (line, steps) in plan.followUps {
            var isFirstTime = true
            machine.when(line) { machine in
                guard isFirstTime else { return }
                isFirstTime = false
                for case .request(let name) in steps { machine.request(name) }
            }
        }
        for observer in ["first", "second"] { machine.watch(as: observer) }
    }

    private func small(_ plan: RandomPlan) -> MachineModel<String> {
        model("forty lines", of: plan) {
            let machine = PlannedMachine(plan)
            return Planned(
                request: { machine.request($0) }, current: { machine.state.label }, journal: { machine.journal })
        }
    }

    /// The further behavior depends on the follow-ups that have been made already, so they belong to the state.
    private func model(
        _ name: String, of plan: RandomPlan, _ make: @escaping () -> Planned
    ) -> MachineModel<String> {
        MachineModel(
            make, named: name, requests: .init(RandomPlan.requests) { $0.request($1) },
            state: { machine in
                let made = Set(machine.journal()).filter { plan.followUps[$0] != nil }
                return ([machine.current()] + made.sorted()).joined(separator: ", ")
            },
            trace: { machine in
                let journal = machine.journal()
                defer { machine.traced = journal.count }
                return Array(journal[machine.traced...])
            })
    }
}

/// A machine that does as planned, on either context.
private struct Planned {
    let request: (String) -> Outcome
    let current: () -> String
    let journal: () -> [String]
    /// The number of lines that have been traced.
    var traced = 0
}
