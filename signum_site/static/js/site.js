// Comfort only: every page works without this file.

// Menus that drop close on Escape, on a tap elsewhere, and when another opens.
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

// On a phone menus are one line that scrolls: where one is stands in sight.
for (const menu of document.querySelectorAll(".bar-nav, .deck-tabs, .tabs, .page-tabs, .part-tabs ul")) {
  const here = menu.querySelector("[aria-current]");
  if (here) menu.scrollLeft = here.getBoundingClientRect().left - menu.getBoundingClientRect().left - (menu.clientWidth - here.offsetWidth) / 2;
}

// Copy buttons stay hidden where they could not work.
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
