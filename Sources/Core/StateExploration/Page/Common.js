const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const pause = time => new Promise(done => isStill ? done() : setTimeout(done, time));
const nodesOf = (chart, selector) => [...chart.querySelectorAll(selector)];
const boxOf = (chart, path) => nodesOf(chart, "[data-state]").find(box => box.dataset.state === path);
/// The paths of the superstates, the innermost first.
const ancestors = path => {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, parts.length - depth).join("/"));
};

/// Lights a state, or the state of each region, the arrows that leave it, and more faintly the superstates around it.
function light(chart, paths) {
  const around = paths.flatMap(ancestors);
  const sources = new Set([...paths, ...around]);
  for (const box of nodesOf(chart, "[data-state]")) {
    const isCurrent = paths.includes(box.dataset.state);
    box.classList.toggle("current", isCurrent);
    box.classList.toggle("around", around.includes(box.dataset.state));
    if (box.classList.contains("state")) box.setAttribute("aria-current", isCurrent);
  }
  for (const arrow of nodesOf(chart, ".arrow")) {
    // An arrow from a superstate may stand for requests of some states in it.
    const origins = (arrow.dataset.origins ?? arrow.dataset.source).split("\n");
    arrow.classList.toggle("leaving", origins.some(path => sources.has(path)));
  }
}

/// Brings a state into view, if it is not.
function reveal(panel, chart, path) {
  const box = boxOf(chart, path)?.getBoundingClientRect();
  if (!box) return;
  // Of a panel that is longer than the window, only a part can be seen, and none behind the buttons.
  const { top, bottom, left, right } = panel.getBoundingClientRect();
  const bar = panel.querySelector(".zoom")?.getBoundingClientRect().bottom ?? 0;
  const room = { top: Math.max(top, bar, 0), bottom: Math.min(bottom, innerHeight), left, right };
  if (room.bottom - room.top < box.height) return;
  const distance = (start, end, from, to) => start < from + 16 || end > to - 16 ? (start + end - from - to) / 2 : 0;
  panel.scrollBy({ top: distance(box.top, box.bottom, room.top, room.bottom),
    left: distance(box.left, box.right, room.left, room.right),
    behavior: isStill || document.readyState === "loading" ? "auto" : "smooth" });
}

/// Ends what is still shown of the way of an earlier request.
function forgetWay(chart) {
  for (const box of nodesOf(chart, ".asked, .refusing, .taken")) box.classList.remove("asked", "refusing", "taken");
}

/// Shows how a request went up the tree, which arrow it took, and what it led to.
///
/// `source` and `target` are states, or those of all regions; `target` is empty if it led nowhere. `fits` returns whether
/// a label is that of the request; `isLatest` returns false when there is something newer to show.
async function showWayOfRequest(chart, { source, target, isRefused, fits, isLatest }) {
  const ways = source.map(path => [path, ...ancestors(path)]);
  const ends = target.flatMap(path => [path, ...ancestors(path)]);
  // An arrow leads to where the machine has not been, unless it was left and entered again.
  const hasMoved = target.some(path => !source.includes(path));
  const isTaken = ({ dataset: arrow }) => ways.flat().includes(arrow.source) && ends.includes(arrow.target)
    && !(hasMoved && source.includes(arrow.target));
  const possible = isRefused ? [] : nodesOf(chart, ".arrow").filter(isTaken);
  const fitting = possible.filter(arrow => arrow.dataset.requests.split("\n").some(fits));
  // A chart may call a request by another name. A request can lead on in several regions.
  const arrows = fitting.length || possible.length !== 1 ? fitting : possible;
  const way = ways.find(way => way.includes(arrows[0]?.dataset.source)) ?? ways[0];
  const end = arrows.length ? way.indexOf(arrows[0].dataset.source) : isRefused ? way.length - 1 : 0;
  for (const [index, step] of way.entries()) {
    if (index > end || !isLatest()) break;
    const box = boxOf(chart, step);
    if (!box) continue;
    box.classList.add(isRefused ? "refusing" : "asked");
    await pause(160);
    if (index < end) box.classList.remove("asked", "refusing");
  }
  if (!isLatest()) return;
  for (const arrow of arrows) arrow.classList.add("taken");
  await pause(600);
  for (const box of nodesOf(chart, ".asked, .refusing")) box.classList.remove("asked", "refusing");
  await pause(500);
  if (isLatest()) for (const arrow of arrows) arrow.classList.remove("taken");
}

/// Puts buttons for the size of the charts at the top of a panel.
function addZoom(panel) {
  const figures = () => nodesOf(panel, "figure").filter(figure => figure.querySelector("svg"));
  const widthOf = figure => Number(figure.querySelector("svg").viewBox.baseVal.width);
  const heightOf = figure => Number(figure.querySelector("svg").viewBox.baseVal.height);
  const zoom = scale => {
    if (!figures().length) return;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = panel;
    panel.style.setProperty("--zoom", Math.min(Math.max(scale, .1), 4));
    panel.classList.add("zoomed");
    // What was in the middle stays there.
    panel.scrollLeft = (scrollLeft + clientWidth / 2) * panel.scrollWidth / scrollWidth - panel.clientWidth / 2;
    panel.scrollTop = (scrollTop + clientHeight / 2) * panel.scrollHeight / scrollHeight - panel.clientHeight / 2;
  };
  const now = () => figures()[0]?.querySelector("svg").getBoundingClientRect().width / widthOf(figures()[0]);
  const room = () => (parseFloat(getComputedStyle(panel).maxHeight) || innerHeight) - bar.offsetHeight - 40;
  const fit = () => Math.min(1, ...figures().flatMap(figure =>
    [panel.clientWidth / widthOf(figure), room() / heightOf(figure)]));
  const bar = document.createElement("p");
  bar.className = "zoom";
  for (const [text, label, scale] of [["−", "Smaller", () => now() / 1.25], ["+", "Larger", () => now() * 1.25],
    ["Fit", "The whole chart", fit], ["1:1", "Full size", () => 1]]) {
    const button = document.createElement("button");
    button.textContent = text;
    button.title = label;
    button.setAttribute("aria-label", label);
    button.onclick = () => zoom(scale());
    bar.append(button);
  }
  panel.prepend(bar);
}
