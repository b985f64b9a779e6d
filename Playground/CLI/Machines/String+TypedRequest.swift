extension String {
    /// The line with the request at its beginning as it is typed: `stalled: …` for `stalled(load:): …`.
    var withTypedRequest: String {
        // Each request of each replay comes through here; a regular expression would be slow.
        guard let opening = firstIndex(of: "("), opening > startIndex,
            let closing = self[opening...].firstIndex(of: ")"),
            self[..<opening].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return self }
        return String(self[..<opening] + self[index(after: closing)...])
    }
}
