extension [String] {
    /// A unique identifier for each name, which consists of letters, digits and underscores.
    ///
    /// Identifiers that differ only in upper and lower case do not count as unique.
    ///
    /// - Parameter words: Words that must not be identifiers, in small letters.
    /// - Returns: The identifiers, in the order of the names.
    func identifiers(otherThan words: Set<String> = []) -> [String] {
        var taken = words
        return map { name in
            let letters = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            let base = letters.isEmpty ? "_" : letters
            var identifier = base
            var number = 2
            while !taken.insert(identifier.lowercased()).inserted {
                identifier = "\(base)_\(number)"
                number += 1
            }
            return identifier
        }
    }
}
