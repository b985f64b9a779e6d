import StatePattern
import Testing

/// The state of a scripted machine as it is saved: the leaf, and the deferred requests with their arguments.
private struct Snapshot: Codable {
    struct Request: Codable {
        let name: String
        let amount: Int?
    }

    let leaf: String
    let requests: [Request]

    init(_ machine: any Machine) {
        leaf = machine.current
        requests = zip(machine.deferredRequests, machine.deferredArguments).map {
            Request(name: $0, amount: $1 as? Int)
        }
    }

    /// Makes a machine that resumes.
    func restored(_ shape: Shape) -> any Machine {
        let machine = shape.machine(resumingIn: leaf)
        machine.deferRequests {
            for request in requests {
                if let amount = request.amount {
                    machine.request(request.name, amount: amount)
                } else {
                    machine.request(request.name)
                }
            }
        }
        return machine
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Recipe: saving and restoring` {
    private static func script(_ machine: any Machine) {
        machine.on([
            "A": ["pay 3": .deferred, "pay 5": .deferred, "stop": .deferred, "go": .go("B")],
            "B": ["stop": .deferred, "pay 5": .go("C")], "C": ["go": .go("A")],
        ])
        machine.listen(for: "pay 3", in: "B")
        machine.listen(for: "stop", in: "C")
        machine.watchRequests()
    }

    /// The course of some requests: the lines that each adds to the journal, and the situation after it.
    private static func course(of machine: any Machine) -> [[String]] {
        ["go", "go", "stop", "go"].map { request in
            let lines = machine.journal(of: request)
            #expect(!lines.isEmpty)
            return lines + [machine.current] + machine.deferredRequests
        }
    }

    @Test(arguments: Shape.allCases)
    func `a machine that is saved in one process resumes in another one, as the saved one does`(shape: Shape) async {
        let machine = shape.machine
        Self.script(machine)
        machine.request("pay", amount: 5)
        machine.request("stop")
        machine.request("pay", amount: 3)
        let snapshot = Snapshot(machine)
        let course = Self.course(of: machine)
        #expect(course[0].prefix(6) == ["exit A", "enter B", "go: A → B", "exit B", "enter C", "pay: B → C"])
        await #expect(processExitsWith: .success) {
            [shape = shape as Shape, snapshot = snapshot as Snapshot, course = course as [[String]]] in
            let restored = snapshot.restored(shape)
            #expect(restored.journal == [])
            #expect(restored.deferredRequests == ["pay", "stop", "pay"])
            #expect(restored.deferredArguments.map { $0 as? Int } == [5, nil, 3])
            Self.script(restored)
            #expect(Self.course(of: restored) == course)
        }
    }
}
