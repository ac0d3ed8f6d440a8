// Classes: sorted by any column, and what the cells of the matrices show.
"use strict";
(() => {
  const { by, all } = page, table = by("class-rows"), kind = by("heat-kind");
  const live = () => all(".live-only").forEach((e) => { e.hidden = false; });
  if (table) {
    live();
    const body = table.tBodies[0], heads = all("th", table.tHead), SHOWN = 20;
    const value = (row, i) => row.cells[i].dataset.v, more = by("all-classes");
    function order(head) {
      const i = heads.indexOf(head), down = head.getAttribute("aria-sort") === "ascending", sign = down ? -1 : 1;
      heads.forEach((e) => e.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows], numbers = rows.every((row) => value(row, i) === "" || !Number.isNaN(Number(value(row, i))));
      rows.sort((a, b) => {
        const [u, v] = [value(a, i), value(b, i)];
        // What is undefined stands last, whichever way.
        if (u === "" || v === "") return (u === "") - (v === "");
        return sign * (numbers ? Number(u) - Number(v) : u.localeCompare(v));
      });
      rows.forEach((row, place) => row.classList.toggle("more", place >= SHOWN));
      body.append(...rows);
    }
    for (const head of heads.filter((e) => e.dataset.by)) {
      const made = document.createElement("button");
      made.type = "button";
      made.append(...head.childNodes);
      made.addEventListener("click", () => order(head));
      head.append(made);
    }
    if (more) {
      table.classList.add("folded");
      more.addEventListener("click", () => {
        table.classList.remove("folded");
        more.hidden = true;
      });
    }
  }
  if (kind) {
    live();
    document.documentElement.classList.add("alive");
    const maps = all(".heat-map").map((map) => [...map.tBodies[0].rows].map((row) => all("td", row)));
    const counted = (cell) => Number(cell.dataset.n ?? 0);
    const sum = (cells) => cells.reduce((total, cell) => total + counted(cell), 0);
    // Each cell's share of its row or of its column.
    const shares = (map, by) => map.map((row) => row.map((cell, j) => counted(cell) / sum(by === "column" ? map.map((r) => r[j]) : row)));
    const words = (share) => (!share ? "" : share < 0.005 ? "<1" : core.number(100 * share, 0));
    kind.addEventListener("change", () => {
      const found = maps.map((map) => shares(map, kind.value));
      const most = Math.max(...found.flatMap((rows) => rows.flatMap((row, i) => row.filter((share, j) => i !== j && share))));
      maps.forEach((map, m) => map.forEach((row, i) => row.forEach((cell, j) => {
        const share = found[m][i][j];
        cell.textContent = kind.value === "count" ? (counted(cell) ? core.count(counted(cell)) : "") : words(share);
        if (i !== j) cell.className = share > 0 ? `h${Math.ceil((8 * share) / most - 1e-9)}` : "";
      })));
      for (const e of all(".still", kind.parentElement)) e.textContent = kind.selectedOptions[0].textContent;
    });
  }
})();
