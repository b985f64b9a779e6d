@preconcurrency import Foundation  // For `stdout` and `stderr`, variables of C.

try serveIfAsked()

let help = """
    Measures what the pattern costs: on the core, by hand, and as an enum; what it costs to explore, and to connect.

      swift run -c release benchmarks [--filter <text>] [--samples <number>] [--layouts <number>]

      --filter   only the rows whose name contains the text
      --samples  how often each operation is measured, 25 by default
      --layouts  only the rows of the pattern, each in a number of layouts of the same code (Linux, with lld);
                 their median is printed

    Times are medians, in nanoseconds.
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

var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
    if option == "--help" || option == "-h" {
        show(help + "\n")
        exit(0)
    }
    guard ["--filter", "--samples", "--layouts"].contains(option), let value = arguments.popFirst() else {
        stop("“\(option)” is no option, or lacks its value; see --help", status: 64)
    }
    switch (option, value, Int(value)) {
    case ("--filter", _, _): filter = value
    case ("--samples", _, let number?) where (1...10_000).contains(number): samples = number
    case ("--layouts", _, let number?) where (1...100).contains(number): layouts = number
    default: stop("“\(value)” is no value for \(option); see --help", status: 64)
    }
}

let rows = allRows().filter { row in filter.map { row.name.contains($0) } ?? true }
let isWhole = layouts == nil && filter == nil
if rows.isEmpty { stop("no row is called “\(filter ?? "")”", status: 64) }

#if DEBUG
fputs("benchmarks: not optimised; use swift run -c release benchmarks\n", stderr)
#endif
let lines =
    try layouts.map { try Layouts().measure(rows, count: $0, samples: samples) } ?? measure(rows, samples: samples)
let report = Report(
    lines: lines, bytes: isWhole ? bytesOfMachine() : nil, explorations: isWhole ? try Exploration.measureAll() : [],
    costs: isWhole ? try await ConnectionCost.measureAll() : [])
show(report.text)

// A number that is too good to be true is no result.
if !report.folded.isEmpty {
    stop("the compiler has left nothing of \(report.folded.joined(separator: ", "))", status: 70)
}
