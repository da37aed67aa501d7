// Plays a game by itself and takes every key and press, however quick. Every step works without this file.

const tools = document.querySelector("[data-replay-tools]");
const play = tools.querySelector("[data-replay-play]");
const speed = tools.querySelector("[data-replay-speed]");
const playWord = play.textContent;
let playing = false;

tools.hidden = false;

const board = () => document.getElementById("replay");
const shown = () => Number(board().dataset.step);
const last = () => Number(board().dataset.last);
const turns = () => [...board().querySelectorAll("[data-replay-turns] option")].map((option) => Number(option.value));

// From one step to another; each begins where the one before leads, shown or not.
const MOVES = {
  first: () => 0,
  "turn-back": (step) => Math.max(0, ...turns().filter((begins) => begins < step)),
  back: (step) => Math.max(step - 1, 0),
  next: (step) => Math.min(step + 1, last()),
  "turn-next": (step) => Math.min(last(), ...turns().filter((begins) => begins > step)),
  last: () => last(),
};

let wanted;

// Moves that come while a step is on its way add up: the next step asked for is where they lead.
async function move(name) {
  const isAsking = wanted !== undefined;
  wanted = MOVES[name](wanted ?? shown());
  if (isAsking) return;
  while (wanted !== shown()) {
    const before = board();
    const address = new URL(before.querySelector("[data-replay=next]").href);
    address.searchParams.set("step", wanted);
    const request = { source: before, target: "#replay", swap: "outerHTML", push: "true" };
    await htmx.ajax("GET", address.pathname + address.search, request).catch(() => undefined);
    if (board() === before) break; // nothing arrived: the step stays as it is
  }
  wanted = undefined;
}

function setPlaying(isWanted) {
  playing = isWanted;
  play.textContent = playing ? play.dataset.pause : playWord;
  if (playing) move("next");
}

play.addEventListener("click", () => setPlaying(!playing));

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-replay]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation(); // htmx would ask for the step the link was written for
  move(link.dataset.replay);
}, true);

// The next step is asked for only when the last one is drawn: a slow line slows the game, and nothing is skipped.
document.addEventListener("htmx:afterSettle", () => {
  if (!playing) return;
  if (shown() === last()) return setPlaying(false);
  setTimeout(() => playing && move("next"), Number(speed.value));
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const name = { ArrowRight: "next", ArrowLeft: "back" }[event.key];
  if (name) move(name);
});
