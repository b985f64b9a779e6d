extension FixedWidthInteger {
    /// Reads digits without a sign; `nil` for any other text. The standard initializer would accept `+7`.
    init?(digits text: String) {
        guard text.allSatisfy({ "0123456789".contains($0) }) else { return nil }
        self.init(text)
    }
}
