/// The text of a page, put together from files.
package enum PageTemplate {
    /// Fills in a page.
    ///
    /// - Parameters:
    ///   - html: The page, in which `%name%` stands for a value; `%style%` and `%script%` are those of all pages and its own.
    ///   - style: The page's own style.
    ///   - script: The page's own script.
    ///   - values: The other values, as they are written in HTML.
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
