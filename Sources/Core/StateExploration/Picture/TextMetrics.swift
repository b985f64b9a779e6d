/// The size of texts in a picture, in pixels.
///
/// The layout needs the size before a browser draws the text. So the width is computed from the widths of Helvetica,
/// which Arial and Liberation Sans share. The picture asks the browser to draw each text with this width.
struct TextMetrics {
    /// The height of a line, in pixels.
    let lineHeight: Int
    private let size: Int
    /// The width of the letters, in percent of the widths of regular letters: more than 100 for bold ones.
    private let weight: Int

    /// The metrics of state names.
    static let name = TextMetrics(lineHeight: 18, size: 14, weight: 107)
    /// The metrics of states' data and arrows' labels.
    static let detail = TextMetrics(lineHeight: 15, size: 12, weight: 100)

    /// The width in pixels of a text on one line.
    func width(of text: String) -> Int {
        let thousandths = text.unicodeScalars.reduce(0) { $0 + TextMetrics.advance(of: $1) }
        return (thousandths * size * weight + 99_999) / 100_000
    }

    /// Breaks words into lines up to a width. A word that is wider gets its own line.
    ///
    /// - Parameters:
    ///   - pieces: Words, each of which stays in one line.
    ///   - limit: The width of a line.
    /// - Returns: The lines, with spaces between their words.
    func lines(of pieces: [String], within limit: Int) -> [String] {
        var lines: [String] = []
        for piece in pieces {
            if let line = lines.last, width(of: line + " " + piece) <= limit {
                lines[lines.count - 1] = line + " " + piece
            } else {
                lines.append(piece)
            }
        }
        return lines
    }

    /// The advance width of a character in thousandths of the font's size.
    private static func advance(of scalar: Unicode.Scalar) -> Int {
        let index = Int(scalar.value) - 32
        if advances.indices.contains(index) { return advances[index] }
        // Letters with accents are about as wide as the plain letters; ideographs and pictures fill a square.
        return scalar.value < 0x1100 ? 600 : 1000
    }

    /// The widths of the characters from the space to the tilde. Source: the metrics of Helvetica in the core fonts of
    /// PostScript.
    private static let advances = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556,
        556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667,
        556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556,
        556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722,
        500, 500, 500, 334, 260, 334, 584,
    ]
}
