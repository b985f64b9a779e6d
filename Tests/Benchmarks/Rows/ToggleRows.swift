import StatePattern

func toggleRows() -> [Row] {
    let (core, byHand, asEnum) = (Toggle(), ToggleByHand(), ToggleEnum())
    let generic = GenericToggle(step: 1)
    let (watched, tally, curious) = (Toggle(), Tally(), CuriousToggle())
    watched.observeRequests { _ in tally.count &+= 1 }
    let requests = randomRequests(count: 1 << 20)
    let mask = requests.count - 1
    return [
        Row(
            name: "transition, each state with hooks of its own", goal: 1, core: repeating(Blinker()) { $0.blink() },
            byHand: repeating(BlinkerByHand()) { $0.blink() }, asEnum: repeating(BlinkerEnum()) { $0.blink() }),
        // Compiled methods that are twins: some processors take the return of one for that of the other, so that the calls
        // of hooks are mispredicted, here and by hand.
        Row(
            name: "transition, both states with the same code", goal: 1, core: repeating(core) { $0.toggle() },
            byHand: repeating(byHand) { $0.toggle() }, asEnum: repeating(asEnum) { $0.toggle() }),
        Row(
            name: "handled request with an argument", goal: 1.4, core: repeating(core) { $0.add($1) },
            byHand: repeating(byHand) { $0.add($1) }, asEnum: repeating(asEnum) { $0.add($1) }),
        Row(
            name: "unhandled request, counted", goal: 1.3,
            core: repeating(core, result: { $0.refused }) { $0.ignore() },
            byHand: repeating(byHand, result: { $0.refused }) { $0.ignore() },
            asEnum: repeating(asEnum, result: { $0.refused }) { $0.ignore() }),
        Row(
            name: "these three in random order", goal: 1,
            core: { times in
                for number in 0..<times {
                    switch requests[number & mask] {
                    case 0: core.toggle()
                    case 1: core.add(number)
                    default: core.ignore()
                    }
                }
                return core.count
            },
            byHand: { times in
                for number in 0..<times {
                    switch requests[number & mask] {
                    case 0: byHand.toggle()
                    case 1: byHand.add(number)
                    default: byHand.ignore()
                    }
                }
                return byHand.count
            },
            asEnum: { times in
                for number in 0..<times {
                    switch requests[number & mask] {
                    case 0: asEnum.toggle()
                    case 1: asEnum.add(number)
                    default: asEnum.ignore()
                    }
                }
                return asEnum.count
            }),
        Row(name: "request refused with a reason", core: repeating(core, result: { $0.refused }) { $0.refuse() }),
        Row(
            name: "handled request, with a request observer",
            core: repeating(watched, result: { _ in tally.count }) { $0.add($1) }),
        Row(name: "transition whose hook looks where it comes from", core: repeating(curious) { $0.toggle() }),
        Row(
            name: "making a machine and freeing it", operations: 200_000, goal: 1.2, core: making(Toggle.make),
            byHand: making(ToggleByHand.make), asEnum: making(ToggleEnum.make)),
        // The core is compiled into the module of its client, generic or not. What this row takes more than the first
        // is the client's own: the methods of a generic class are called unspecialised.
        Row(name: "transition of a generic machine", core: repeating(generic) { $0.toggle() }),
    ]
}
