extension Collection<UInt8> {
    /// The text of a peer as people see it in errors, statuses and logs: its first 4 KiB, with a mark if there are more.
    var shownText: String {
        guard count > 4 << 10 else { return String(decoding: self, as: UTF8.self) }
        return String(decoding: prefix(4 << 10), as: UTF8.self) + "… (\(count) bytes)"
    }
}
