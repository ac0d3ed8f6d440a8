// What any page can do: its theme, tables to copy, charts to save, and paper. Nothing leaves the page.
"use strict";
const page = (() => {
  const by = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const theme = by("theme");
  if (theme) {
    theme.parentElement.hidden = false;
    theme.addEventListener("change", () => {
      if (theme.value === "auto") document.documentElement.removeAttribute("data-theme");
      else document.documentElement.setAttribute("data-theme", theme.value);
    });
  }
  function button(words, use) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", () => use(made));
    return made;
  }
  // A word in the place of the button's own, for a moment: also what screen readers hear.
  function done(made, words) {
    const before = made.textContent;
    made.textContent = words;
    setTimeout(() => { made.textContent = before; }, 1500);
  }
  // Without a clipboard (a file may have none) the text is selected, to be copied by hand.
  async function copy(text, made) {
    try {
      await navigator.clipboard.writeText(text);
      done(made, "copied");
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      const worked = document.execCommand("copy");
      area.remove();
      done(made, worked ? "copied" : "not allowed");
    }
  }
  // ---- tables as text
  // A footnote's mark is no part of a name.
  const plain = (cell) => [...cell.childNodes].map((e) => (e.nodeName === "SUP" ? "" : e.textContent)).join("").replace(/\s+/g, " ").trim();
  function grid(table) {
    return all("tr", table).map((row) => all("th, td", row).flatMap((cell) => {
      if (cell.matches(".scale")) return [];
      return [plain(cell), ...Array(Math.min(cell.colSpan, 2) - 1).fill("")];
    }));
  }
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const LATEX = { "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "&": "\\&", "%": "\\%", $: "\\$", "#": "\\#", _: "\\_", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "∞": "$\\infty$" };
  const escaped = (text) => text.replace(/[\\{}&%$#_~^−∞]/g, (c) => LATEX[c]);
  const formats = {
    CSV: (rows) => rows.map((row) => row.map(quoted).join(",")).join("\n"),
    Markdown: (rows) => {
      const wide = Math.max(...rows.map((row) => row.length));
      const line = (row) => `| ${[...row, ...Array(wide - row.length).fill("")].map((c) => c.replaceAll("|", "\\|")).join(" | ")} |`;
      return [line(rows[0]), `|${" --- |".repeat(wide)}`, ...rows.slice(1).map(line)].join("\n");
    },
    LaTeX: (rows) => {
      const wide = Math.max(...rows.map((row) => row.length));
      const line = (row) => `${[...row, ...Array(wide - row.length).fill("")].map(escaped).join(" & ")} \\\\`;
      return [`\\begin{tabular}{l${"r".repeat(wide - 1)}}`, line(rows[0]), "\\hline", ...rows.slice(1).map(line), "\\end{tabular}"].join("\n");
    },
  };
  for (const wide of all(".wide")) {
    const table = wide.querySelector("table"), line = document.createElement("p");
    line.className = "copies live-only";
    line.append("copy as ", ...Object.keys(formats).map((name) => button(name, (made) => copy(formats[name](grid(table)), made))));
    wide.after(line);
  }
  // ---- one of several tables
  for (const choice of all("[data-choose]")) {
    choice.hidden = false;
    choice.addEventListener("change", () => {
      for (const e of all(`[data-chosen^="${choice.dataset.choose} "]`)) e.hidden = e.dataset.chosen !== `${choice.dataset.choose} ${choice.value}`;
    });
  }
  // ---- charts as files: styles are written into the copy, which knows no style sheet
  const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity", "font-size", "font-weight", "font-family", "text-anchor", "paint-order", "color", "display", "vector-effect"];
  function dressed(svg) {
    const made = svg.cloneNode(true), [from, to] = [[svg, ...all("*", svg)], [made, ...all("*", made)]];
    from.forEach((e, i) => {
      const style = getComputedStyle(e);
      for (const name of KEPT) to[i].setAttribute(name, style.getPropertyValue(name));
    });
    return made;
  }
  function alone(svg) {
    const made = dressed(svg), parts = document.createElementNS("http://www.w3.org/2000/svg", "defs");
    // What the page draws once and refers to goes with the copy; a mark takes its colours from where it stands.
    for (const name of new Set(all("use", svg).map((e) => e.getAttribute("href").slice(1)))) {
      const part = by(name);
      if (!svg.contains(part)) parts.append(part.localName === "g" ? dressed(part) : part.cloneNode(true));
    }
    made.prepend(parts);
    made.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    made.querySelectorAll(".hair").forEach((e) => e.remove());
    const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    for (const [name, value] of [["width", "100%"], ["height", "100%"], ["fill", getComputedStyle(document.body).backgroundColor]]) back.setAttribute(name, value);
    made.prepend(back);
    return new XMLSerializer().serializeToString(made);
  }
  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
  const named = (svg, ending) => `${(svg.dataset.chart || svg.getAttribute("aria-label") || "chart").replace(/[^\w-]+/g, "-").slice(0, 60)}.${ending}`;
  const asSvg = (svg) => save(new Blob([alone(svg)], { type: "image/svg+xml" }), named(svg, "svg"));
  function asPng(svg, made) {
    const image = new Image(), size = svg.viewBox.baseVal;
    image.onload = () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [3 * size.width, 3 * size.height];
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, named(svg, "png")));
    };
    image.onerror = () => done(made, "not allowed");
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(alone(svg))}`;
  }
  for (const figure of all("figure")) {
    const svg = figure.querySelector("svg[role=img]");
    if (!svg) continue;
    const line = document.createElement("span");
    line.className = "savers live-only";
    line.append(button("SVG", () => asSvg(svg)), button("PNG", (made) => asPng(svg, made)));
    all("button", line).forEach((b) => b.setAttribute("aria-label", `Save this chart as ${b.textContent}`));
    (figure.querySelector("figcaption") ?? figure).append(line);
  }
  // ---- paper cannot unfold anything
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = all("details:not([open])");
    unfolded.forEach((e) => { e.open = true; });
  });
  addEventListener("afterprint", () => unfolded.forEach((e) => { e.open = false; }));
  // ---- what moves
  // What stays is not written: every write costs a layout. Words of their own are changed in their place, which leaves styles alone.
  const write = (element, words) => {
    const text = element?.firstChild;
    if (text?.nodeType === 3 && text === element.lastChild) {
      if (text.data !== words) text.data = words;
    } else if (element && element.textContent !== words) element.textContent = words;
  };
  const put = (element, name, value) => { if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value); };
  const inPicture = (svg, event) => {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    // A picture keeps its proportions in the middle of its box.
    const scale = Math.min(box.width / view.width, box.height / view.height);
    const [left, top] = [box.left + (box.width - scale * view.width) / 2, box.top + (box.height - scale * view.height) / 2];
    return [(event.clientX - left) / scale, (event.clientY - top) / scale];
  };
  function draggable(svg, grab, follow) {
    let held = null;
    svg.classList.add("draggable");
    svg.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      held = grab(inPicture(svg, event));
      if (held === null) return;
      svg.setPointerCapture(event.pointerId);
      follow(inPicture(svg, event), held);
      event.preventDefault();
    });
    svg.addEventListener("pointermove", (event) => { if (held !== null) follow(inPicture(svg, event), held); });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) svg.addEventListener(end, () => { held = null; });
  }
  return { by, all, copy, formats, grid, write, put, inPicture, draggable };
})();
