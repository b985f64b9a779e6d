extension String {
    /// The line without the labels of the request at its beginning, as one types it: `stalled: …` for `stalled(load:): …`.
    var withoutLabels: String {
        // Each request of each replay comes through here; a regular expression would be slow.
        guard let opening = firstIndex(of: "("), opening > startIndex,
            let closing = self[opening...].firstIndex(of: ")"),
            self[..<opening].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return self }
        return String(self[..<opening] + self[index(after: closing)...])
    }
}
