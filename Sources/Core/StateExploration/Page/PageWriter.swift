/// The text of a page to click through.
struct PageWriter {
    let text: String

    init(title: String, requests: [String], machines: [PageMachine]) {
        let title = title.onOneLine
        let requests = requests.map { JSON.text($0.onOneLine) }
        let content = #"{"machines":\#(JSON.list(machines.map(\.json))),"requests":\#(JSON.list(requests))}"#
        let figures = machines.enumerated().map { index, machine in
            """
            <figure id="machine\(index)" style="--width: \(machine.width)px"><figcaption>\(machine.name.escapedForXML)</figcaption>
            \(machine.chart)</figure>
            """
        }
        text = """
            \(PageParts.head(titled: title, style: PageWriter.style))
            </head>
            <body class="\(machines.count > 1 ? "pair" : "single")">
            <header><h1>\(title.escapedForXML)</h1></header>
            <main>
            <section class="charts" aria-label="Chart">
            \(figures.joined(separator: "\n"))
            </section>
            \(PageWriter.panel)
            </main>
            <script type="application/json" id="content">\(content)</script>
            <script>
            "use strict";
            \(PageParts.script)
            \(PageWriter.script)
            </script>
            </body>
            </html>

            """
    }

    private static let panel = """
        <aside>
        <section aria-labelledby="state-title">
        <h2 id="state-title">State</h2>
        <p class="now" id="state" role="status"></p>
        <p id="agreement"></p>
        <p id="difference" role="alert" hidden></p>
        </section>
        <section aria-labelledby="requests-title">
        <h2 id="requests-title">Requests</h2>
        <div class="buttons" id="requests"></div>
        <p class="note" id="answer" role="status"></p>
        </section>
        <section aria-labelledby="journal-title">
        <h2 id="journal-title">Journal</h2>
        <ol class="journal" id="journal" role="log" aria-labelledby="journal-title" tabindex="0"></ol>
        <p class="tools"><button id="back" type="button">Step back</button>
        <button id="restart" type="button">Start again</button></p>
        </section>
        <section aria-labelledby="way-title">
        <h2 id="way-title">Way to a state</h2>
        <p class="tools"><select id="goal" aria-labelledby="way-title"></select>
        <button id="go" type="button">Go there</button></p>
        <p class="note" id="way" role="status"></p>
        </section>
        <section aria-labelledby="quiz-title">
        <h2 id="quiz-title">Quiz</h2>
        <p class="note" id="question"></p>
        <div class="buttons" id="choices"></div>
        <p class="tools"><span id="verdict" role="status"></span> <span id="score"></span>
        <button id="next" type="button">Next question</button></p>
        </section>
        </aside>
        """
}
