extension [String] {
    /// An identifier for each name: letters, digits and underscores, and each of them once.
    ///
    /// Capitals and small letters are not told apart.
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
