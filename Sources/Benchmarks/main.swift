import Foundation
import StatePattern

/// A row of the table: an operation on the core, and the same by hand and as an enum where there is such a thing.
struct Row {
    let name: String
    let core: Subject
    var byHand: Subject?
    var asEnum: Subject?
}

let toggle = Toggle()
let byHand = ToggleByHand()
let asEnum = ToggleEnum()
let tree = Tree(depth: 3)
let deepTree = Tree(depth: 4)
let observed = Toggle()
var notifications = 0
observed.observe { _ in notifications &+= 1 }

let rows = [
    Row(
        name: "transition with both hooks",
        core: { times in
            for _ in 0..<times { toggle.toggle() }
            return toggle.count
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
        name: "handled request with an argument",
        core: { times in
            for number in 0..<times { toggle.add(number) }
            return toggle.count
        },
        byHand: { times in
            for number in 0..<times { byHand.add(number) }
            return byHand.count
        },
        asEnum: { times in
            for number in 0..<times { asEnum.add(number) }
            return asEnum.count
        }),
    Row(name: "unhandled request") { times in
        for _ in 0..<times { toggle.ignore() }
        return toggle.count
    },
    Row(name: "tree: three exits and three entries") { times in
        for _ in 0..<times { tree.cross() }
        return tree.count
    },
    Row(name: "tree: handled three levels up") { times in
        for _ in 0..<times { deepTree.bubble() }
        return deepTree.count
    },
    Row(name: "transition with one observer") { times in
        for _ in 0..<times { observed.toggle() }
        return notifications
    },
]

let subjects = rows.flatMap { [$0.core, $0.byHand, $0.asEnum].compactMap { $0 } }
var times = measure(subjects, samples: 25, operations: 1_000_000)[...]

func column(_ text: String, _ width: Int = 18) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

func name(_ text: String) -> String { text.padding(toLength: 38, withPad: " ", startingAt: 0) }

print("Nanoseconds for one operation: median, and the middle half of 25 samples.\n")
print(name("") + ["here", "by hand", "enum", "here / by hand"].map { column($0) }.joined())
for row in rows {
    let core = times.removeFirst()
    let hand = row.byHand.map { _ in times.removeFirst() }
    let twin = row.asEnum.map { _ in times.removeFirst() }
    let ratio = hand.map { String(format: "%.2f", core.median / $0.median) }
    print(name(row.name) + [core.text, hand?.text, twin?.text, ratio].map { column($0 ?? "–") }.joined())
}

print("\nExploration of 1,000 states with 20 requests:")
for (name, system) in [("few requests away", wide), ("up to 999 requests away", deep)] {
    let time = try timeExploration(of: system)
    print(String(format: "  %@: %.2f s, %.0f cells a second", name, time.seconds, Double(time.cells) / time.seconds))
}
