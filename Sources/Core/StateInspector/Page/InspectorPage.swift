import Sockets
import StateExploration

/// The page that shows running machines; all that it shows comes over a connection of its own.
struct InspectorPage {
    let text: String
    let headers: [HeaderField]

    init() {
        // Only scripts that know it run, so none that came with a name or a text.
        let nonce = AccessCheck.makeToken()
        let policy = [
            "default-src 'none'", "img-src data:", "script-src 'nonce-\(nonce)'", "style-src 'unsafe-inline'",
            "connect-src ws://127.0.0.1:* ws://localhost:*", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
        ]
        headers = [
            HeaderField("Content-Type", "text/html; charset=utf-8"), HeaderField("Connection", "close"),
            HeaderField("Cache-Control", "no-store"), HeaderField("X-Content-Type-Options", "nosniff"),
            // The address has the token.
            HeaderField("Referrer-Policy", "no-referrer"),
            HeaderField("Content-Security-Policy", policy.joined(separator: "; ")),
        ]
        text = """
            \(PageParts.head(titled: "Running machines", style: InspectorPage.style))
            <link rel="icon" href="data:,">
            </head>
            <body>
            <header><h1>Running machines</h1> <p id="connection" role="status">Connecting …</p></header>
            <p id="announcement" role="status"></p>
            <main></main>
            \(InspectorPage.template)
            <script nonce="\(nonce)">
            "use strict";
            \(PageParts.script)
            \(InspectorPage.script)
            </script>
            </body>
            </html>

            """
    }

    private static let template = """
        <template>
        <article>
        <header><h2></h2> <p class="now"></p> <p class="detail"></p></header>
        <div class="charts"><p class="absent" hidden></p><figure></figure></div>
        <aside>
        <section class="offer" aria-label="Requests" hidden>
        <div class="buttons"></div>
        <p class="note" role="status"></p>
        </section>
        <section>
        <h3>Journal <span class="numbers"></span></h3>
        <ol class="journal" role="log" aria-live="off" aria-label="Journal" tabindex="0"></ol>
        </section>
        <section>
        <table><thead><tr><th>State</th><th>visits</th><th>time</th></tr></thead><tbody></tbody></table>
        <p class="untallied"></p>
        </section>
        </aside>
        </article>
        </template>
        """

    private static let style = """
        body > header { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; padding: 20px 28px 0 }
        h3 { margin: 0 0 8px; font-size: 13px; font-weight: 600; color: var(--quiet) }
        #connection { color: var(--quiet) }
        #connection.over { color: var(--bad); font-weight: 600 }
        #announcement { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
        main:empty::after { content: "No machine is followed yet."; display: block; padding: 28px; color: var(--quiet) }
        article { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 10px 28px; padding: 18px 28px 28px;
          align-items: start }
        article + article { border-top: 1px solid var(--line) }
        article > header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline;
          min-height: 3.4em; align-content: start }
        h2 { margin: 0; font-size: 17px; color: var(--quiet) }
        article.ended { opacity: .6 }
        .charts { max-height: calc(100vh - 24px); position: sticky; top: 12px }
        .charts .absent { flex-basis: 100%; padding: 0 0 8px; text-align: center }
        .now { color: var(--accent) }
        .charts p { padding: 24px; color: var(--quiet) }
        .detail { flex-basis: 100%; font-size: 16px; font-variant-numeric: tabular-nums }
        .numbers { float: right; font-weight: 400; font-variant-numeric: tabular-nums }
        .buttons form { display: flex }
        .buttons form button { border-top-right-radius: 0; border-bottom-right-radius: 0 }
        .buttons form input { width: 8.5em; border-left: 0; border-top-left-radius: 0; border-bottom-left-radius: 0 }
        .offer .note { color: var(--bad) }
        .offer .note:empty { display: none }
        section:has(table) { max-height: 320px; overflow-y: auto; scrollbar-gutter: stable }
        .untallied { color: var(--quiet); font-size: 13px }
        .untallied:not(:empty) { padding-top: 6px }
        html { scrollbar-gutter: stable }
        .journal { padding-left: 0; list-style: none; max-height: 230px; font-variant-numeric: tabular-nums }
        .journal:empty::after { margin: 0 }
        .journal time, .journal .more { color: var(--quiet); font-size: 12.5px }
        .journal time { margin-right: 7px }
        table { width: 100%; border-collapse: collapse; font-size: 13.5px; font-variant-numeric: tabular-nums }
        th { font-size: 13px; font-weight: 600; color: var(--quiet); text-align: right; padding: 0 0 6px }
        td { text-align: right; padding: 2px 0 2px 12px; border-top: 1px solid var(--line); white-space: nowrap }
        th:first-child, td:first-child { text-align: left; padding-left: 0; white-space: normal }
        tr.current td { color: var(--accent); font-weight: 600 }
        @media (max-width: 900px) {
          body > header { padding: 14px 16px 0 }
          article { grid-template-columns: minmax(0, 1fr); padding: 14px 16px 24px }
          .charts { position: static; max-height: 60vh }
        }
        """
}
