import Foundation
import StateExploration

/// The page that shows running machines; its data comes over a separate connection.
struct InspectorPage {
    let text: String
    let headers: [String]

    /// - Parameter nonce: Digits and letters that cannot be guessed. Only scripts with this nonce run, so no script
    ///   from a name or a text does.
    init(nonce: String) {
        let policy = [
            "default-src 'none'", "img-src data:", "script-src 'nonce-\(nonce)'", "style-src 'unsafe-inline'",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        headers = [
            "Content-Type: text/html; charset=utf-8", "Connection: close", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            // The address contains the token.
            "Referrer-Policy: no-referrer",
            "Content-Security-Policy: \(policy.joined(separator: "; "))",
        ]
        text = InspectorPage.text(titled: "Running machines", nonce: nonce)
    }

    /// The text of a page. With a recording as JSON, it needs no connection.
    static func text(titled title: String, recording: String? = nil, nonce: String = "") -> String {
        // So no text in it can end the element.
        let recording = recording?.replacingOccurrences(of: "<", with: "\\u003c")
        return PageTemplate.fill(
            PackageResources.InspectorPage_html, style: PackageResources.InspectorPage_css,
            script: PackageResources.InspectorPage_js + PackageResources.SequencePanel_js,
            [
                "nonce": nonce, "title": title.onOneLine.escapedForXML,
                "recording": recording.map { "<script type=\"application/json\" id=\"recording\">\($0)</script>\n" }
                    ?? "",
            ])
    }
}
