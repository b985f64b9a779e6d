import StatePattern

let toggle = Toggle()
let byHand = ToggleByHand()
let asEnum = ToggleEnum()
let tree = Tree(depth: 3)
let deepTree = Tree(depth: 4)
let observedToggle = Toggle()
var notifications = 0
observedToggle.observe { _ in notifications &+= 1 }

let subjects = [
    Subject(name: "transition with both hooks: by hand") { times in
        for _ in 0..<times { byHand.toggle() }
        return byHand.count
    },
    Subject(name: "transition with both hooks: enum") { times in
        for _ in 0..<times { asEnum.toggle() }
        return asEnum.count
    },
    Subject(name: "transition with both hooks") { times in
        for _ in 0..<times { toggle.toggle() }
        return toggle.count
    },
    Subject(name: "handled request with an argument: by hand") { times in
        for number in 0..<times { byHand.add(number) }
        return byHand.count
    },
    Subject(name: "handled request with an argument") { times in
        for number in 0..<times { toggle.add(number) }
        return toggle.count
    },
    Subject(name: "unhandled request") { times in
        for _ in 0..<times { toggle.ignore() }
        return toggle.count
    },
    Subject(name: "tree, three exits and three entries") { times in
        for _ in 0..<times { tree.cross() }
        return tree.count
    },
    Subject(name: "request that bubbles up three levels") { times in
        for _ in 0..<times { deepTree.bubble() }
        return deepTree.count
    },
    Subject(name: "transition with one observer") { times in
        for _ in 0..<times { observedToggle.toggle() }
        return notifications
    },
]

let measurements = measure(subjects, samples: 25, operations: 1_000_000)
let reference = measurements[0].median
for measurement in measurements {
    print(measurement.name, measurement.low, measurement.median, measurement.high, measurement.median / reference)
}
