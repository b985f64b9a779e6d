extension PageWriter {
    /// The appearance of a page besides what all pages have: a chart beside a panel, or above it where there is little room.
    static let style = """
        header { padding: 20px 28px 0 }
        main { display: grid; grid-template-columns: minmax(0, 1fr) 380px; gap: 28px; padding: 16px 28px 40px;
          align-items: start }
        .charts { position: sticky; top: 12px; max-height: calc(100vh - 24px) }
        .single figcaption { display: none }
        #agreement { color: var(--quiet) }
        #difference { margin-top: 8px; padding: 8px 10px; border-radius: 8px; background: #b4232c; color: #fff }
        #requests:empty::after { content: "This machine has no requests."; color: var(--quiet) }
        #question { margin: 0 0 8px; color: var(--ink) }
        button.right { background: #1a7f4b; border-color: #1a7f4b; color: #fff }
        button.wrong { background: #b4232c; border-color: #b4232c; color: #fff }
        .tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; margin-top: 10px }
        #way-title + .tools { margin-top: 0 }
        #score { color: var(--quiet); margin-left: auto }
        .state { cursor: pointer }
        @media (max-width: 900px) {
          main { grid-template-columns: minmax(0, 1fr); padding: 12px 16px 32px; gap: 16px }
          header { padding: 14px 16px 0 }
          .charts { top: 0; max-height: 48vh; z-index: 1; border-bottom: 1px solid var(--line) }
        }
        """
}
