// Plays a replay automatically, and handles keys and quick presses. Every step works without this file.

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

// Moves from step to step; each starts where the previous one ends, displayed or not.
const MOVES = {
  first: () => 0,
  "turn-back": (step) => Math.max(0, ...turns().filter((begins) => begins < step)),
  back: (step) => Math.max(step - 1, 0),
  next: (step) => Math.min(step + 1, last()),
  "turn-next": (step) => Math.min(last(), ...turns().filter((begins) => begins > step)),
  last: () => last(),
};

let wanted;

// Moves during a pending request add up; the next request goes to the resulting step.
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
    if (board() === before) break; // no response: keep the current step
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

// Request the next step only after the last one is drawn: a slow connection slows the replay, but skips nothing.
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
