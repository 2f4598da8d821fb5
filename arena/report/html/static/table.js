// Tables that are sorted by their heads, and a line of words for the cell chosen in a heat map.
"use strict";

function sortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector("button")?.addEventListener("click", () => {
    const first = table.tBodies[0].rows[0]?.cells[column];
    const numbers = first !== undefined && "v" in first.dataset;
    const was = head.getAttribute("aria-sort");
    const down = was === null ? numbers && column > 0 : was === "ascending";
    const key = (row) => {
      const cell = row.cells[column];
      if (!numbers) return cell.textContent.trim();
      return cell.dataset.v === "" ? -Infinity : Number(cell.dataset.v);
    };
    const order = (a, b) => (numbers ? key(a) - key(b) : key(a).localeCompare(key(b)));
    const rows = [...table.tBodies[0].rows].sort((a, b) => (down ? order(b, a) : order(a, b)));
    table.tBodies[0].append(...rows);
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
  }));
}

function telling(table) {
  const told = table.closest("section").querySelector(".told");
  const tell = (event) => {
    const cell = event.target.closest("td[title]");
    if (!cell) return;
    table.querySelector(".chosen")?.classList.remove("chosen");
    cell.classList.add("chosen");
    told.textContent = cell.title;
  };
  table.addEventListener("click", tell);
  table.addEventListener("pointerover", tell);
}

document.querySelectorAll("table.sortable").forEach(sortable);
document.querySelectorAll("table.heat").forEach(telling);
