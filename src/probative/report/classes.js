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
    kind.addEventListener("change", () => {
      for (const cell of all(".heat-map td")) {
        const [words, shade] = cell.dataset[kind.value].match(/^(.*) (\d)$/).slice(1);
        cell.textContent = kind.value === "count" && words === "0" ? "" : words;
        if (!cell.classList.contains("right")) cell.className = shade === "0" ? "" : `h${shade}`;
      }
      for (const e of all(".still", kind.parentElement)) e.textContent = kind.selectedOptions[0].textContent;
    });
  }
})();
