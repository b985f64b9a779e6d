extension Int {
    /// Parses decimal digits without a sign; `nil` for any other text, and for a number that is too large.
    init?(digits: some Collection<UInt8>) {
        guard digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self))
    }
}
