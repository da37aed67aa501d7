// Keyboard control and instant feedback for the deck builder. Without this file every button is a plain form.
//
// The URL is the deck. Changes are sent one at a time. The response is the new deck side of the page, and its URL
// becomes the page's. So undo and redo are the browser's own back and forward.

const builder = document.getElementById("builder");
const search = document.getElementById("search");
const field = document.getElementById("q");
const help = document.getElementById("builder-help");
const ANYBODY = "signum.builder.";
const REMEMBERED = ANYBODY + builder.dataset.reader;
const FIGURES_AFTER = 500;
const EMPTY_FOR = 500;
const MAX_CHANGES_PER_REQUEST = 100; // the server's limit
const DECK_FIELDS = ["game", "d", "format", "name", "deck", "base", "draft", "tour"];

const side = () => document.getElementById("deck-side");
const tour = () => document.getElementById("tour");
const tourStep = () => document.getElementById("tour-title")?.textContent;
const results = () => document.getElementById("results");
const all = (selector, within = builder) => [...within.querySelectorAll(selector)];
const rows = (list) => all("[data-row]", list);

// --- changes, sent one after another

const waiting = [];
let sent = [];
let furthest = 0;
let last = Promise.resolve();

function inTurn(task) {
  last = last.then(task);
}

let lineLeft = -1;
let touchedAt = -Infinity;
document.addEventListener("pointerdown", () => (touchedAt = performance.now()), true);

function change(value, row) {
  lineLeft = rows(side()).indexOf(row);
  waiting.push(value);
  showCounts();
  inTurn(send);
}

async function send() {
  // Keep an empty line for a moment: otherwise one press too many would hit the line that takes its place.
  while (all(".line-count", side()).some((place) => place.textContent === "0") && performance.now() - touchedAt < EMPTY_FOR) await new Promise((resolve) => setTimeout(resolve, 50));
  // Presses that arrive faster than the responses are sent together.
  if (waiting.length) await post(shownFields(), (sent = waiting.splice(0, MAX_CHANGES_PER_REQUEST)));
}

// Show a press at once: the last received deck plus the pending changes.
function showCounts() {
  const inSection = {};
  for (const line of all("[data-in]", side())) {
    const count = withChanges(line.dataset.in, line.dataset.card, Number(line.dataset.count));
    line.querySelector(".line-count").textContent = count;
    if (line.dataset.in === results().dataset.section) inSection[line.dataset.card] = count;
  }
  for (const row of rows(results())) {
    const count = inSection[row.dataset.card] ?? withChanges(results().dataset.section, row.dataset.card, 0);
    row.classList.toggle("offer-chosen", count > 0);
    for (const place of all("[data-count]", row)) place.textContent = count;
    for (const less of all("[data-less]", row)) less.disabled = !count;
  }
}

function withChanges(section, card, count) {
  for (const each of [...sent, ...waiting].map((value) => JSON.parse(value))) {
    if (each.section === section && each.card === card) count = Math.max(count + ({ add: each.count, remove: -each.count }[each.do] || 0), 0);
  }
  return count;
}

function shownFields() {
  return Object.fromEntries(new FormData(document.getElementById("change")));
}

async function post(fields, changes) {
  const before = side();
  const inTour = tour()?.contains(document.activeElement);
  const stepBefore = tourStep();
  const { action } = document.getElementById("change");
  const request = { source: builder, target: "#deck-side", swap: "outerHTML", values: { ...fields, do: changes } };
  // After a failed request the page stays unchanged.
  await htmx.ajax("POST", action, request).catch(() => undefined);
  const arrived = side() !== before;
  sent = [];
  note(arrived ? "" : builder.dataset.lost);
  if (arrived) {
    keepInPlace(before);
    changed(changes.length > 0);
  } else {
    waiting.splice(0);
    showCounts();
  }
  // Focus the button of a new tour step, which would be a hundred tab stops away.
  if (inTour || tourStep() !== stepBefore) tour()?.focus();
}

// Back and forward show URLs with old draft stamps, so this tab remembers its latest stamp.
function stampKey({ deck, draft }) {
  return deck ? `signum.draft.deck.${deck}` : draft && `signum.draft.new.${draft.split(".")[0]}`;
}

function keepStamp() {
  const shown = shownFields();
  if (shown.draft) sessionStorage.setItem(stampKey(shown), shown.draft);
}

function ownStamp() {
  const shown = shownFields();
  const key = stampKey(shown);
  const [number, revision] = ((key && sessionStorage.getItem(key)) || "").split(".");
  const [shownNumber, shownRevision] = (shown.draft || "").split(".");
  if (!number || (shownNumber && (shownNumber !== number || Number(shownRevision) >= Number(revision)))) return;
  const url = new URL(side().dataset.url, location);
  url.searchParams.set("draft", `${number}.${revision}`);
  side().dataset.url = url.pathname + url.search;
  for (const form of all("form", side())) if (form.elements.d || form.elements.game) setField(form, "draft", `${number}.${revision}`);
  follow();
}

let scrolled = 0;
builder.addEventListener("htmx:beforeSwap", () => (scrolled = side().scrollTop));

// Preserve the state of the deck side: scroll position, open sections and typed text.
function keepInPlace(before) {
  for (const input of all("input[type=text]", before)) {
    const same = document.getElementById(input.id);
    if (same && input.value !== input.defaultValue) same.value = input.value;
  }
  for (const rules of all(".rule-values", side())) rules.open = Boolean(before.querySelector(".rule-values[open]"));
  side().scrollTop = scrolled;
}

function note(text) {
  const place = builder.querySelector("[data-lost-note]");
  place.textContent = text;
  place.hidden = !text;
}

function changed(isChange) {
  const url = side().dataset.url;
  if (isChange) {
    furthest = step() + 1;
    history.pushState({ step: furthest }, "", url);
  } else {
    history.replaceState(history.state, "", url); // the same deck with the current draft
  }
  builder.querySelector("[data-status]").textContent = [side().dataset.said, tour()?.innerText].join(" ");
  remember(url);
  keepStamp();
  follow();
  steps();
  later();
  // After a line is removed, focus the line that took its place.
  if (lineLeft >= 0 && document.activeElement === document.body) (rows(side())[lineLeft] || rows(side()).at(-1))?.focus();
}

// A returning visitor continues with the deck, without the guided tour.
function remember(url) {
  const plain = new URL(url, location);
  plain.searchParams.delete("tour");
  localStorage.setItem(REMEMBERED, plain.pathname + plain.search);
}

// Update counts and links of the library for the current deck.
function follow() {
  const now = new URL(side().dataset.url, location).searchParams;
  showCounts();
  for (const link of all("#library a[href*='?']")) {
    const to = new URL(link.href);
    for (const name of DECK_FIELDS) now.has(name) ? to.searchParams.set(name, now.get(name)) : to.searchParams.delete(name);
    link.href = to;
  }
  for (const name of DECK_FIELDS) setField("search", name, now.get(name) || "");
  for (const size of all("[data-size-of]")) size.textContent = side().querySelector(`[data-part="${size.dataset.sizeOf}"]`).textContent;
  builder.querySelector("[data-size]").textContent = side().dataset.size;
}

let figuresTimer;
function later() {
  clearTimeout(figuresTimer);
  figuresTimer = setTimeout(() => {
    const panel = document.getElementById("figures-panel");
    htmx.ajax("GET", side().dataset.url, { source: panel, target: "#figures-panel", swap: "innerHTML" });
  }, FIGURES_AFTER);
}

builder.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=do]");
  if (button) {
    event.preventDefault();
    change(button.value, button.closest("[data-row]"));
  }
});
builder.addEventListener("change", (event) => {
  if (event.target.matches("select[name=do]")) change(event.target.value);
});

// --- undo and redo: back and forward

function step() {
  return history.state?.step || 0;
}

function steps() {
  furthest = Math.max(furthest, step());
  builder.querySelector("[data-undo]").disabled = step() === 0;
  builder.querySelector("[data-redo]").disabled = step() >= furthest;
}

builder.querySelector("[data-undo]").addEventListener("click", () => history.back());
builder.querySelector("[data-redo]").addEventListener("click", () => history.forward());
window.addEventListener("popstate", () => {
  const wanted = new URLSearchParams(location.search);
  if ((wanted.get("in") || "") !== results().dataset.section) location.reload();
  // Parameters that the URL lacks are empty: the fields on the page belong to the previous deck.
  else inTurn(() => post({ csrfmiddlewaretoken: shownFields().csrfmiddlewaretoken, ...Object.fromEntries(wanted), draft: shownFields().draft || "" }, []));
});

// --- the search: replaces results, never the search field

document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.elt.id !== "results") return;
  const { query, page, all: everything } = results().dataset;
  const url = new URL(side().dataset.url, location);
  for (const [name, value] of Object.entries({ q: query, page: page === "1" ? "" : page, all: everything })) {
    setField("change", name, value);
    value ? url.searchParams.set(name, value) : url.searchParams.delete(name);
  }
  side().dataset.url = url.pathname + url.search;
  history.replaceState(history.state, "", url);
  follow();
});

// Keep open filters open, with their scroll position.
let facets = { open: false, scrolled: 0 };
const facetsBody = () => results().querySelector(".facets-body");
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target === results()) facets = { open: facetsBody().parentElement.open, scrolled: facetsBody().scrollTop };
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.elt.id !== "results") return;
  facetsBody().parentElement.open = facets.open;
  facetsBody().scrollTop = facets.scrolled;
});

function setField(form, name, value) {
  const place = form instanceof HTMLFormElement ? form : document.getElementById(form);
  const input = place.elements[name] || place.appendChild(Object.assign(document.createElement("input"), { type: "hidden", name }));
  input.value = value;
}

// A filter is a ready-made query, which the field shows. A filter pressed during a pending search is pressed again in
// the new results, where its query combines both.
const filtersNext = [];
const filterName = (chip) => [chip.closest(".facet")?.querySelector("h3").textContent, chip.firstChild.textContent.trim()].join();
builder.addEventListener("click", (event) => {
  const chip = event.target.closest("button[name=q]");
  if (!chip) return;
  if (search.classList.contains("htmx-request")) {
    event.preventDefault();
    filtersNext.push(filterName(chip));
  } else {
    if (event.isTrusted) filtersNext.length = 0; // drop presses whose response never came
    field.value = chip.value;
  }
});
search.addEventListener("htmx:afterRequest", () => {
  const next = filtersNext.shift();
  // Only once the request is over for htmx too.
  if (next) setTimeout(() => all("button[name=q]", results()).find((chip) => filterName(chip) === next)?.click());
});

// --- the full text of a card: on focus, or on a press on its text; a press on a button moves nothing

builder.addEventListener("focusin", (event) => {
  const row = event.target.closest("#results [data-row]");
  if (!row || !event.target.matches(":focus-visible")) return;
  for (const other of all(".offer-open", results())) other.classList.toggle("offer-open", other === row);
  row.classList.add("offer-open");
});
builder.addEventListener("click", (event) => {
  if (event.target.closest(".offer-main") && !event.target.closest("a")) event.target.closest("[data-row]").classList.toggle("offer-open");
});

// --- keys

function move(row, by) {
  const list = rows(row.closest("#results, #deck-side"));
  (list[list.indexOf(row) + by] || (by < 0 && row.closest("#results") ? field : row)).focus();
}

function press(row, which) {
  const button = row.querySelector(which);
  if (button && !button.disabled) change(button.value, row);
}

const ON_ROW = {
  ArrowDown: (row) => move(row, 1),
  ArrowUp: (row) => move(row, -1),
  ArrowRight: (row) => row.closest("#results") && rows(side())[0]?.focus(),
  ArrowLeft: (row) => row.closest("#deck-side") && rows(results())[0]?.focus(),
  Enter: (row) => press(row, "[data-more]"),
  "+": (row) => press(row, "[data-more]"),
  Backspace: (row) => press(row, "[data-less]"),
  "-": (row) => press(row, "[data-less]"),
};
const ANYWHERE = {
  "/": () => field.focus(),
  u: () => step() > 0 && history.back(),
  U: () => history.forward(),
  "?": () => help.showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
  const target = event.target;
  if (target === field && event.key === "ArrowDown") {
    event.preventDefault();
    rows(results())[0]?.focus();
    return;
  }
  if (target.matches("input, select, textarea")) return;
  const row = target.closest("[data-row]");
  // Enter on a button or link inside the row activates that element.
  const onRow = row && (target === row || event.key !== "Enter") && ON_ROW[event.key];
  const act = onRow ? () => onRow(row) : ANYWHERE[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

builder.querySelector("[data-help]").addEventListener("click", () => help.showModal());

// --- initialization

for (const tool of all("[data-needs-script]")) tool.hidden = false;
document.documentElement.classList.add("with-script");
// Neither show nor keep what another account left in this browser.
for (const key of Object.keys(localStorage)) if (key.startsWith("signum.builder") && key !== REMEMBERED && key !== ANYBODY) localStorage.removeItem(key);
const resume = localStorage.getItem(REMEMBERED) || localStorage.getItem(ANYBODY);
if (resume?.startsWith(location.pathname) && !location.search) {
  const place = builder.querySelector("[data-resume]");
  place.querySelector("a").href = resume;
  place.hidden = false;
} else if (location.search) {
  remember(side().dataset.url);
}
ownStamp();
keepStamp();
window.addEventListener("pageshow", (event) => event.persisted && ownStamp());
// The full URL, so that returning to it needs no redirect.
history.replaceState(history.state || { step: 0 }, "", location.search ? side().dataset.url + location.hash : location.href);
steps();
