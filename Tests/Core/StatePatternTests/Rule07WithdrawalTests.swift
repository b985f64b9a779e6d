import StatePattern
import Testing

@Suite struct `Deferred requests that are withdrawn or put back` {
    private func machine(_ shape: Shape) -> any Machine {
        let machine = shape.machine(["A": ["1": .deferred, "2": .deferred, "3": .deferred, "go": .go("B")]])
        machine.listen(for: "1", "2", "3", in: "B")
        return machine
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a request that is withdrawn is not tried again, and no observer is notified`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3", "2")
        machine.watchRequests()
        #expect(machine.withdrawDeferredRequests { $0 == "2" } == 2)
        #expect(machine.deferredRequests == ["1", "3"])
        #expect(machine.journal(of: "go").filter { ["1", "2", "3", "refused 2"].contains($0) } == ["1", "3"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a request of the predicate is queued until all that it has chosen is withdrawn`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3")
        let withdrawn = machine.withdrawDeferredRequests { request in
            #expect(machine.request(request == "2" ? "go" : "1") == .queued)
            return request == "2"
        }
        #expect(withdrawn == 1)
        #expect(machine.current == "B")
        #expect(machine.deferredRequests == [])
        #expect(machine.journal.suffix(4) == ["1", "1", "3", "1"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: a predicate may withdraw requests itself, and is asked again about the others`(shape: Shape) {
        let machine = machine(shape)
        machine.request(each: "1", "2", "3")
        let withdrawn = machine.withdrawDeferredRequests { request in
            if request == "2" { machine.withdrawDeferredRequests { $0 == "1" } }
            return request == "3"
        }
        #expect(withdrawn == 1)
        #expect(machine.deferredRequests == ["2"])
    }

    @Test(arguments: Shape.allCases)
    func `Rule 7: requests are put back without asking a state, in order`(shape: Shape) {
        let machine = machine(shape)
        for request in ["1", "2"] { machine.on(request, in: "A", .handled) }
        machine.deferRequests {
            #expect(machine.request("2") == .deferred)
            #expect(machine.request("1") == .deferred)
        }
        #expect(machine.deferredRequests == ["2", "1"])
        #expect(machine.request("1") == .handled, "Afterwards, states are asked again.")
        #expect(machine.journal(of: "go").suffix(2) == ["2", "1"])
    }
}
