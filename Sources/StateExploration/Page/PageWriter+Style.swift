extension PageWriter {
    /// The appearance of a page: a chart beside a panel, or above it where there is little room.
    static let style = """
        :root { color-scheme: light dark }
        * { box-sizing: border-box }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.45 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif }
        header { padding: 20px 28px 0 }
        h1 { margin: 0; font-size: 22px; letter-spacing: -.01em }
        h2 { margin: 0 0 8px; font-size: 13px; font-weight: 600; color: var(--quiet) }
        main { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 28px; padding: 16px 28px 40px;
          align-items: start }
        .charts { display: flex; flex-wrap: wrap; gap: 20px; justify-content: safe center; position: sticky; top: 12px;
          max-height: calc(100vh - 24px); overflow: auto; background: var(--paper) }
        figure { margin: 0; flex: 1 1 calc(var(--width) * .72); max-width: var(--width);
          min-width: calc(var(--width) * .6); text-align: center }
        .single figcaption { display: none }
        figcaption { font-size: 12px; font-weight: 600; color: var(--quiet); padding-bottom: 6px }
        figure svg { display: block; width: 100%; height: auto }
        aside { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px }
        aside section { background: var(--area); border: 1px solid var(--line); border-radius: 12px; padding: 14px 16px }
        p { margin: 0 }
        #state { font-size: 19px; font-weight: 600; overflow-wrap: anywhere }
        #agreement { color: var(--quiet) }
        #difference { margin-top: 8px; padding: 8px 10px; border-radius: 8px; background: #b4232c; color: #fff }
        #requests, #choices { display: flex; flex-wrap: wrap; gap: 6px }
        #answer, #way, #question { min-height: 1.45em; margin-top: 8px; color: var(--quiet) }
        #question { margin: 0 0 8px; color: var(--ink) }
        button, select { font: inherit; font-size: 14px; color: var(--ink); background: var(--box);
          border: 1px solid var(--line); border-radius: 8px; padding: 6px 11px; min-height: 34px; max-width: 100%;
          text-align: left; overflow-wrap: anywhere; cursor: pointer; transition: background .15s, border-color .15s }
        button:hover { border-color: var(--accent) }
        button:focus-visible, select:focus-visible, #journal:focus-visible, [role=button]:focus-visible {
          outline: 2px solid var(--accent); outline-offset: 2px }
        button[aria-disabled=true] { color: var(--quiet); background: transparent; border-style: dashed; opacity: .72 }
        button.right { background: #1a7f4b; border-color: #1a7f4b; color: #fff }
        button.wrong { background: #b4232c; border-color: #b4232c; color: #fff }
        .tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-top: 10px }
        #way-title + .tools { margin-top: 0 }
        #score { color: var(--quiet); margin-left: auto }
        #journal { margin: 0; padding: 0 0 0 26px; max-height: 190px; overflow-y: auto; font-size: 14px }
        #journal:empty::after { content: "Nothing has been asked yet."; color: var(--quiet); margin-left: -26px }
        #journal li { padding: 2px 0; overflow-wrap: anywhere }
        #journal .refused { color: var(--quiet) }
        #journal .trace { display: block; color: var(--quiet); font-size: 12.5px }
        .state { cursor: pointer }
        .state > rect, .superstate > rect { transition: fill .25s, stroke .25s, stroke-width .25s }
        figure .around > rect { stroke: var(--accent); stroke-width: 1.75 }
        figure .asked > rect { stroke: var(--accent); stroke-width: 3 }
        figure .refusing > rect { stroke: #d0454c; stroke-width: 3 }
        figure .taken > path { stroke: var(--accent); stroke-width: 2.5; stroke-dasharray: 7 5; animation: flow .5s linear }
        figure .taken > .label { fill: var(--accent); font-weight: 600 }
        @keyframes flow { from { stroke-dashoffset: 48 } to { stroke-dashoffset: 0 } }
        @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important } }
        @media (max-width: 900px) {
          main { grid-template-columns: minmax(0, 1fr); padding: 12px 16px 32px; gap: 16px }
          header { padding: 14px 16px 0 }
          figure { min-width: calc(var(--width) * .85) }
          .charts { top: 0; max-height: 48vh; z-index: 1; border-bottom: 1px solid var(--line) }
        }
        """
}
