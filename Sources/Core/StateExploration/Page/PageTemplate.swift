/// Composes the text of a page from files.
package enum PageTemplate {
    /// Fills in the placeholders of a page.
    ///
    /// - Parameters:
    ///   - html: The page, with placeholders such as `%name%`. `%style%` and `%script%` stand for the shared files
    ///     followed by the page's own files.
    ///   - style: The page's own style sheet.
    ///   - script: The page's own script.
    ///   - values: The values of the other placeholders, as HTML.
    /// - Returns: The text of the page.
    package static func fill(
        _ html: [UInt8], style: [UInt8], script: [UInt8], _ values: [String: String]
    ) -> String {
        func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
        var values = values
        values["style"] =
            SVGWriter.colors(for: ":root") + "\n" + text(PackageResources.Common_css) + text(style)
        values["script"] = text(PackageResources.Common_js) + text(script)
        return text(html).split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, part in
            if index.isMultiple(of: 2) { return String(part) }
            guard let value = values[String(part)] else { fatalError("A page has no value for “\(part)”.") }
            return value
        }.joined()
    }
}
