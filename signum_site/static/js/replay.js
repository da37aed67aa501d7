// Plays a game by itself: presses "one step on" as often as asked. Every step works without this file.

const tools = document.querySelector("[data-replay-tools]");
const play = tools.querySelector("[data-replay-play]");
const speed = tools.querySelector("[data-replay-speed]");
const playWord = play.textContent;
let playing = false;

tools.hidden = false;

const press = (what) => document.querySelector(`[data-replay-${what}]`)?.click();

function setPlaying(wanted) {
  playing = wanted;
  play.textContent = playing ? play.dataset.pause : playWord;
  if (playing) press("next");
}

play.addEventListener("click", () => setPlaying(!playing));

// The next step is asked for only when the last one is drawn: a slow line slows the game, and nothing is skipped.
document.addEventListener("htmx:afterSettle", () => {
  if (!playing) return;
  if (document.querySelector("[data-replay-end]")) return setPlaying(false);
  setTimeout(() => playing && press("next"), Number(speed.value));
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowRight") press("next");
  if (event.key === "ArrowLeft") press("back");
});
