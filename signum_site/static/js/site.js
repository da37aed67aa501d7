// Progressive enhancement only: every page works without this file.

// Drop-down menus close on Escape, on a tap elsewhere, and when another opens.
const drops = [...document.querySelectorAll("[data-drop]")];

document.addEventListener("click", (event) => {
  for (const drop of drops) {
    if (!drop.contains(event.target)) drop.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const drop of drops.filter((each) => each.open)) {
    drop.open = false;
    drop.querySelector("summary").focus();
  }
});

// On phones menus are one scrolling line: scroll to the current entry.
for (const menu of document.querySelectorAll(".bar-nav, .deck-tabs, .tabs, .page-tabs, .part-tabs ul")) {
  const here = menu.querySelector("[aria-current]");
  if (here) menu.scrollLeft = here.getBoundingClientRect().left - menu.getBoundingClientRect().left - (menu.clientWidth - here.offsetWidth) / 2;
}

// Copy buttons stay hidden where copying is not supported.
for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  source.addEventListener("focus", () => source.select());
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.value);
    button.querySelector("[data-copy-word]").textContent = button.dataset.copied;
  });
}

// A response that changes the page waits until the pointer is released: a button that is replaced between press and
// release gets no click.
const CLICK_AFTER = 20; // the click of a tap comes shortly after the release
const LONGEST_PRESS = 2000;
const pressed = new Set();
let pressedAt = -Infinity;
let releasedAt = -Infinity;

addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  pressed.add(event.pointerId);
  pressedAt = performance.now();
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, (event) => pressed.delete(event.pointerId) && (releasedAt = performance.now()), true);
}

function isPressed() {
  const now = performance.now();
  return now - releasedAt < CLICK_AFTER || (pressed.size > 0 && now - pressedAt < LONGEST_PRESS);
}

document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
  const arrived = xhr.onload;
  xhr.onload = async () => {
    let isWanted = true;
    xhr.abort = () => {
      isWanted = false;
      xhr.onabort();
    };
    while (isPressed()) await new Promise((resolve) => setTimeout(resolve, 5));
    if (isWanted) arrived.call(xhr);
  };
});
