/// The text of a page, composed of files.
package enum PageTemplate {
    /// Fills in a page.
    ///
    /// - Parameters:
    ///   - html: The page, with `%name%` for a value. `%style%` and `%script%` stand for the shared files, then the
    ///     page's own.
    ///   - style: The page's own style.
    ///   - script: The page's own script.
    ///   - values: The other values as HTML.
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
