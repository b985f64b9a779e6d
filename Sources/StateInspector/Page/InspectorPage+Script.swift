extension InspectorPage {
    /// The behavior of the page: it draws what it is told, and asks for more when that has been seen.
    static let script = #"""
        const lineLimit = 100;
        const newsInterval = 50;
        const machines = new Map();
        const part = (article, selector) => article.querySelector(selector);
        const seconds = time => time < 60 ? `${time.toFixed(1)} s`
          : `${Math.floor(time / 60)}:${String(Math.floor(time % 60)).padStart(2, "0")}`;
        const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

        // The connection.

        const address = new URL("live" + location.search, location.href);
        address.protocol = "ws:";
        const socket = new WebSocket(address);
        const say = (text, isOver) => {
          const status = document.getElementById("connection");
          status.textContent = text;
          status.classList.toggle("over", isOver);
        };
        socket.onopen = () => { say("live", false); socket.send("next"); };
        socket.onclose = () => {
          say("The connection has ended: the program is gone, or its inspector is closed.", true);
          for (const machine of machines.values()) machine.isRunning = false;
        };
        socket.onmessage = event => {
          show(JSON.parse(event.data));
          // A page that is hidden draws nothing, and asks for nothing.
          requestAnimationFrame(() => setTimeout(() => socket.send("next"), newsInterval));
        };

        // Machines.

        function show(news) {
          for (const [number, machine] of machines) {
            if (!news.order.includes(number)) { machine.article.remove(); machines.delete(number); }
          }
          for (const content of news.machines) showMachine(content);
          const main = part(document, "main");
          news.order.forEach((number, index) => {
            const { article } = machines.get(number) ?? {};
            if (article && main.children[index] !== article) main.insertBefore(article, main.children[index] ?? null);
          });
          announce();
        }

        function showMachine(content) {
          const { number } = content;
          if (!machines.has(number)) {
            const article = part(document, "template").content.firstElementChild.cloneNode(true);
            part(article, "h2").textContent = content.name;
            article.setAttribute("aria-label", content.name);
            article.id = `machine${number}`;
            machines.set(number, { article, told: 0, turn: 0 });
          }
          const machine = machines.get(number);
          const { article } = machine;
          if (content.chart !== undefined) showChart(article, content);
          if (content.commands !== undefined) showCommands(article, number, content.commands);
          part(article, ".now").textContent = content.state + (content.hasEnded ? " (gone)" : "");
          part(article, ".detail").textContent = content.detail;
          part(article, ".numbers").textContent =
            `${count(content.requestCount, "request")}, ${count(content.transitionCount, "transition")}`;
          const complaint = part(article, ".offer .note");
          complaint.textContent = content.complaint;
          complaint.hidden = !content.complaint;
          article.classList.toggle("ended", content.hasEnded);
          const chart = part(article, "svg");
          if (chart) {
            light(chart, content.box ?? "");
            if (content.chart !== undefined || content.lines.length)
              reveal(part(article, ".charts"), chart, content.box);
          }
          addLines(machine, content);
          Object.assign(machine, { tally: content.tally, since: performance.now(), isRunning: !content.hasEnded,
            state: content.state, name: content.name });
          showTally(machine);
          const last = content.lines.at(-1);
          // What comes faster than it can be shown is only lit.
          if (chart && last?.source && content.lines.length <= 3) {
            machine.turn += 1;
            const { turn } = machine;
            showWayOfRequest(chart, { ...last, fits: label => label.split("(")[0] === last.request,
              isLatest: () => turn === machine.turn && chart.isConnected });
          }
        }

        function showChart(article, { chart, chartWidth }) {
          const figure = part(article, "figure");
          figure.style.setProperty("--width", `${chartWidth ?? 0}px`);
          if (chart) figure.innerHTML = chart;
          else figure.replaceChildren(Object.assign(document.createElement("p"),
            { textContent: "There are too many states for a chart." }));
        }

        function showCommands(article, number, commands) {
          part(article, ".offer").hidden = commands.length === 0;
          part(article, ".buttons").replaceChildren(...commands.map(({ name, argument, help }) => {
            const button = Object.assign(document.createElement("button"), { textContent: name, title: help });
            const request = text => socket.send(JSON.stringify({ machine: number, request: text }));
            if (argument === undefined) {
              button.type = "button";
              button.onclick = () => request(name);
              return button;
            }
            const field = Object.assign(document.createElement("input"), { value: argument, autocomplete: "off" });
            field.setAttribute("aria-label", `argument of ${name}`);
            const form = document.createElement("form");
            form.append(button, field);
            form.onsubmit = event => { event.preventDefault(); request(`${name} ${field.value}`); };
            return form;
          }));
        }

        function addLines(machine, { lines, requestCount }) {
          const journal = part(machine.article, ".journal");
          const isAtEnd = journal.scrollHeight - journal.scrollTop - journal.clientHeight < 40;
          const items = lines.map(({ time, text, trace, isRefused }) => {
            const item = document.createElement("li");
            item.classList.toggle("refused", isRefused);
            item.append(Object.assign(document.createElement("time"), { textContent: time.toFixed(3) }), text);
            if (trace.length) item.append(Object.assign(document.createElement("span"),
              { className: "trace", textContent: trace.join(" · ") }));
            return item;
          });
          const left = requestCount - machine.told - lines.length;
          if (left > 0) items.unshift(Object.assign(document.createElement("li"),
            { className: "more", textContent: `${count(left, "earlier request")}` }));
          machine.told = requestCount;
          journal.append(...items);
          while (journal.children.length > lineLimit) journal.firstElementChild.remove();
          if (isAtEnd) journal.scrollTop = journal.scrollHeight;
        }

        /// Shows counts and times; those of the current states go on between two news.
        function showTally(machine) {
          const rows = part(machine.article, "tbody");
          const { tally } = machine;
          while (rows.children.length > tally.length) rows.lastElementChild.remove();
          while (rows.children.length < tally.length) {
            rows.append(document.createElement("tr"));
            for (let cell = 0; cell < 3; cell += 1) rows.lastElementChild.append(document.createElement("td"));
          }
          tally.forEach(({ path, count, seconds: time, isCurrent }, index) => {
            const row = rows.children[index];
            const more = isCurrent && machine.isRunning ? (performance.now() - machine.since) / 1000 : 0;
            row.classList.toggle("current", isCurrent);
            const depth = path.split("/").length - 1;
            row.children[0].style.paddingLeft = `${depth * 14}px`;
            [path.split("/").at(-1), count.toLocaleString("en"), seconds(time + more)].forEach((text, cell) => {
              if (row.children[cell].textContent !== text) row.children[cell].textContent = text;
            });
          });
        }

        setInterval(() => {
          for (const machine of machines.values()) if (machine.isRunning) showTally(machine);
        }, 200);

        // For screen readers.

        let isAnnouncing = false;

        /// Announces the states, at most once a second.
        function announce() {
          if (isAnnouncing) return;
          isAnnouncing = true;
          setTimeout(() => {
            isAnnouncing = false;
            const text = [...machines.values()].map(({ name, state }) => `${name}: ${state}`).join("; ");
            const announcement = document.getElementById("announcement");
            if (announcement.textContent !== text) announcement.textContent = text;
          }, 1000);
        }
        """#
}
