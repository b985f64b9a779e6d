// The requests of all machines.

const requestsPanel = document.getElementById("requests");
const requestsLink = make("a", { href: "#requests", textContent: "All requests: " });
requestsLink.append(make("span", {}));

function showRequests(requests) {
  requestsPanel.hidden = requests.length === 0;
  if (requestsPanel.hidden) return requestsLink.remove();
  part(document, "nav").append(requestsLink);
  part(requestsLink, "span").textContent = requests.at(-1).number.toLocaleString("en");
  const panels = [part(requestsPanel, ".journal"), part(requestsPanel, ".sequence")];
  const atEnd = panels.filter(panel => panel.scrollHeight - panel.scrollTop - panel.clientHeight < 40);
  panels[0].replaceChildren(...requests.map(({ number, cause, isLater, depth, machine, text, isRefused }) => {
    const item = make("li", { className: isRefused ? "refused" : "" });
    item.style.paddingLeft = `${Math.min(depth, 12) * 14}px`;
    item.append(make("time", { textContent: number.toLocaleString("en") }), `${machine}.${text}`);
    if (isLater)
      item.append(make("span", { className: "later", textContent: ` (later, from ${requests[cause].number})` }));
    return item;
  }));
  drawSequence(panels[1], requests);
  for (const panel of atEnd) panel.scrollTop = panel.scrollHeight;
}

const draw = (name, attributes, text) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};

/// Draws a lifeline for each machine, and an arrow for each request; those from outside come from the client.
function drawSequence(panel, requests) {
  const row = 34, left = 90;
  const asker = ({ cause }) => requests[cause]?.machine;
  // Undefined stands for the client, which comes first.
  const asked = requests.flatMap(request => [asker(request), request.machine]);
  const lifelines = [...new Set(asked.includes(undefined) ? [undefined, ...asked] : asked)];
  const nameOf = machine => shorten(machine ?? "client", 22);
  const column = Math.max(100, ...lifelines.map(machine => nameOf(machine).length * 8 + 24));
  const x = machine => left + lifelines.indexOf(machine) * column;
  const [head, body] = [draw("svg", { class: "head", height: 26 }), draw("svg", {})];
  const height = (requests.length + .5) * row;
  for (const machine of lifelines) {
    head.append(draw("text", { x: x(machine), y: 17, "text-anchor": "middle" }, nameOf(machine)));
    body.append(draw("path", { class: "lifeline", d: `M${x(machine)} 0V${height}` }));
  }
  requests.forEach((request, index) => {
    const [from, to, y] = [x(asker(request)), x(request.machine), (index + .8) * row];
    const { number, text, isRefused, isLater } = request;
    const message = draw("g", { class: `message${isRefused ? " refused" : ""}${isLater ? " later" : ""}` });
    // A tip points to the right, or, like that of an arrow back to where it comes from, to the left.
    const side = to > from ? 8 : -8;
    const isLoop = from === to;
    const [shape, kind] = isRefused ? [`M${to - side * 1.5} ${y - 4}l${side} 8m0 -8l${-side} 8`, "cross"]
      : isLater ? [`M${to - side} ${y - 4}L${to} ${y}l${-side} 4`, "open"] : [`M${to} ${y}l${-side} -4v8z`, "tip"];
    message.append(
      draw("path", { d: isLoop ? `M${from} ${y - 10}h22v10H${to}` : `M${from} ${y}H${to}` }),
      draw("path", { class: kind, d: shape }),
      draw("text", { x: Math.min(from, to) + (isLoop ? 30 : 8), y: isLoop ? y - 1 : y - 6 },
        `${number.toLocaleString("en")}  ${shorten(text, 80)}`),
      draw("title", {}, `${asker(request) ?? "client"} → ${request.machine}: ${text}`));
    body.append(message);
  });
  panel.replaceChildren(head, body);
  const right = Math.max(...[head, body].map(svg => svg.getBBox()).map(({ x, width }) => x + width));
  for (const svg of [head, body]) svg.setAttribute("width", Math.ceil(right + 20));
  body.setAttribute("height", height);
}

const shorten = (text, length) => [...text].length > length ? [...text].slice(0, length - 1).join("") + "…" : text;
