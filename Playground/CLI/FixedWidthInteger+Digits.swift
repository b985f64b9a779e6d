extension FixedWidthInteger {
    /// Reads digits without a sign: the standard initializer reads `+7` as well.
    init?(digits text: String) {
        guard text.allSatisfy({ "0123456789".contains($0) }) else { return nil }
        self.init(text)
    }
}
