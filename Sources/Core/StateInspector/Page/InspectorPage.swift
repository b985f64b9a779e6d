import Foundation
import StateExploration

/// The page that shows running machines. It gets its data over a separate connection.
struct InspectorPage {
    let text: String
    let headers: [String]

    /// - Parameter nonce: Digits and letters that cannot be guessed. Only scripts with this nonce run, so a script in a
    ///   name or a text does not run.
    init(nonce: String) {
        let policy = [
            "default-src 'none'", "img-src data:", "script-src 'nonce-\(nonce)'", "style-src 'unsafe-inline'",
            "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ]
        headers = [
            "Content-Type: text/html; charset=utf-8", "Connection: close", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
            // No referrer, because the address contains the token.
            "Referrer-Policy: no-referrer",
            "Content-Security-Policy: \(policy.joined(separator: "; "))",
        ]
        text = InspectorPage.text(titled: "Running machines", nonce: nonce)
    }

    /// The text of a page. A page with a recording, as JSON, needs no connection.
    static func text(titled title: String, recording: String? = nil, nonce: String = "") -> String {
        // Escaped, so that no text in the recording can end the HTML element around it.
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
