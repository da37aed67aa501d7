// A card's page: left and right arrows open the neighbouring cards; glossary terms open on tap and close on Escape.

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = rel && document.querySelector(`.near [rel=${rel}]`);
  if (link) link.click();
});

const words = [...document.querySelectorAll(".term-word")];
const shut = (except) => words.forEach((word) => word !== except && word.setAttribute("aria-expanded", "false"));

for (const word of words) {
  word.addEventListener("click", () => {
    shut(word);
    word.setAttribute("aria-expanded", String(word.getAttribute("aria-expanded") !== "true"));
  });
}
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  shut();
  document.activeElement?.closest(".term")?.querySelector(".term-word").blur();
});
document.addEventListener("click", (event) => event.target.closest(".term") || shut());
