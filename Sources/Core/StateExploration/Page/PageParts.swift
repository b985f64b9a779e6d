/// The parts that a page to click through and the page of a running machine have in common.
package enum PageParts {
    /// The beginning of a page, with its title and its appearance; the head is still open.
    package static func head(titled title: String, style own: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title.escapedForXML)</title>
        <style>
        \(style)
        \(own)
        </style>
        """
    }

    /// The appearance of charts and of what stands beside them.
    private static let style =
        SVGWriter.colors(for: ":root") + "\n" + """
            :root { color-scheme: light dark; --bad: #b4232c }
            @media (prefers-color-scheme: dark) { :root { --bad: #ff8a8a } }
            * { box-sizing: border-box }
            body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
              font: 15px/1.45 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif }
            h2 { margin: 0 0 8px; font-size: 13px; font-weight: 600; color: var(--quiet) }
            h1 { margin: 0; font-size: 22px; letter-spacing: -.01em }
            p { margin: 0 }
            .charts { display: flex; flex-wrap: wrap; gap: 20px; justify-content: safe center; overflow: auto;
              background: var(--paper) }
            figure { margin: 0; flex: 1 1 calc(var(--width) * .72); max-width: var(--width);
              min-width: calc(var(--width) * .6); text-align: center }
            figcaption { font-size: 12px; font-weight: 600; color: var(--quiet); padding-bottom: 6px }
            figure svg { display: block; width: 100%; height: auto }
            aside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px }
            aside section { background: var(--area); border: 1px solid var(--line); border-radius: 12px;
              padding: 14px 16px }
            .now { font-size: 19px; font-weight: 600 }
            .buttons { display: flex; flex-wrap: wrap; gap: 6px }
            .note { min-height: 1.45em; margin-top: 8px; color: var(--quiet) }
            button, select, input { font: inherit; font-size: 14px; color: var(--ink); background: var(--box);
              border: 1px solid var(--line); border-radius: 8px; padding: 6px 11px; min-height: 34px; max-width: 100%;
              text-align: left }
            button, select { cursor: pointer; transition: background .15s, border-color .15s }
            button:hover { border-color: var(--accent) }
            button:focus-visible, select:focus-visible, input:focus-visible, .journal:focus-visible,
            [role=button]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
            button[aria-disabled=true], button:disabled { color: var(--quiet); background: transparent; border-style: dashed;
              opacity: .72 }
            .journal { margin: 0; padding: 0 0 0 26px; max-height: 190px; overflow-y: auto; font-size: 14px }
            .journal:empty::after { content: "Nothing has been asked yet."; color: var(--quiet); margin-left: -26px }
            .journal li { padding: 2px 0 }
            .journal .refused { color: var(--bad) }
            .journal .trace { display: block; color: var(--quiet); font-size: 12.5px }
            .state > rect, .superstate > rect { transition: fill .25s, stroke .25s, stroke-width .25s }
            figure .around > rect { stroke: var(--accent); stroke-width: 1.75 }
            figure .asked > rect { stroke: var(--accent); stroke-width: 3 }
            figure .refusing > rect { stroke: var(--bad); stroke-width: 3 }
            figure .taken > path { stroke: var(--accent); stroke-width: 2.5; stroke-dasharray: 7 5;
              animation: flow .5s linear }
            figure .taken > .label { fill: var(--accent); font-weight: 600 }
            @keyframes flow { from { stroke-dashoffset: 48 } to { stroke-dashoffset: 0 } }
            @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important } }
            @media (max-width: 900px) { figure { min-width: calc(var(--width) * .85) } }
            """

    /// Scripts that light the states of a chart, and show the way of a request.
    package static let script = #"""
        const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
        const pause = time => new Promise(done => isStill ? done() : setTimeout(done, time));
        const nodesOf = (chart, selector) => [...chart.querySelectorAll(selector)];
        const boxOf = (chart, path) => nodesOf(chart, "[data-state]").find(box => box.dataset.state === path);
        /// The paths of the superstates, the innermost first.
        const ancestors = path => {
          const parts = path.split("/").slice(0, -1);
          return parts.map((_, depth) => parts.slice(0, parts.length - depth).join("/"));
        };

        /// Lights a state, and more faintly the superstates around it.
        function light(chart, path) {
          const around = ancestors(path);
          for (const box of nodesOf(chart, "[data-state]")) {
            box.classList.toggle("current", box.dataset.state === path);
            box.classList.toggle("around", around.includes(box.dataset.state));
            if (box.classList.contains("state"))
              box.setAttribute("aria-current", box.dataset.state === path ? "true" : "false");
          }
        }

        /// Brings a state into view, if it is not.
        function reveal(panel, chart, path) {
          const box = boxOf(chart, path)?.getBoundingClientRect();
          if (!box) return;
          // Of a panel that is longer than the window, only a part can be seen.
          const { top, bottom, left, right } = panel.getBoundingClientRect();
          const room = { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight), left, right };
          if (room.bottom - room.top < box.height) return;
          const distance = (start, end, from, to) => start < from + 16 || end > to - 16 ? (start + end - from - to) / 2 : 0;
          panel.scrollBy({ top: distance(box.top, box.bottom, room.top, room.bottom),
            left: distance(box.left, box.right, room.left, room.right), behavior: isStill ? "auto" : "smooth" });
        }

        /// Ends what is still shown of the way of an earlier request.
        function forgetWay(chart) {
          for (const box of nodesOf(chart, ".asked, .refusing, .taken")) box.classList.remove("asked", "refusing", "taken");
        }

        /// Shows how a request went up the tree, which arrow it took, and what it led to.
        ///
        /// `target` is undefined if it led nowhere; `fits` returns whether a label is that of the request; `isLatest` returns
        /// false when there is something newer to show.
        async function showWayOfRequest(chart, { source, target, isRefused, fits, isLatest }) {
          const way = [source, ...ancestors(source)];
          const arrows = isRefused || target === undefined ? [] : nodesOf(chart, ".arrow").filter(arrow =>
            way.includes(arrow.dataset.source) && arrow.dataset.target === target);
          // A chart may call a request by another name.
          const arrow = arrows.find(arrow => arrow.dataset.requests.split("\n").some(fits))
            ?? (arrows.length === 1 ? arrows[0] : undefined);
          const end = arrow ? way.indexOf(arrow.dataset.source) : isRefused ? way.length - 1 : 0;
          for (const [index, step] of way.entries()) {
            if (index > end || !isLatest()) break;
            const box = boxOf(chart, step);
            if (!box) continue;
            box.classList.add(isRefused ? "refusing" : "asked");
            await pause(160);
            if (index < end) box.classList.remove("asked", "refusing");
          }
          if (!isLatest()) return;
          arrow?.classList.add("taken");
          await pause(600);
          for (const box of nodesOf(chart, ".asked, .refusing")) box.classList.remove("asked", "refusing");
          await pause(500);
          if (isLatest()) arrow?.classList.remove("taken");
        }
        """#
}
