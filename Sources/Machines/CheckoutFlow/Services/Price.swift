/// An amount of money in a currency of ISO 4217.
public struct Price: Codable, Hashable, Sendable {
    /// The amount in the smallest units of the currency: cents of euros, whole yen, thousandths of Kuwaiti dinars.
    public let minorUnits: Int
    /// The code of the currency, such as `EUR`.
    public let currency: String

    /// - Precondition: `minorUnits` is not negative, and `currency` is a code of three capital letters.
    public init(minorUnits: Int, currency: String) {
        if let mistake = Self.mistake(minorUnits, currency) { fatalError(mistake) }
        (self.minorUnits, self.currency) = (minorUnits, currency)
    }

    /// - Throws: `DecodingError.dataCorrupted` for values that ``init(minorUnits:currency:)`` does not accept.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        minorUnits = try values.decode(Int.self, forKey: .minorUnits)
        currency = try values.decode(String.self, forKey: .currency)
        if let mistake = Self.mistake(minorUnits, currency) { throw decoder.corrupted(mistake) }
    }

    /// A price in euros.
    public static func eur(cents: Int) -> Price { Price(minorUnits: cents, currency: "EUR") }

    /// The number of decimals of the currency: 2 for `EUR`, 0 for `JPY`, 3 for `KWD`.
    var decimals: Int { Self.decimals(of: currency) ?? 0 }

    private static func mistake(_ minorUnits: Int, _ currency: String) -> String? {
        if minorUnits < 0 { return "A price cannot be negative. This one has \(minorUnits) minor units." }
        return decimals(of: currency) == nil ? "A price needs the code of a currency, such as EUR: “\(currency)”." : nil
    }

    /// The number of decimals in ISO 4217; `nil` if the text is no code, or the unit has no decimals, such as gold.
    private static func decimals(of currency: String) -> Int? {
        guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (65...90).contains($0) }) else { return nil }
        return switch currency {
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        case "CLF", "UYW": 4
        case "XAG", "XAU", "XBA", "XBB", "XBC", "XBD", "XDR", "XPD", "XPT", "XSU", "XTS", "XUA", "XXX": nil
        default: 2
        }
    }
}

extension Price: CustomStringConvertible {
    /// The amount and the currency: `4.20 EUR`, `500 JPY`.
    public var description: String {
        var digits = String(minorUnits)
        if decimals > 0 {
            digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
            digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
        }
        return "\(digits) \(currency)"
    }
}

extension Decoder {
    /// Returns the error for decoded values that violate a rule.
    package func corrupted(_ rule: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: rule))
    }
}
