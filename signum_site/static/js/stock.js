// Keyboard shortcuts for entering counts. Everything works without this file.

// Up, down and Enter move through a column of numbers.
document.addEventListener("keydown", (event) => {
  const table = event.target.closest?.("[data-arrows]");
  const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (!table || !step || event.target.tagName !== "INPUT") return;
  const column = event.target.closest("td").cellIndex;
  const rows = [...table.tBodies[0].rows];
  let at = rows.indexOf(event.target.closest("tr")) + step;
  while (rows[at] && !rows[at].cells[column].querySelector("input[type=number]")) at += step;
  event.preventDefault();
  const next = rows[at]?.cells[column].querySelector("input[type=number]");
  if (next) {
    next.focus();
    next.select();
  }
});

// Clear the field after a line was sent.
document.addEventListener("htmx:beforeRequest", (event) => {
  const field = document.querySelector(event.target.dataset?.clears || "#none");
  if (field) field.value = "";
});
