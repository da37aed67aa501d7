// Keyboard control of the card library: / focuses the search, arrows move, Enter opens a card, Escape goes back.

const box = () => document.getElementById("q");
const cards = () => [...document.querySelectorAll("[data-cards] a")];

// The number of cards per row: those with the same top edge as the first.
const columns = (links) => links.filter((link) => link.offsetTop === links[0].offsetTop).length || 1;

function step(links, place, key) {
  const wide = links[0].closest("table") ? 1 : columns(links);
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide };
  if (key === "Home") return 0;
  if (key === "End") return links.length - 1;
  return place + moves[key];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const links = cards();
  const place = links.indexOf(document.activeElement);
  const typing = event.target.matches("input, textarea, select");
  if (event.key === "/" && !typing) {
    event.preventDefault();
    box().focus();
    box().select();
  } else if (event.target === box() && event.key === "ArrowDown" && links.length) {
    event.preventDefault();
    links[0].focus();
  } else if (place >= 0 && event.key === "Escape") {
    box().focus();
  } else if (place >= 0 && /^(Arrow|Home$|End$)/.test(event.key)) {
    event.preventDefault();
    const next = step(links, place, event.key);
    if (next < 0) box().focus();
    else links[Math.min(next, links.length - 1)].focus();
  }
});

// Keep facets open or closed when new results arrive.
const folded = new Map();
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".facet")) folded.set(event.target.id, event.target.open);
}, true);
document.addEventListener("htmx:afterSwap", () => {
  for (const [id, open] of folded) {
    const facet = document.getElementById(id);
    if (facet && open) facet.open = true;
  }
});

// A filter pressed during a pending request is pressed again in the new page, where its URL combines both.
const nameOf = (link) => [link.closest(".facet")?.id, link.querySelector(".facet-label")?.textContent ?? link.id].join();
const filters = () => [...document.querySelectorAll("#found :is(.facets, .results-tools) a")];
const pressedNext = [];
let underWay = 0;

document.addEventListener("click", (event) => {
  const link = event.target.closest("#found :is(.facets, .results-tools) a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!underWay) {
    if (event.isTrusted) pressedNext.length = 0; // drop presses whose response never came
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  pressedNext.push(nameOf(link));
}, true);
document.addEventListener("htmx:beforeSend", (event) => event.detail.target.id === "found" && underWay++);
document.addEventListener("htmx:afterRequest", (event) => event.detail.target.id === "found" && underWay--);
document.addEventListener("htmx:afterSettle", () => {
  const next = !underWay && pressedNext.shift();
  if (next) filters().find((link) => nameOf(link) === next)?.click();
});
