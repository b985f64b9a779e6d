@preconcurrency import Foundation  // For `stdout` and `stderr`, variables of C.

try serveIfAsked()

let help = """
    Measures what the pattern costs: on the core, by hand, and as an enum; and how fast the WebSocket client is.

      swift run -c release benchmarks [--filter <text>] [--samples <number>] [--layouts <number>]
                                      [--format text|json|markdown]

      --filter   only the rows whose name contains the text; without it, a million machines and exploration as well
      --samples  how often each operation is measured, 25 by default
      --layouts  only the rows that compare, each in a number of layouts of the same code (Linux, with lld);
                 their median, least and greatest are printed
      --format   a table, JSON, or the lines of the documents that have figures
    """

func stop(_ message: String, status: Int32) -> Never {
    fputs("benchmarks: \(message)\n", stderr)
    exit(status)
}

func show(_ text: String) {
    guard fputs(text, stdout) >= 0, fflush(stdout) == 0 else {
        stop("standard output cannot be written: \(String(cString: strerror(errno)))", status: 74)
    }
}

var filter: String?
var samples = 25
var layouts: Int?
enum Format: String { case text, json, markdown }
var format = Format.text

var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    if option == "--help" || option == "-h" {
        show(help + "\n")
        exit(0)
    }
    guard ["--filter", "--samples", "--layouts", "--format"].contains(option), let value = arguments.popFirst() else {
        stop("“\(option)” is no option, or lacks its value; see --help", status: 64)
    }
    switch (option, value, Int(value)) {
    case ("--filter", _, _): filter = value
    case ("--samples", _, let number?) where (1...10_000).contains(number): samples = number
    case ("--layouts", _, let number?) where (1...100).contains(number): layouts = number
    case ("--format", let name, _) where Format(rawValue: name) != nil: format = Format(rawValue: name)!
    default: stop("“\(value)” is no value for \(option); see --help", status: 64)
    }
}

let rows = allRows().filter { row in filter.map { row.name.contains($0) } ?? true }
let isWhole = layouts == nil
let connections = isWhole ? try await ConnectionFigures.measureAll(filter: filter, samples: samples) : []
let wantsCosts = isWhole && filter.map { ConnectionCost.names.contains($0) } ?? true
let wantsInspection = isWhole && filter.map { InspectionFigures.name.contains($0) } ?? true
if rows.isEmpty && connections.isEmpty && !wantsInspection && !wantsCosts {
    stop("no row is called “\(filter ?? "")”", status: 64)
}

#if DEBUG
fputs("benchmarks: not optimised; use swift run -c release benchmarks\n", stderr)
#endif
let lines =
    try layouts.map { try Layouts().measure(rows, count: $0, samples: samples) } ?? measure(rows, samples: samples)
let populations = isWhole && filter == nil ? Population.measureAll(count: 1_000_000) : []
let explorations = isWhole && filter == nil ? try Exploration.measureAll() : []
let inspection =
    wantsInspection ? try InspectionFigures.measure(samples: samples, seconds: samples < 10 ? 1 : 10) : nil
let costs = wantsCosts ? try await ConnectionCost.measureAll() : []
let report = Report(
    lines: lines, populations: populations, explorations: explorations, connections: connections,
    inspection: inspection, costs: costs, samples: samples, layouts: layouts)
switch format {
case .text: show(report.text)
case .json: show(try report.json() + "\n")
case .markdown: show(report.markdown)
}

// A number that is too good to be true is no result.
if !report.folded.isEmpty {
    stop("the compiler has left nothing of \(report.folded.joined(separator: ", "))", status: 70)
}
