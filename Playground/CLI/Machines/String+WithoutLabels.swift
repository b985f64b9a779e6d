extension String {
    /// The line without the argument labels of the request at its beginning: `stalled: …` for `stalled(load:): …`.
    var withoutLabels: String {
        // No regular expression, because this runs for each request of each replay.
        guard let opening = firstIndex(of: "("), opening > startIndex,
            let closing = self[opening...].firstIndex(of: ")"),
            self[..<opening].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return self }
        return String(self[..<opening] + self[index(after: closing)...])
    }
}
