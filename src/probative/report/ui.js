// The page's hands: listens to the controls and moves marks, lines and numbers. All arithmetic is in core.js.
"use strict";
(() => {
  const by = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  // What stays is not written: every write costs a layout.
  const write = (element, words) => { if (element.textContent !== words) element.textContent = words; };

  // ---- the theme, on every page
  const theme = by("theme");
  if (theme) {
    theme.parentElement.hidden = false;
    theme.addEventListener("change", () => {
      if (theme.value === "auto") document.documentElement.removeAttribute("data-theme");
      else document.documentElement.setAttribute("data-theme", theme.value);
    });
  }

  const data = JSON.parse(by("data").textContent);
  if (!data) return;
  all(".no-script").forEach((element) => { element.hidden = true; });
  by("controls").hidden = false;
  by("controls").addEventListener("submit", (event) => event.preventDefault());

  // ---- the data: outlines are unpacked when their class is first looked at
  const models = data.models.map((model) => ({ ...model, unpacked: [] }));
  function outlines(c) {
    return models.map((model) => (model.unpacked[c] ??= core.outline({ ...model.outlines[c], ticks: data.ticks })));
  }
  const asCells = (numbers) => {
    const [tp, fn, fp, tn, ...rest] = numbers;
    const squares = rest.length ? { tp: rest[0], fn: rest[1], fp: rest[2], tn: rest[3] } : null;
    return { tp, fn, fp, tn, squares };
  };
  const asNumber = (value) => (value === null ? null : value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);

  const start = () => ({
    mode: data.mode, tick: null, costs: { ...data.costs }, prior: data.prior, class: 0, shown: models.map(() => true),
  });
  let state = start();

  // ---- charts: pixels from values, and the parts that move
  const round = (x) => Math.round(x * 100) / 100;
  const charts = all("[data-chart]").map((svg) => {
    const [left, top, width, height, x0, x1, y0, y1] = svg.dataset.frame.split(" ").map(Number);
    const clamp = (s) => Math.min(Math.max(s, 0), 1);
    return {
      svg, kind: svg.dataset.chart, left, top, width, height,
      model: Number(svg.closest("[data-model]")?.dataset.model ?? -1),
      x: (v) => round(left + clamp((v - x0) / (x1 - x0)) * width),
      y: (v) => round(top + (1 - clamp((v - y0) / (y1 - y0))) * height),
      holds: (x, y) => x >= x0 - 1e-9 * (x1 - x0) && x <= x1 + 1e-9 * (x1 - x0) && y >= y0 && y <= y1 + 1e-9 * (y1 - y0),
      value: (pixel) => x0 + clamp((pixel - left) / width) * (x1 - x0),
      curves: all("[data-curve]", svg), hulls: all("[data-hull]", svg), counts: all("[data-cell]", svg),
      cut: {
        above: svg.querySelector('[data-clip="above"]'), below: svg.querySelector('[data-clip="below"]'),
        line: svg.querySelector('[data-line="cut"]'),
      },
      overlays: all(".overlay", svg).map((group) => ({
        marks: Object.fromEntries(all("[data-mark]", group).map((e) => [e.dataset.mark, e])),
        lines: Object.fromEntries(all("[data-line]", group).map((e) => [e.dataset.line, e])),
      })),
    };
  });
  const chart = Object.fromEntries(charts.map((c) => [c.kind, c]));
  function path(c, xs, ys) {
    let d = "M";
    for (let i = 0; i < xs.length; i++) d += `${i ? "L" : ""}${c.x(xs[i])} ${c.y(ys[i])}`;
    return d;
  }
  const scaled = (values, total) => Array.from(values, (v) => v / total);
  // A mark that has no place in the chart (undefined, infinite, beyond the axis) is not shown somewhere else.
  function moved(c, mark, x, y, scale = "") {
    const inside = c.holds(x, y);
    mark.toggleAttribute("hidden", !inside);
    if (inside) mark.setAttribute("transform", `translate(${c.x(x)} ${c.y(y)})${scale}`);
  }
  const OPEN = " scale(1.6)";

  // ---- where every model stands
  const priorOf = (o) => (state.prior === null ? o.p / (o.p + o.n) : state.prior);
  // The prevalence that all models share; null where their rows differ.
  const common = (os) => (os.every((o) => priorOf(o) === priorOf(os[0])) ? priorOf(os[0]) : null);
  const priced = () => `${state.class} ${state.costs.fp} ${state.costs.fn} ${state.prior}`;
  let optima = {};
  function points(os) {
    const reference = Math.max(state.shown.indexOf(true), 0);
    if (optima.priced !== priced()) optima = { priced: priced(), best: os.map((o) => core.optimum(o, state.costs, priorOf(o))) };
    const { best } = optima;
    let ticks = null;
    if (!["evaluated", "optimum"].includes(state.mode)) {
      ticks = core.locked(state.mode, os, reference, state.tick, state.prior);
    }
    return os.map((o, m) => {
      if (state.mode === "evaluated") {
        const at = data.classes.length > 1 ? null : asNumber(models[m].threshold);
        return { cells: asCells(models[m].evaluated[state.class]), threshold: at, best: best[m] };
      }
      if (state.mode === "optimum") {
        return { cells: core.atVertex(o, best[m].vertex), threshold: best[m].threshold, best: best[m] };
      }
      // Not even the highest tick may reach low enough: then nobody is called positive.
      if (ticks[m] === null) return { cells: core.atVertex(o, 0), threshold: Infinity, best: best[m] };
      return { cells: core.atTick(o, ticks[m]), threshold: o.ticks[core.place(o, ticks[m])], best: best[m] };
    });
  }

  // ---- drawing
  function drawCurves(os) {
    os.forEach((o, m) => {
      const roc = chart.roc, curve = chart["cost-curve"];
      roc.curves[m].setAttribute("d", path(roc, scaled(o.lineFp, o.n), scaled(o.lineTp, o.p)));
      roc.hulls[m].setAttribute("d", path(roc, scaled(o.hullFp, o.n), scaled(o.hullTp, o.p)));
      curve.curves[m].setAttribute("d", path(curve, ...core.costCurve(o)));
    });
    all('[data-text="area"]').forEach((e, m) => { e.textContent = models[m].areas[state.class]; });
    all('[data-text="sizes"]').forEach((e) => { e.textContent = data.sizes[state.class]; });
    for (const c of charts.filter((known) => known.kind === "scores")) drawBars(c, os[c.model]);
  }

  function drawBars(c, o) {
    const [low, high] = o.span;
    for (const [side, bins, sign] of [["up", o.binsP, 1], ["down", o.binsN, -1]]) {
      const rows = Array.from(bins, (b, i) => b - (i ? bins[i - 1] : 0)), most = Math.max(...rows) || 1;
      const xs = [low], ys = [0];
      rows.forEach((r, i) => {
        const [a, b] = [i, i + 1].map((k) => low + ((high - low) * k) / rows.length);
        xs.push(a, b);
        ys.push((sign * r) / most, (sign * r) / most);
      });
      by(`${side}-${c.model}`).setAttribute("d", `${path(c, [...xs, high], [...ys, 0])}Z`);
    }
  }

  function drawPriced(os) {
    const { pr, cost } = chart;
    os.forEach((o, m) => {
      pr.curves[m].setAttribute("d", path(pr, ...core.precisionRecall(o, priorOf(o))));
      const ticks = Array.from(o.ticks).reverse();
      cost.curves[m].setAttribute("d", path(cost, ticks, core.costByTick(o, state.costs, priorOf(o))));
    });
    const share = common(os), curve = chart["cost-curve"], pc = share === null ? 0 : core.probabilityCost(state.costs, share);
    const guide = (c, xs, ys) => c.svg.querySelector("[data-guide]").setAttribute("d", share === null ? "" : path(c, xs, ys));
    guide(pr, [0, 1], [share, share]);
    guide(curve, [pc, pc], [0, 0.5]);
  }

  function drawPoint(o, m, point) {
    const prior = priorOf(o), { best, cells, threshold } = point, { fpr, tpr } = core.rates(cells);
    const slope = core.slope(state.costs, prior), most = core.worst(state.costs, prior);
    const precision = (f, t) => (t || f ? (prior * t) / (prior * t + (1 - prior) * f) : NaN);
    const here = core.cost(fpr, tpr, state.costs, prior) / most, least = best.cost / most;
    const roc = chart.roc, over = (c) => c.overlays[m];
    const line = (c, name, ends) => over(c).lines[name].setAttribute("d", ends ? path(c, [ends[0], ends[2]], [ends[1], ends[3]]) : "");
    line(roc, "iso", core.chord(slope, fpr, tpr));
    line(roc, "tangent", core.chord(slope, best.fpr, best.tpr));
    moved(roc, over(roc).marks.current, fpr, tpr);
    moved(roc, over(roc).marks.optimum, best.fpr, best.tpr, OPEN);
    moved(chart.pr, over(chart.pr).marks.current, tpr, precision(fpr, tpr));
    moved(chart.pr, over(chart.pr).marks.optimum, best.tpr, precision(best.fpr, best.tpr), OPEN);
    moved(chart.cost, over(chart.cost).marks.current, threshold ?? NaN, here);
    moved(chart.cost, over(chart.cost).marks.optimum, best.threshold, least, OPEN);
    const curve = chart["cost-curve"], pc = core.probabilityCost(state.costs, prior);
    line(curve, "point", core.below(fpr, 1 - tpr, 0.5));
    moved(curve, over(curve).marks.current, pc, here);
    moved(curve, over(curve).marks.optimum, pc, least, OPEN);
  }

  function cutScores(c, threshold, cells) {
    const none = threshold === null, cut = none ? c.left : c.x(threshold);
    const { above, below, line } = c.cut;
    above.setAttribute("x", cut);
    above.setAttribute("width", none ? 0 : c.left + c.width - cut);
    below.setAttribute("width", cut - c.left);
    line.toggleAttribute("hidden", none);
    line.setAttribute("d", `M${cut} ${c.top}V${c.top + c.height}`);
    writeCells(c.counts, cells);
  }
  const writeCells = (within, cells) => {
    for (const e of within) write(e, core.count(cells[e.dataset.cell]));
  };

  // ---- numbers
  const cards = all("article[data-model]").map((card) => ({
    point: card.querySelector('[data-text="point"]'), counts: all("[data-cell]", card),
    rows: all("[data-value]", card).map((value) => ({
      name: value.dataset.value, value, interval: card.querySelector(`[data-interval="${value.dataset.value}"]`),
    })),
  }));
  function estimate(m, name, cells) {
    const found = core.estimate(name, cells, data.z, state.prior, state.costs);
    const stored = models[m].clustered;
    if (!stored) return found;
    // Stored costs are at the declared costs and prior, other stored values at the sample's own prevalence.
    const known = stored[state.class][name];
    const holds = name === "expected_cost"
      ? state.costs.fn === data.costs.fn && state.prior === data.prior
      : state.prior === null || core.free.includes(name);
    if (state.mode === "evaluated" && known && holds) {
      const [value, low, high] = known.map((v) => (v === null ? NaN : asNumber(v)));
      return { value, low, high, why: found.why };
    }
    return { ...found, low: NaN, high: NaN, why: found.why || data.clustered };
  }
  function writeCard(o, m, { cells, threshold, best }) {
    const { rows, point, counts } = cards[m], prior = priorOf(o), { fpr, tpr } = core.rates(cells);
    writeCells(counts, cells);
    for (const row of rows) {
      const [value, interval] = core.shown(estimate(m, row.name, cells));
      write(row.value, value);
      write(row.interval, interval);
    }
    const regret = Math.max(core.cost(fpr, tpr, state.costs, prior) - best.cost, 0);
    const where = threshold === null ? "labels as evaluated" : `t = ${core.threshold(threshold)}`;
    const also = best.lowest === best.threshold ? "" : ` (as at ${core.threshold(best.lowest)})`;
    write(point, `${where} · regret ${core.number(regret, 4)}: on these rows t = ` +
      `${core.threshold(best.threshold)}${also} costs least, ${core.number(best.cost, 4)}`);
  }
  const HOW = {
    evaluated: "as evaluated", optimum: "at the cost optimum, chosen on these rows and so flattered by them",
    threshold: "at the same threshold", fpr: "at false positive rates of at most the first shown model's",
    alert: "at alert rates of at most the first shown model's",
  };
  function writeState(os) {
    const whose = state.prior === null ? "the sample's prevalence" : "the chosen prevalence", share = common(os);
    const where = share === null ? "each sample's own prevalence" : `${whose}, ${core.number(share, 4)}`;
    const what = data.classes.length > 1 ? `class ${data.classes[state.class]} against the rest, ` : "";
    const words = `${what}${HOW[state.mode]}; at ${where}; ` +
      `a false alarm costs ${core.threshold(state.costs.fp)}, a miss ${core.threshold(state.costs.fn)}`;
    // Screen readers are told of changes, not of every frame.
    write(by("state"), words);
  }

  // ---- controls show the state
  const sliders = Object.fromEntries(["threshold", "ratio", "prevalence"].map((name) => [name, [by(name), by(`${name}-number`)]]));
  // A box is left alone while somebody types; after that it says what is used, not what was typed.
  let typing = null;
  function show(name, position, value) {
    const [range, box] = sliders[name];
    range.value = position;
    range.setAttribute("aria-valuetext", value);
    if (typing !== box) box.value = value.replaceAll("−", "-");
  }
  function showControls(os, found) {
    const reference = Math.max(state.shown.indexOf(true), 0);
    const at = found[reference].threshold;
    if (at !== null && Number.isFinite(at)) {
      state.tick = ["evaluated", "optimum"].includes(state.mode) ? core.nearest(os[reference], at) : state.tick;
      show("threshold", state.tick, core.threshold(at));
    } else {
      state.tick ??= core.nearest(os[reference], 0.5);
      sliders.threshold[0].value = state.tick;
      if (typing !== sliders.threshold[1]) sliders.threshold[1].value = "";
    }
    const ratio = state.costs.fn / state.costs.fp;
    const short = (value, digits) => String(Number(value.toPrecision(digits)));
    show("ratio", Math.log10(ratio), short(ratio, 4));
    const share = priorOf(os[reference]);
    // Next to 1 it takes more digits to differ from it.
    show("prevalence", share, short(share, share > 0.99 ? 6 : 4));
    by("mode").value = state.mode;
  }

  // ---- one frame
  let drawn = {}, waiting = false;
  function draw() {
    waiting = false;
    const os = outlines(state.class), found = points(os);
    if (drawn.class !== state.class) drawCurves(os);
    if (drawn.priced !== priced()) drawPriced(os);
    found.forEach((point, m) => {
      drawPoint(os[m], m, point);
      writeCard(os[m], m, point);
    });
    for (const c of charts) if (c.kind === "scores") cutScores(c, found[c.model].threshold, found[c.model].cells);
    writeState(os);
    showControls(os, found);
    drawn = { class: state.class, priced: priced() };
  }
  function change(part) {
    state = { ...state, ...part };
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  // ---- listening
  const fixed = (mode) => (["evaluated", "optimum"].includes(mode) ? "threshold" : mode);
  const toTick = (tick) => change({ tick, mode: fixed(state.mode) });
  const cost = (ratio) => change({ costs: { fp: data.costs.fp, fn: data.costs.fp * ratio } });
  const typed = (box, low, high, use) => {
    box.addEventListener("input", () => { typing = box; });
    box.addEventListener("change", () => {
      const value = box.valueAsNumber;
      // What is out of range is not used, and does not stay in the box.
      if (value >= low && value <= high) use(value);
    });
    for (const event of ["change", "blur"]) {
      box.addEventListener(event, () => {
        typing = null;
        change({});
      });
    }
  };
  sliders.threshold[0].addEventListener("input", () => toTick(sliders.threshold[0].valueAsNumber));
  typed(sliders.threshold[1], -Infinity, Infinity, (value) => toTick(core.nearest(outlines(state.class)[0], value)));
  sliders.ratio[0].addEventListener("input", () => cost(10 ** sliders.ratio[0].valueAsNumber));
  typed(sliders.ratio[1], 1e-6, 1e6, cost);
  sliders.prevalence[0].addEventListener("input", () => change({ prior: sliders.prevalence[0].valueAsNumber }));
  typed(sliders.prevalence[1], 1e-6, 1 - 1e-6, (prior) => change({ prior }));
  by("mode").addEventListener("change", () => change({ mode: by("mode").value }));
  by("class")?.addEventListener("change", () => change({ class: Number(by("class").value) }));
  const toggles = all("[data-toggle]");
  function toggled() {
    toggles.forEach((box, m) => {
      for (const e of all(`[data-model="${m}"],[data-curve="${m}"],[data-hull="${m}"]`)) e.toggleAttribute("hidden", !box.checked);
    });
    change({ shown: toggles.map((box) => box.checked) });
  }
  toggles.forEach((box) => box.addEventListener("change", toggled));
  by("reset").addEventListener("click", () => {
    toggles.forEach((box) => { box.checked = true; });
    if (by("class")) by("class").value = "0";
    state = start();
    toggled();
  });
  // The threshold can also be dragged in the charts that have it as an axis.
  for (const c of charts.filter((known) => ["cost", "scores"].includes(known.kind))) {
    const drag = (event) => {
      if (!event.buttons) return;
      const box = c.svg.getBoundingClientRect(), pixel = ((event.clientX - box.left) / box.width) * c.svg.viewBox.baseVal.width;
      change({ tick: core.nearest(outlines(state.class)[Math.max(c.model, 0)], c.value(pixel)), mode: "threshold" });
      event.preventDefault();
    };
    c.svg.classList.add("draggable");
    c.svg.addEventListener("pointerdown", drag);
    c.svg.addEventListener("pointermove", drag);
  }
  // Paper cannot unfold anything.
  const folded = () => all("details:not([open])");
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = folded();
    unfolded.forEach((e) => { e.open = true; });
  });
  addEventListener("afterprint", () => unfolded.forEach((e) => { e.open = false; }));

  // What Python drew is what this draws first: only the controls need to be told.
  drawn = { class: 0, priced: priced() };
  draw();
})();
