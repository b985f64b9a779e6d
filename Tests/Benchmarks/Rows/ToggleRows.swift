import StatePattern

func toggleRows() -> [Row] {
    let (core, byHand, asEnum) = (Toggle(), ToggleByHand(), ToggleEnum())
    let (blinker, blinkerByHand, blinkerEnum) = (Blinker(), BlinkerByHand(), BlinkerEnum())
    let generic = GenericToggle(step: 1)
    let (watched, tally, curious) = (Toggle(), Tally(), CuriousToggle())
    watched.observeRequests { _ in tally.count &+= 1 }
    let requests = randomRequests(count: 1 << 20)
    let mask = requests.count - 1
    return [
        Row(
            name: "transition, each state with hooks of its own", goal: 1,
            core: { times in
                for _ in 0..<times { blinker.blink() }
                return blinker.count
            },
            byHand: { times in
                for _ in 0..<times { blinkerByHand.blink() }
                return blinkerByHand.count
            },
            asEnum: { times in
                for _ in 0..<times { blinkerEnum.blink() }
                return blinkerEnum.count
            }),
        // Compiled methods that are twins: some processors take the return of one for that of the other, so that the calls
        // of hooks are mispredicted, here and by hand.
        Row(
            name: "transition, both states with the same code", goal: 1,
            core: { times in
                for _ in 0..<times { core.toggle() }
                return core.count
            },
            byHand: { times in
                for _ in 0..<times { byHand.toggle() }
                return byHand.count
            },
            asEnum: { times in
                for _ in 0..<times { asEnum.toggle() }
                return asEnum.count
            }),
        Row(
            name: "handled request with an argument", goal: 1.4,
            core: { times in
                for number in 0..<times { core.add(number) }
                return core.count
            },
            byHand: { times in
                for number in 0..<times { byHand.add(number) }
                return byHand.count
            },
            asEnum: { times in
                for number in 0..<times { asEnum.add(number) }
                return asEnum.count
            }),
        Row(
            name: "unhandled request, counted", goal: 1.3,
            core: { times in
                for _ in 0..<times { core.ignore() }
                return core.refused
            },
            byHand: { times in
                for _ in 0..<times { byHand.ignore() }
                return byHand.refused
            },
            asEnum: { times in
                for _ in 0..<times { asEnum.ignore() }
                return asEnum.refused
            }),
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
        Row(name: "request refused with a reason") { times in
            for _ in 0..<times { core.refuse() }
            return core.refused
        },
        Row(name: "the same by the name of its method") { times in
            for _ in 0..<times { core.refuseByName() }
            return core.refused
        },
        Row(name: "handled request, with a request observer") { times in
            for number in 0..<times { watched.add(number) }
            return tally.count
        },
        Row(name: "transition whose hook looks where it comes from") { times in
            for _ in 0..<times { curious.toggle() }
            return curious.count
        },
        Row(
            name: "making a machine and freeing it", operations: 200_000, goal: 1.2,
            core: { times in
                var count = 0
                for _ in 0..<times { count &+= Toggle.make().count &+ 1 }
                return count
            },
            byHand: { times in
                var count = 0
                for _ in 0..<times { count &+= ToggleByHand.make().count &+ 1 }
                return count
            },
            asEnum: { times in
                var count = 0
                for _ in 0..<times { count &+= ToggleEnum.make().count &+ 1 }
                return count
            }),
        // The core is compiled into the module of its client, generic or not. What this row takes more than the first
        // is the client's own: the methods of a generic class are called unspecialised.
        Row(name: "transition of a generic machine") { times in
            for _ in 0..<times { generic.toggle() }
            return generic.count
        },
    ]
}
