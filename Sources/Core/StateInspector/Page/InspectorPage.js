/// The update of a page without a program; `null` if they come over a connection.
const recording = document.getElementById("recording");
const lineLimit = recording ? Infinity : 100;
const updateInterval = 50;
const machines = new Map();
const part = (article, selector) => article.querySelector(selector);
const make = (name, properties) => Object.assign(document.createElement(name), properties);
const minutes = (time, digits) =>
  `${Math.floor(time / 60)}:${(time % 60).toFixed(digits).padStart(digits + 3, "0")}`;
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

// The connection.

// A recording has no program that sends events.
const events = recording ? new EventTarget() : new EventSource("live" + location.search);
/// The number by which the program knows this page.
let page;
const say = (text, isOver) => {
  const status = document.getElementById("connection");
  status.textContent = text;
  status.classList.toggle("over", isOver);
};
/// Messages are sent one after the other, so that they arrive in order.
let sending = Promise.resolve();
const send = message => {
  sending = sending.then(() => {
    if (events.readyState === EventSource.OPEN)
      return fetch(events.url, { method: "POST", body: JSON.stringify(message) });
  }).catch(() => {});
};
const ask = () => send({ page, isReady: true });
const tellVisibility = () => send({ page, isHidden: document.hidden });
events.addEventListener("page", ({ data }) => {
  page = Number(data);
  say("live", false);
  tellVisibility();
  ask();
  document.addEventListener("visibilitychange", tellVisibility);
});
events.onerror = () => {
  events.close();
  say("The connection has ended: the program is gone, or its inspector is closed.", true);
  part(document, "main").dataset.empty = "";
  for (const machine of machines.values()) { machine.isRunning = false; disable(machine.article); }
};
events.onmessage = ({ data }) => {
  try { show(JSON.parse(data)); }
  // A page that is hidden draws nothing, and asks for nothing.
  finally { requestAnimationFrame(() => setTimeout(ask, updateInterval)); }
};

if (recording) addEventListener("DOMContentLoaded", () => {
  say("a recording", false);
  show(JSON.parse(recording.textContent));
});

// Machines.

function show(update) {
  part(document, "main").dataset.empty = recording ? "No machine was recorded." : "No machine is followed yet.";
  for (const [number, machine] of machines) {
    if (!update.order.includes(number)) {
      machine.article.remove();
      machine.link.remove();
      machines.delete(number);
    }
  }
  for (const content of update.machines) {
    if (!machines.has(content.number)) addMachine(content);
    showMachine(machines.get(content.number), content);
  }
  if (update.requests) showRequests(update.requests);
  announce();
}

function addMachine({ number, name }) {
  const article = part(document, "template").content.firstElementChild.cloneNode(true);
  part(article, "h2").textContent = name;
  article.setAttribute("aria-label", name);
  article.id = `machine${number}`;
  // Before it is filled: what is to be scrolled has to be there.
  part(document, "main").append(article);
  addZoom(part(article, ".charts"));
  const fold = part(article, ".fold");
  fold.onclick = () => fold.setAttribute("aria-expanded", !article.classList.toggle("folded"));
  const link = make("a", { href: `#${article.id}`, textContent: `${name}: ` });
  link.append(make("span", {}));
  link.onclick = () => { if (article.classList.contains("folded")) fold.click(); };
  part(document, "nav").append(link);
  const machine = { article, link, told: 0, turn: 0 };
  const [range, end] = [part(article, ".wind input"), part(article, ".wind button")];
  range.oninput = () => wind(machine, range.valueAsNumber);
  end.textContent = endOfRequests;
  end.onclick = () => wind(machine, Infinity);
  machines.set(number, machine);
}

function showMachine(machine, content) {
  const { article } = machine;
  if (content.chart !== undefined) showChart(article, content);
  if (content.commands !== undefined) showCommands(article, content.number, content.commands);
  part(machine.link, "span").textContent = textOf(content);
  dim(article, content.unhandled);
  part(article, ".detail").textContent = content.detail;
  part(article, ".numbers").textContent =
    `${count(content.requestCount, "request")}, ${count(content.transitionCount, "transition")}`;
  part(article, ".offer .note").textContent = content.complaint;
  article.classList.toggle("ended", content.hasEnded);
  if (content.hasEnded) disable(article);
  addLines(machine, content);
  Object.assign(machine, { present: content, tally: content.tally, untalliedCount: content.untalliedCount,
    name: content.name, since: performance.now(), isRunning: !recording && !content.hasEnded, state: content.state });
  showTally(machine);
  showState(machine, content);
}

/// Lights the current state, and shows the way of the latest request unless they come too fast for that.
function showState(machine, { chart: newChart, boxes, lines }) {
  showPlace(machine);
  const chart = part(machine.article, "svg");
  if (!chart || machine.at !== undefined) return;
  if (newChart !== undefined || lines.length) reveal(part(machine.article, ".charts"), chart, boxes[0]);
  if (!lines.length) return;
  machine.turn += 1;
  const { turn } = machine;
  forgetWay(chart);
  const last = lines.at(-1);
  if (lines.length > 3 || !last.source.length) return;
  showWayOfRequest(chart, { ...last, fits: label => label.split("(")[0] === last.request,
    isLatest: () => turn === machine.turn && chart.isConnected });
}

// Winding back.

const endOfRequests = recording ? "end" : "now";
const textOf = ({ state, hasEnded, isActive }) =>
  state + (hasEnded ? " (gone)" : isActive ? "" : " (not active)");
/// The requests of a journal; its other lines count those that are left out.
const requestsIn = journal => [...journal.children].filter(item => item.line);

/// Shows a machine as it was after some of the requests in its journal; after all, it follows the machine again.
///
/// `machine.at` is the number of the last of these requests, so it stays the same when others come and go.
function wind(machine, index) {
  const journal = part(machine.article, ".journal");
  const items = requestsIn(journal);
  machine.at = index < items.length ? items[index - 1]?.number ?? items[0].number - 1 : undefined;
  machine.turn += 1;
  const { boxes } = showPlace(machine);
  const item = items[index - 1] ?? (index ? items.at(-1) : items[0]);
  if (item) journal.scrollTop += item.getBoundingClientRect().top - journal.getBoundingClientRect().top
    - journal.clientHeight / 2;
  const chart = part(machine.article, "svg");
  if (!chart) return;
  forgetWay(chart);
  reveal(part(machine.article, ".charts"), chart, boxes[0]);
}

/// Shows the state of the machine, or the state that the user has gone back to, and returns it.
function showPlace({ article, at, present, told }) {
  const items = requestsIn(part(article, ".journal"));
  const isPast = at !== undefined;
  const index = isPast ? items.filter(({ number }) => number <= at).length : items.length;
  const item = items[index - 1];
  const place = !isPast ? present : item ? item.line.after : items[0].line.before;
  const { number, line } = item ?? items[0] ?? {};
  const text = isPast
    ? `${item ? "after" : "before"} request ${number.toLocaleString("en")} of ${told.toLocaleString("en")}: ${line.name}`
    : `${endOfRequests}, after ${count(told, "request")}`;
  const range = part(article, ".wind input");
  range.max = items.length;
  range.value = index;
  range.setAttribute("aria-valuetext", `${text}, ${textOf(place)}`);
  part(article, ".wind p").textContent = text;
  part(article, ".now").textContent = textOf(place);
  article.classList.toggle("past", isPast);
  part(article, ".journal .at")?.classList.remove("at");
  if (isPast) item?.classList.add("at");
  const chart = part(article, "svg");
  const absent = part(article, ".absent");
  absent.hidden = !chart || !place.isActive || place.boxes.length > 0;
  absent.textContent = `${place.state} is not on this chart.`;
  if (chart) light(chart, place.isActive ? place.boxes : []);
  return place;
}

/// Marks the requests that the current state does not handle; they can be made all the same.
function dim(article, unhandled) {
  for (const button of article.querySelectorAll(".buttons button"))
    button.setAttribute("aria-disabled", unhandled.includes(button.dataset.request));
}

/// Disables the requests of a machine that is gone.
function disable(article) {
  for (const control of article.querySelectorAll(".offer button, .offer input")) control.disabled = true;
}

function showChart(article, { chart, chartWidth }) {
  const figure = part(article, "figure");
  figure.style.setProperty("--width", `${chartWidth || 400}px`);
  if (chart) figure.innerHTML = chart;
  else figure.replaceChildren(make("p", { textContent: "There are too many states, or transitions, for a chart." }));
}

function showCommands(article, number, commands) {
  part(article, ".offer").hidden = commands.length === 0;
  part(article, ".buttons").replaceChildren(...commands.map(({ name, label, argument, help }) => {
    const button = make("button", { textContent: label, title: help });
    button.dataset.request = name;
    const click = typed => send({ machine: number, request: name, argument: typed });
    if (argument === undefined) {
      button.type = "button";
      button.onclick = () => click();
      return button;
    }
    const field = make("input", { value: argument, autocomplete: "off" });
    field.setAttribute("aria-label", `argument of ${label}`);
    const form = make("form", {});
    form.append(button, field);
    form.onsubmit = event => { event.preventDefault(); click(field.value); };
    return form;
  }));
}

function addLines(machine, { lines, earlier, requestCount }) {
  const journal = part(machine.article, ".journal");
  // On a new chart, states can have other boxes.
  const known = requestsIn(journal).slice(-earlier.length || Infinity);
  known.forEach((item, index) => { item.line = earlier[index]; });
  const isAtEnd = machine.at === undefined
    && journal.scrollHeight - journal.scrollTop - journal.clientHeight < 40;
  const left = requestCount - machine.told - lines.length;
  machine.told = requestCount;
  if (left > 0) journal.append(make("li", { className: "more", value: left, textContent: `… ${count(left, "request")}` }));
  for (const [index, line] of lines.entries()) {
    const { time, text, trace, isRefused } = line;
    const number = requestCount - lines.length + index + 1;
    const item = make("li", { className: isRefused ? "refused" : "", line, number });
    item.append(make("time", { textContent: recording ? number.toLocaleString("en") : minutes(time, 3) }), text);
    if (trace.length) item.append(make("span", { className: "trace", textContent: trace.join(" · ") }));
    journal.append(item);
  }
  if (journal.children.length > lineLimit) {
    // The first line stands for all that have gone. A request has no value: a long list would take seconds.
    let gone = 0;
    while (journal.children.length >= lineLimit) {
      gone += journal.firstElementChild.value || 1;
      journal.firstElementChild.remove();
    }
    journal.prepend(make("li", { className: "more", value: gone, textContent: `… ${count(gone, "request")}` }));
  }
  if (isAtEnd) journal.scrollTop = journal.scrollHeight;
}

/// Shows counts and times; those of the current states go on between two updates.
function showTally(machine) {
  const rows = part(machine.article, "tbody");
  const { tally, untalliedCount } = machine;
  part(machine.article, ".untallied").textContent =
    untalliedCount > 0 ? `and ${count(untalliedCount, "more state")}` : "";
  while (rows.children.length > tally.length) rows.lastElementChild.remove();
  while (rows.children.length < tally.length) {
    rows.append(document.createElement("tr"));
    for (let cell = 0; cell < 3; cell += 1) rows.lastElementChild.append(document.createElement("td"));
  }
  tally.forEach(({ name, depth, count, seconds: time, isCurrent }, index) => {
    const row = rows.children[index];
    const more = isCurrent && machine.isRunning ? (performance.now() - machine.since) / 1000 : 0;
    row.classList.toggle("current", isCurrent);
    row.children[0].style.paddingLeft = `${depth * 14}px`;
    [name, count.toLocaleString("en"), minutes(time + more, 1)].forEach((text, cell) => {
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
