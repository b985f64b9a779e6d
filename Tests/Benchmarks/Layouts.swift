@preconcurrency import Foundation  // For `stderr`, a variable of C.
import TestSupport

/// The rows in several layouts of the same machine code.
///
/// The address of a method alone can double the time of a short row, because processors predict jumps by addresses. So the
/// benchmark is built with a section for each function, and linked several times with the sections in another order.
/// Each row runs in a process of its own, since the rows before it train the processor as well.
struct Layouts {
    private static let folder = Program.package.appending(path: ".build/layouts")
    /// The command that links, as it is given to a shell.
    private let link: String

    /// Builds the benchmark, and finds the command that links it.
    init() throws {
        // An up-to-date one would not be linked again.
        try? FileManager.default.removeItem(at: Self.folder.appending(path: "release/benchmarks"))
        let options = ["-Xfrontend", "-function-sections", "-use-ld=lld"].flatMap { ["-Xswiftc", $0] }
        let build = try Program.swift("swift", in: Program.package).run(
            ["build", "-v", "-c", "release", "--product", "benchmarks", "--scratch-path", Self.path(Self.folder)]
                + options)
        let lines = (build.output + build.errors).split(separator: "\n")
        guard build.status == 0 else { stop(lines.suffix(20).joined(separator: "\n"), status: 70) }
        guard let command = lines.last(where: { $0.contains("swiftc ") && $0.contains(" -emit-executable ") }) else {
            stop("the command that links was not found in what “swift build -v” prints", status: 70)
        }
        link = String(command)
    }

    /// Measures the rows in a number of layouts: the median of the layouts, the least and the greatest.
    func measure(_ rows: [Row], count: Int, samples: Int) throws -> [Line] {
        var times: [String: [[Double?]]] = [:]
        for seed in 1...count {
            let binary = Self.folder.appending(path: "benchmarks.\(seed)")
            defer { try? FileManager.default.removeItem(at: binary) }
            try linked(to: binary, seed)
            for row in rows {
                fputs("\r\u{1B}[Klayout \(seed) of \(count): \(row.name)", stderr)
                let output = try Program(at: binary).run(["--filter", row.name, "--samples", "\(samples)"]).output
                let lines = output.split(separator: "\n").map { $0.components(separatedBy: " | ") }
                guard let line = lines.first(where: { $0[0] == "| \(row.name)" }) else { continue }
                times[row.name, default: []].append(line[1...4].map { Double($0) })
            }
        }
        fputs("\r\u{1B}[K", stderr)
        return rows.map { row in
            let times = times[row.name] ?? []
            func measurement(_ column: Int) -> Measurement? {
                Measurement(times.compactMap { $0[column] }, times.first?[3])
            }
            guard let core = measurement(0) else { stop("“\(row.name)” was not measured", status: 70) }
            return Line(row: row, core: core, byHand: measurement(1), asEnum: measurement(2))
        }
    }

    private func linked(to binary: URL, _ seed: Int) throws {
        let shell = Program(at: URL(filePath: "/bin/sh"), in: Program.package)
        // Of two options for the output, the last one counts.
        let options = "-o '\(Self.path(binary))' -Xlinker --shuffle-sections=.text*=\(seed)"
        let result = try shell.run(["-c", "\(link) \(options)"])
        guard result.status == 0 else { stop(result.errors, status: 70) }
    }

    private static func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}

extension Measurement {
    /// The least, the median and the greatest of times; `nil` if there are none.
    fileprivate init?(_ times: [Double], _ allocations: Double?) {
        let sorted = times.sorted()
        guard let low = sorted.first, let high = sorted.last else { return nil }
        self.init(low: low, median: sorted[sorted.count / 2], high: high, allocations: allocations)
    }
}
