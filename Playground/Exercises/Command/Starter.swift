import Foundation

extension Exercise {
    /// Cuts the starter out of the file with the solution.
    ///
    /// In the solution, `// starter: …` begins a gap with a line of the starter, and `// solution` one without. The gap
    /// ends with `// end`; between the marks is the solution.
    ///
    /// - Throws: An error when the file cannot be read.
    func starter() throws -> String {
        let text = try String(contentsOf: Compilation.package.appending(path: solution), encoding: .utf8)
        var lines: [String] = []
        var (isInGap, isInExtension) = (false, false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            var kept = String(line)
            if text.hasPrefix("// starter:") || text == "// solution" {
                isInGap = true
                guard text != "// solution" else { continue }
                kept = line.prefix(line.count - text.count) + String(text.dropFirst("// starter:".count).dropFirst())
            } else if text == "// end" {
                isInGap = false
                continue
            } else if isInGap {
                continue
            }
            if kept == "extension Solution {" {
                isInExtension = true
            } else if kept == "}" && isInExtension {
                isInExtension = false
            } else {
                if kept.hasPrefix("    final class") && isInExtension && lines.last?.hasPrefix("///") == true {
                    lines += ["///", "/// Change what is marked with TODO, then run `swift run exercises \(number)`."]
                    lines.append("/// For a hint: `swift run exercises \(number) --hint`.")
                }
                kept =
                    isInExtension
                    ? String(kept.dropFirst(4)) : kept.replacing("extension Solution.", with: "extension ")
                let isBlank = kept.allSatisfy { $0 == " " }
                if !isBlank || lines.last != "" { lines.append(isBlank ? "" : kept) }
            }
        }
        return lines.joined(separator: "\n")
    }
}
