import Foundation
import TestSupport
import Testing

/// Draws the turnstile of README's package, and the machines of two more targets.
func checkCharts(of package: SamplePackage, turnstile svg: String) throws {
    let docc = "Sources/Core/StateExploration/StateExploration.docc"
    let article = try Document(Program.package.appending(path: "\(docc)/ChartsThatStayTrue.md")).fences
    let printed = try #require(article.first { $0.language == "console" }).text
    let tape = try #require(article.first { $0.label == "Tape" }).text
    func draw(_ options: String) throws -> Program.Result {
        try package.run("swift package --allow-writing-to-package-directory draw " + options)
    }
    let (turnstileFile, tapeFile) = ("Sources/Jukebox/Turnstile.swift", "Sources/Tapes/Tape.swift")
    try package.write(package.text("Package.swift") + targets, to: "Package.swift")
    try package.write(oven(), to: "Sources/Ovens/Microwave.swift")
    try package.write(tape.replacing(/\/\/\/\n\/\/\/ ```(?s:.+)```\n/, with: ""), to: tapeFile)

    let drawn = try draw("--comments")
    #expect(drawn.status == 0 && drawn.output.hasSuffix(printed + "\n"), "\(drawn)")
    #expect(try package.text("Charts/Jukebox-Turnstile.svg").hasPrefix(svg) && package.text(tapeFile) == tape)
    #expect(try draw("--check --target=Ovens").output.hasSuffix("all charts are up to date\n"))

    // A comment is edited, an arrow leads elsewhere, and a chart has no machine any more. One is a copy, one of the other format.
    let (turnstile, chart) = (try package.text(turnstileFile), try package.text("Charts/Tapes-Tape.svg"))
    try package.write(turnstile.replacing(" : push", with: " : kick"), to: turnstileFile)
    try package.write(tape.replacing("to: Playing()", with: "to: Paused()"), to: tapeFile)
    try package.write(chart.replacing("Tapes-Tape", with: "Tapes-Reel"), to: "Charts/Tapes-Reel.svg")
    try package.write(chart, to: "Charts/Tapes-Copy.svg")
    try package.write("%% Drawn by “swift package draw”: Tapes-Tape.mermaid\n", to: "Charts/Tapes-Tape.mermaid")
    let checked = try draw("--check")
    let stale = ["Charts/Tapes-Reel.svg, which no machine draws", "Charts/Tapes-Tape.svg", turnstileFile, tapeFile]
    let list = "“swift package draw”:" + stale.map { "\n  " + $0 }.joined() + "\n"
    #expect(checked.status == 1 && checked.errors.contains(list), "\(checked)")
    #expect(try draw("--target=Jukebox").status == 0 && package.text(turnstileFile) == turnstile)
    #expect(try package.text("Charts/Tapes-Reel.svg") != chart)
    #expect(try draw("--target=Tapes").status == 0 && package.text("Charts/Tapes-Copy.svg") == chart)
    #expect(throws: CocoaError.self) { try package.text("Charts/Tapes-Reel.svg") }

    try package.write("let nothing = nosuch", to: tapeFile)
    let failed = try draw("--target=Tapes")
    #expect(failed.status == 1 && "\(failed)".contains("Tape.swift:1:15: error: cannot find "))
}

private let targets = """

    let library: Target.Dependency = .product(name: "StateExploration", package: "StatePattern")
    package.targets += [
        .target(name: "Ovens", dependencies: [library], swiftSettings: [.defaultIsolation(MainActor.self)]),
        .target(name: "Tapes", dependencies: [library]),
    ]
    """

/// The oven of the tutorial, a tree, on the main actor and with a request that has an argument.
private func oven() throws -> String {
    let file = "Sources/Core/StatePattern/StatePattern.docc/Tutorial/Resources/06-tree-06-Microwave.swift"
    return try String(contentsOf: Program.package.appending(path: file), encoding: .utf8)
        .replacing(" Context<", with: " MainActorContext<").replacing("init(initial:", with: "init(startingIn:")
        .replacing("class State: ContextState {", with: "class State: ContextState {\n        init() {}")
        .replacing("override var description", with: "var text")
        + "extension Microwave { func wait(_ seconds: Int) -> Outcome { seconds < 60 ? .refused : cycle() } }\n"
}
