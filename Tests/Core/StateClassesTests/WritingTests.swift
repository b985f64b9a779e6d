import Foundation
import StateExploration
import TestSupport
import Testing

@testable import StateClasses

/// What is printed for a chart.
@Suite struct `Classes of a chart` {
    static let turnstile = Chart([
        .init("Locked", [.on("insert coin", to: "Unlocked", does: [.log("click")])]),
        .init("Unlocked", exit: [.log("count")], [.on("push", to: "Locked", does: [.log("beep")]), .on("insert coin", if: "jammed")]),
    ])
    static let lamp = Chart([
        .init("off", called: "Off", [.on("push", to: "on"), .on("back", to: "hist"), .on("party", to: "both"), .on("party2", to: "a2", "b2")]),
        .init("on", called: "On", [.on("push", to: "off"), .on("reset", to: "on"), .on("self", to: "bright"), .on("in", to: "bright", isInternal: true)], substates: [
            .init("hist", called: "History", kind: .history(isDeep: false), [.on(nil, to: "bright")]),
            .init("dim", called: "Dimmed", [.on("turn", to: "bright"), .on("reset", to: "on")]),
            .init("bright", called: "Bright", [.on("turn", to: "dim")], substates: [
                .init("very", called: "Very", [.on("turn", to: "less")]),
                .init("less", called: "Less", [.on("off", to: "dim")]),
            ]),
        ]),
        .init("both", called: "Both", kind: .parallel, [.on("push", to: "off")], substates: [
            .init("a", called: "Left", substates: [
                .init("a1", called: "Cold", [.on("warm", to: "a2", does: [.log("warming")]), .on("leave", to: "off", if: "In('b2')")]),
                .init("a2", called: "Warm", [.on("warm", to: "a1", if: "In('b2') && !In('b1')"), .on("x", to: "both")]),
            ]),
            .init("b", called: "Right", substates: [
                .init("b1", called: "Cold", [.on("warm", to: "b2"), .on("y", to: "b2", if: "In('a2')")]),
                .init("b2", called: "Warm", [.on("warm", to: "b1", if: "In('a1')"), .on("z", to: "dim")]),
            ]),
        ]),
    ])

    @Test func `try it`() throws {
        let sources = [("Turnstile", Self.turnstile.classes(named: "Turnstile")), ("Lamp", Self.lamp.classes(named: "Lamp"))]
        for (name, source) in sources { try source.write(toFile: "/tmp/cc/\(name).txt", atomically: true, encoding: String.Encoding.utf8) }
        for graph in try PrintedMachines.graphs(sources) { print(graph) }
        _ = try PrintedMachines.graphs(sources, options: ["-default-isolation", "MainActor"])
        print(try PrintedMachines.lint(sources.map(\.1)))
    }
}
