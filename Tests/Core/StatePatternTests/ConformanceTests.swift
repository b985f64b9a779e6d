import StatePattern
import Testing

/// The well-known test machine of QP (Samek, *Practical UML Statecharts in C/C++*, 2nd edition, chapter 2). Its traces
/// are published. What QP writes down when it takes an initial transition has no counterpart here.
@Suite struct Conformance {
    private func qHsmTst() -> TreeMachine {
        let machine = TreeMachine("s/s1/s11", "s/s2/s21/s211", initial: "s2")
        let initialSubstates = ["s": "s11", "s1": "s11", "s2": "s211", "s21": "s211"]
        for (state, substate) in initialSubstates { machine.setInitialSubstate(of: state, to: substate) }

        let transitions = [
            ("s", "E", "s11"),
            ("s1", "A", "s1"), ("s1", "B", "s11"), ("s1", "C", "s2"), ("s1", "F", "s211"),
            ("s11", "G", "s211"), ("s11", "H", "s"),
            ("s2", "C", "s1"), ("s2", "F", "s11"),
            ("s21", "A", "s21"), ("s21", "B", "s211"), ("s21", "G", "s1"),
            ("s211", "D", "s21"), ("s211", "H", "s"),
        ]
        for (state, event, target) in transitions {
            machine.on(event, in: state, .go(target), noting: "\(state)-\(event)")
        }
        addGuarded(to: machine)
        machine.on("I", in: "s1", .handled, noting: "s1-I")
        return machine
    }

    /// Adds what depends on the machine's one variable.
    private func addGuarded(to machine: TreeMachine) {
        var foo = false
        func on(_ event: String, in state: String, when expected: Bool, _ answer: Answer) {
            machine.on(event, in: state) { machine in
                guard foo == expected else { return .unhandled }
                foo.toggle()
                machine.note("\(state)-\(event)")
                return answer
            }
        }
        on("I", in: "s", when: true, .handled)
        on("D", in: "s1", when: false, .go("s"))
        on("D", in: "s11", when: true, .go("s1"))
        on("I", in: "s2", when: false, .handled)
    }

    private func run(_ machine: TreeMachine, _ trace: [(event: String, lines: String)]) {
        for (event, lines) in trace {
            let actual = machine.journal(of: event).map { line in
                let words = line.split(separator: " ")
                return words.count == 2 ? "\(words[1])-\(words[0] == "exit" ? "EXIT" : "ENTRY")" : line
            }
            #expect(actual.joined(separator: " ") == lines, "\(event)")
        }
    }

    @Test func `Conformance: QHsmTst enters its initial state and gives the trace as published`() {
        let machine = qHsmTst()
        machine.activate()
        #expect(machine.journal == ["enter s", "enter s2", "enter s21", "enter s211"])
        run(
            machine,
            [
                ("G", "s21-G s211-EXIT s21-EXIT s2-EXIT s1-ENTRY s11-ENTRY"),
                ("I", "s1-I"),
                ("A", "s1-A s11-EXIT s1-EXIT s1-ENTRY s11-ENTRY"),
                ("D", "s1-D s11-EXIT s1-EXIT s1-ENTRY s11-ENTRY"),
                ("D", "s11-D s11-EXIT s11-ENTRY"),
                ("C", "s1-C s11-EXIT s1-EXIT s2-ENTRY s21-ENTRY s211-ENTRY"),
                ("E", "s-E s211-EXIT s21-EXIT s2-EXIT s1-ENTRY s11-ENTRY"),
                ("E", "s-E s11-EXIT s1-EXIT s1-ENTRY s11-ENTRY"),
                ("G", "s11-G s11-EXIT s1-EXIT s2-ENTRY s21-ENTRY s211-ENTRY"),
                ("I", "s2-I"),
                ("I", "s-I"),
            ])
    }
}
