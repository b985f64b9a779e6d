const { requests, machines } = JSON.parse(document.getElementById("content").textContent);
const element = id => document.getElementById(id);

/// For each machine the index of its state; the journal has those before each request.
let current = machines.map(() => 0);
let journal = [];
/// Counts requests: an animation of an earlier one stops.
let turn = 0;

const cellOf = (machine, request, state) => machines[machine].cells[state]?.[request];
const textOf = (machine, state) => machines[machine].states[state].text;
const handledIn = (machine, state) =>
  requests.filter((_, request) => { const cell = cellOf(machine, request, state);
    return cell && cell.outcome !== undefined && !cell.isRefused; });
const chart = machine => element("machine" + machine);

// The consequences of a request.

function consequence(machine, request, state) {
  const cell = cellOf(machine, request, state);
  if (!cell) return `was not explored in ${textOf(machine, state)}`;
  if (cell.outcome === undefined) return `is not made in ${textOf(machine, state)}`;
  if (cell.isRefused) {
    const others = handledIn(machine, state);
    const word = cell.outcome === "refused" ? "refused" : "not handled";
    return `${word} in ${textOf(machine, state)}`
      + (others.length ? `; handled here: ${others.join(", ")}` : "; nothing is handled here");
  }
  if (cell.target === state && cell.outcome !== "transitioned") return `${cell.outcome} in ${textOf(machine, state)}`;
  return `${textOf(machine, state)} → ${textOf(machine, cell.target)}`;
}

function make(request) {
  const cells = machines.map((_, machine) => cellOf(machine, request, current[machine]));
  const before = current;
  journal.push({ request, before });
  current = current.map((state, machine) => cells[machine]?.target ?? state);
  const item = document.createElement("li");
  item.textContent = `${requests[request]}: ${consequence(0, request, before[0])}`;
  element("answer").textContent = item.textContent;
  if (cells[0]?.isRefused) item.className = "refused";
  if (cells[0]?.trace.length) {
    const trace = document.createElement("span");
    trace.className = "trace";
    trace.textContent = cells[0].trace.join(" · ");
    item.append(trace);
  }
  element("journal").append(item);
  element("journal").scrollTop = element("journal").scrollHeight;
  showDifference(request, before);
  show();
  turn += 1;
  machines.forEach((_, machine) => animate(machine, request, before[machine], cells[machine], turn));
}

function showDifference(request, before) {
  const notice = element("difference");
  notice.hidden = true;
  if (machines.length < 2) return;
  const [left, right] = machines.map((_, machine) => cellOf(machine, request, before[machine]));
  const same = left?.outcome === right?.outcome && textOf(0, current[0]) === textOf(1, current[1])
    && JSON.stringify(left?.trace) === JSON.stringify(right?.trace);
  if (same) return;
  const tell = (machine, cell) => `${machines[machine].name}: ${cell?.outcome ?? "not made"}, `
    + textOf(machine, current[machine]) + (cell?.trace.length ? ` [${cell.trace.join(", ")}]` : "");
  notice.textContent = `They differ. ${tell(0, left)}; ${tell(1, right)}`;
  notice.hidden = false;
}

// The view.

function show() {
  machines.forEach((machine, index) => light(chart(index), machine.states[current[index]].nodes));
  const names = machines.map((machine, index) => textOf(index, current[index]));
  const agree = names.every(name => name === names[0]);
  element("state").textContent = agree ? names[0]
    : machines.map((machine, index) => `${machine.name}: ${names[index]}`).join("; ");
  element("agreement").textContent = machines.length > 1 && agree
    ? `${machines.map(machine => machine.name).join(" and ")} are both there` : "";
  [...element("requests").children].forEach((button, request) => {
    const cell = cellOf(0, request, current[0]);
    button.setAttribute("aria-disabled", !cell || cell.outcome === undefined || cell.isRefused);
    button.title = consequence(0, request, current[0]);
  });
  element("back").disabled = journal.length === 0;
  element("restart").disabled = journal.length === 0;
  reveal(document.querySelector(".charts"), chart(0), machines[0].states[current[0]].nodes[0]);
  showWay();
}

function animate(machine, request, state, cell, ownTurn) {
  forgetWay(chart(machine));
  if (!cell) return;
  const { states } = machines[machine];
  const isTransition = cell.target !== state || cell.outcome === "transitioned";
  showWayOfRequest(chart(machine), {
    source: states[state].nodes, target: isTransition ? states[cell.target].nodes : [],
    isRefused: cell.isRefused,
    fits: label => label === requests[request], isLatest: () => ownTurn === turn });
}

// Stepping back, and ways.

function stepBack() {
  const last = journal.pop();
  if (!last) return;
  current = last.before;
  element("journal").lastElementChild.remove();
  element("answer").textContent = `${requests[last.request]} was taken back`;
  element("difference").hidden = true;
  turn += 1;
  show();
}

function restart() {
  current = machines.map(() => 0);
  journal = [];
  element("journal").replaceChildren();
  element("answer").textContent = "";
  element("difference").hidden = true;
  turn += 1;
  show();
}

/// The shortest requests from the current state of the first machine to another one; nothing if there are none.
function way(goal) {
  const origins = new Map([[current[0], undefined]]);
  const queue = [current[0]];
  for (const state of queue) {
    if (state === goal) {
      const result = [];
      for (let origin = origins.get(state); origin; origin = origins.get(origin.state)) result.unshift(origin.request);
      return result;
    }
    (machines[0].cells[state] ?? []).forEach((cell, request) => {
      if (cell.outcome === undefined || origins.has(cell.target)) return;
      origins.set(cell.target, { state, request });
      queue.push(cell.target);
    });
  }
}

function showWay() {
  const requestsOnWay = way(Number(element("goal").value));
  element("way").textContent = !requestsOnWay ? "No requests lead there from here."
    : requestsOnWay.length ? requestsOnWay.map(request => requests[request]).join(", ") : "The machine is there.";
  element("go").disabled = !requestsOnWay?.length;
}

async function goThere() {
  const ownTurns = [];
  for (const request of way(Number(element("goal").value)) ?? []) {
    if (ownTurns.length && ownTurns.at(-1) !== turn) return;
    make(request);
    ownTurns.push(turn);
    await pause(450);
  }
}

// The quiz.

let question, right = 0, asked = 0;

function resultOf(state, request) {
  const cell = cellOf(0, request, state);
  if (cell.isRefused) return "it is refused";
  if (cell.outcome === undefined) return "it is not made";
  return cell.target === state && cell.outcome !== "transitioned" ? "it is handled, and nothing else changes"
    : textOf(0, cell.target);
}

function ask() {
  const pick = list => list[Math.floor(Math.random() * list.length)];
  const states = machines[0].states.map((_, state) => state).filter(state => machines[0].cells[state].length);
  const results = new Set(states.flatMap(state => requests.map((_, index) => resultOf(state, index))));
  // Without two answers there is no question.
  if (results.size < 2) return element("question").closest("section").hidden = true;
  const state = pick(states), request = pick(requests.map((_, index) => index));
  question = resultOf(state, request);
  results.delete(question);
  const choices = [...results].sort(() => Math.random() - .5).slice(0, 3);
  choices.splice(Math.floor(Math.random() * (choices.length + 1)), 0, question);
  element("question").textContent = `${requests[request]} in ${textOf(0, state)}: what comes of it?`;
  element("verdict").textContent = "";
  element("choices").replaceChildren(...choices.map(choice => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = choice;
    button.onclick = () => answer(button);
    return button;
  }));
}

function answer(button) {
  if (!question) return;
  asked += 1;
  const isRight = button.textContent === question;
  if (isRight) right += 1;
  for (const choice of element("choices").children) {
    if (choice.textContent === question) choice.classList.add("right");
  }
  if (!isRight) button.classList.add("wrong");
  element("verdict").textContent = isRight ? "Right." : `No: ${question}.`;
  element("score").textContent = `${right} of ${asked}`;
  question = undefined;
}

// The beginning.

requests.forEach((name, request) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.onclick = () => make(request);
  element("requests").append(button);
});
machines[0].states.forEach((state, index) => element("goal").append(new Option(state.text, index)));
element("goal").selectedIndex = Math.min(1, machines[0].states.length - 1);
element("goal").onchange = showWay;
element("go").onclick = goThere;
element("back").onclick = stepBack;
element("restart").onclick = restart;
element("next").onclick = ask;
for (const box of nodesOf(chart(0), ".state")) {
  const choose = () => {
    element("goal").value = machines[0].states.findIndex(state => state.nodes.includes(box.dataset.state));
    showWay();
  };
  box.setAttribute("role", "button");
  box.setAttribute("tabindex", "0");
  const path = box.dataset.state.replaceAll("~2", "").replaceAll("~1", "/").replaceAll("~0", "~");
  box.setAttribute("aria-label", `${path || machines[0].states[0].text}: show the way`);
  box.onclick = choose;
  box.onkeydown = event => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } };
}
addZoom(document.querySelector(".charts"));
for (const picture of document.querySelectorAll("svg")) picture.setAttribute("role", "group");
ask();
show();
