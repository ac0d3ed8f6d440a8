// The tolerance of a regression: one number for the text, the charts and the curve. All arithmetic is in core.js.
"use strict";
(() => {
  const { by, all, write, put, inPicture, draggable } = page;
  const data = JSON.parse(by("data").textContent), form = by("tolerance");
  if (!data?.tolerated || !form) return;
  document.documentElement.classList.add("alive");
  all(".live-only").forEach((e) => { e.hidden = false; });
  all(".no-script").forEach((e) => { e.hidden = true; });
  form.addEventListener("submit", (event) => event.preventDefault());
  const slider = by("within"), box = by("within-number"), { at, z } = data;
  const models = data.tolerated.map((one) => ({
    ...one, within: core.unpack(one.within), both: one.both && core.unpack(one.both),
    errors: one.actual.map((y, i) => Math.abs(y - one.predicted[i])),
  }));
  const rule = core.unpack(data.rule);
  let place = data.start;

  // ---- charts
  const round = (x) => Math.round(10 * x) / 10;
  const clamp = (s) => Math.min(Math.max(s, 0), 1);
  const charts = all("[data-chart]").map((svg) => {
    const [left, top, width, height, x0, x1, y0, y1] = svg.dataset.frame.split(" ").map(Number), figure = svg.closest("figure");
    return {
      svg, kind: svg.dataset.chart, model: models[Number(figure.dataset.of ?? -1)], left, width, x0, x1, y0, y1,
      x: (v) => round(left + clamp((v - x0) / (x1 - x0)) * width), y: (v) => round(top + (1 - clamp((v - y0) / (y1 - y0))) * height),
      band: svg.querySelector("[data-tolerance]"), spots: Object.fromEntries(all("[data-spots]", svg).map((e) => [e.dataset.spots, e])),
    };
  });
  const path = (c, points) => (points.length ? `M${points.map(([x, y]) => `${c.x(x)} ${c.y(y)}`).join("L")}` : "");
  function drawScatter(c, t) {
    const { actual, predicted, errors } = c.model, sides = { within: [], beyond: [] };
    errors.forEach((e, i) => sides[e <= t ? "within" : "beyond"].push([predicted[i], actual[i]]));
    for (const [side, points] of Object.entries(sides)) if (c.spots[side]) put(c.spots[side], "d", path(c, points));
    if (!c.band) return;
    const { x0: low, x1: high } = c, inside = [low, low + t, high - t, high].map((v) => Math.min(Math.max(v, low), high)).sort((a, b) => a - b);
    put(c.band, "d", `${path(c, [...inside.map((v) => [v, v + t]), ...inside.reverse().map((v) => [v, v - t])])}Z`);
  }
  const drawBand = (c, t) => c.band && put(c.band, "d", `${path(c, [[c.x0, t], [c.x1, t], [c.x1, -t], [c.x0, -t]])}Z`);
  function drawCurve(c, t) {
    put(c.svg.querySelector("[data-guide]"), "d", path(c, [[t, c.y0], [t, c.y1]]));
    all("[data-mark]", c.svg).forEach((e, m) => put(e, "transform", `translate(${c.x(t)} ${c.y(models[m].within[place] / models[m].rows)})`));
  }

  // ---- words
  const share = (count, rows) => `${core.number((100 * count) / rows, 0)} %`;
  function words(model, m) {
    const count = model.within[place], [low, high] = core.wilson(count, model.rows, z);
    const found = {
      rows: core.number(count, 0), share: share(count, model.rows),
      spread: data.alone ? `${core.number(100 * low, 0)} to ${core.number(100 * high, 0)} %` : "no interval", lead: "", told: "",
    };
    if (!m) return found;
    const first = models[0];
    if (!model.both) return { ...found, lead: core.plus(core.number(100 * (first.within[place] / first.rows - count / model.rows), 1)), told: "no interval" };
    const gap = core.recallGap({ p: first.rows, tp: { a: first.within[place], b: count, both: model.both[place] } }, z);
    return {
      ...found, lead: core.plus(core.number(100 * gap[0], 1)),
      told: `${core.number(100 * gap[1], 1)} to ${core.number(100 * gap[2], 1)} ${core.told(gap) ? "● told apart" : "○ not told apart"}`,
    };
  }
  const rows = all("[data-tolerated]", form).map((row) => Object.fromEntries(all("[data-kept]", row).map((e) => [e.dataset.kept, e])));
  let waiting = false, quiet = true, later = 0;
  function draw() {
    waiting = false;
    const t = at[place], told = models.map(words);
    for (const c of charts) if (c.kind === "predicted") drawScatter(c, t); else if (c.kind === "residuals") drawBand(c, t); else if (c.kind === "within") drawCurve(c, t);
    rows.forEach((cells, m) => Object.entries(cells).forEach(([kind, e]) => write(e, told[m][kind])));
    write(form.querySelector("[data-kept=rule]"), share(rule[place], models[0].rows));
    slider.value = String(place);
    const number = core.threshold(t);
    if (document.activeElement !== box) box.value = number;
    write(form.querySelector("[data-still]"), number);
    const spoken = `within ±${number}: ${models.map((model, m) => `${told[m].share} with ${model.name}`).join(", ")}`;
    put(slider, "aria-valuetext", spoken);
    if (!quiet) {
      clearTimeout(later);
      later = setTimeout(() => {
        write(by("heard"), spoken);
        const hash = place === data.start ? "" : `#within=${number}`;
        try { history.replaceState(null, "", hash || location.pathname + location.search); } catch { /* as it is */ }
      }, 300);
    }
    quiet = false;
  }
  function move(to) {
    place = Math.min(Math.max(to, 0), at.length - 1);
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }
  const nearest = (value) => at.reduce((best, t, i) => (Math.abs(t - value) < Math.abs(at[best] - value) ? i : best), 0);
  slider.addEventListener("input", () => move(slider.valueAsNumber));
  slider.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way || !event.shiftKey) return;
    event.preventDefault();
    move(place + 10 * way);
  });
  box.addEventListener("change", () => { if (box.valueAsNumber >= 0) move(nearest(box.valueAsNumber)); });
  box.addEventListener("blur", () => move(place));
  for (const c of charts.filter((known) => known.kind === "within")) {
    draggable(c.svg, () => 0, ([x]) => move(nearest(c.x0 + clamp((x - c.left) / c.width) * (c.x1 - c.x0))));
  }
  function restore() {
    const asked = Number(new URLSearchParams(location.hash.slice(1)).get("within"));
    if (asked > 0) place = nearest(asked);
  }
  addEventListener("hashchange", () => { restore(); move(place); });
  restore();
  draw();
})();
