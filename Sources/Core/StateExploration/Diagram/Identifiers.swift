extension [String] {
    /// A unique identifier for each name, of letters, digits and underscores.
    ///
    /// Capitals and small letters count as the same.
    ///
    /// - Parameter words: Words that are no identifiers, in small letters.
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
