// The page's hands: listens to the bar and the charts, and moves marks, lines and numbers. All arithmetic is in core.js.
"use strict";
(() => {
  const { by, all, write, put, inPicture, draggable } = page;
  const data = JSON.parse(by("data").textContent);
  if (!data?.models) return;
  document.documentElement.classList.add("alive");
  all(".live-only").forEach((e) => { e.hidden = false; });
  all(".no-script").forEach((e) => { e.hidden = true; });
  const form = by("controls");
  form.addEventListener("submit", (event) => event.preventDefault());

  // ---- the data: outlines are unpacked when their class is first looked at
  const models = data.models.map((model) => ({ ...model, unpacked: [] }));
  const outlines = (c) => models.map((model) => (model.unpacked[c] ??= core.outline({ ...model.outlines[c], ticks: data.ticks[c] })));
  const shared = data.shared.map((pair) => pair && {
    ...Object.fromEntries(["same", "fpr", "alert", "cheapest"].map((path) => [path, pair[path].map(core.unpack)])),
    evaluated: pair.evaluated ?? null,
  });
  const asCells = ([tp, fn, fp, tn, ...rest]) => {
    const squares = rest.length ? { tp: rest[0], fn: rest[1], fp: rest[2], tn: rest[3] } : null;
    return { tp, fn, fp, tn, squares };
  };
  const asNumber = (value) => (value === null ? null : value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
  const start = () => ({
    mode: data.mode, tick: null, typed: null, costs: { ...data.costs }, prior: data.prior, class: 0, shown: models.map(() => true), touched: 1,
  });
  let state = start();

  // ---- charts: pixels from values, and the parts that move
  const round = (x) => Math.round(x * 10) / 10;
  const alarms = (count) => `${count} false alarm${count === "1" ? "" : "s"}`;
  const clamp = (s) => Math.min(Math.max(s, 0), 1);
  const charts = all("[data-chart]").map((svg) => {
    const parts = svg.dataset.frame.split(" "), [left, top, width, height, x0, x1, y0, y1] = parts.slice(0, 8).map(Number);
    const { to, back } = core.scales[parts[8] || "linear"], a = to(x0), b = to(x1);
    // Behind the edges of a window lines go on; elsewhere they stay at the edge.
    const open = "window" in svg.dataset, kept = open ? (s) => s : clamp, inside = (v) => (open ? v : Math.min(Math.max(v, x0), x1));
    return {
      svg, kind: svg.dataset.chart, left, top, width, height, ends: [x0, x1], scale: parts[8] || "linear", figure: svg.closest("figure"),
      model: Number(svg.closest("figure[data-model]")?.dataset.model ?? -1),
      x: (v) => round(left + kept((to(inside(v)) - a) / (b - a)) * width),
      y: (v) => round(top + (1 - kept((v - y0) / (y1 - y0))) * height),
      holds: (x, y) => x >= x0 - 1e-9 * (x1 - x0) && x <= x1 + 1e-9 * (x1 - x0) && y >= y0 && y <= y1 + 1e-9 * (y1 - y0),
      value: (pixel) => back(a + clamp((pixel - left) / width) * (b - a)),
      level: (pixel) => y0 + (1 - kept((pixel - top) / height)) * (y1 - y0),
      curves: all("[data-curve]", svg), hulls: all("[data-hull]", svg), counts: all("[data-cell]", svg), bands: all("[data-band]", svg),
      names: all("[data-name]", svg),
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
  const inset = document.querySelector("[data-whole]");
  const whole = inset && { frame: inset.dataset.whole.split(" ").map(Number), marks: all("[data-whole-mark]", inset) };
  const scaled = (values, total) => Array.from(values, (v) => v / total);
  // A mark that has no place in the chart (undefined, infinite, beyond the axis) is not shown somewhere else.
  function moved(c, mark, x, y, scale = "") {
    const inside = c.holds(x, y);
    mark.toggleAttribute("hidden", !inside);
    if (inside) put(mark, "transform", `translate(${c.x(x)} ${c.y(y)})${scale}`);
  }
  const OPEN = " scale(1.6)";

  // ---- where every model stands
  const priorOf = (o) => (state.prior === null ? o.p / (o.p + o.n) : state.prior);
  const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);
  // The prevalence that all models share; null where their rows differ.
  const common = (os) => (os.every((o) => near(priorOf(o), priorOf(os[0]))) ? priorOf(os[0]) : null);
  const priced = () => `${state.class} ${state.costs.fp} ${state.costs.fn} ${state.prior}`;
  const fixed = ["evaluated", "optimum"];
  const leader = () => Math.max(state.shown.indexOf(true), 0);
  const other = () => (state.touched !== leader() && state.shown[state.touched] ? state.touched : state.shown.findIndex((on, m) => on && m !== leader()));
  let optima = {};
  function points(os) {
    if (optima.priced !== priced()) optima = { priced: priced(), best: os.map((o) => core.optimum(o, state.costs, priorOf(o))) };
    const { best } = optima;
    const ticks = fixed.includes(state.mode) ? null : core.locked(state.mode, os, leader(), state.tick, state.prior);
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
      const typed = state.typed !== null && (state.mode === "threshold" || m === leader());
      const at = typed ? state.typed : o.ticks[core.place(o, ticks[m])];
      return { cells: core.atTick(o, ticks[m]), threshold: at, best: best[m] };
    });
  }
  // What the first model and another call together, at the cuts in force; null where the page does not know.
  function together(os, found, m) {
    const pair = shared[m];
    if (!pair || leader() !== 0 || data.classes.length > 1) return null;
    let both = null;
    if (state.mode === "evaluated") both = pair.evaluated;
    else if (state.mode === "optimum") {
      const [va, vb, fp, tp] = pair.cheapest;
      const at = va.findIndex((v, i) => v === found[0].best.vertex && vb[i] === found[m].best.vertex);
      both = at < 0 ? null : [fp[at], tp[at]];
    } else if (state.mode !== "alert" || state.prior === null) {
      const k = core.place(os[0], state.tick), columns = pair[state.mode === "threshold" ? "same" : state.mode];
      both = columns.map((column) => column[k]);
    }
    return both && paired(os[0], found[0].cells, found[m].cells, both);
  }
  const paired = (o, a, b, [fp, tp]) => ({
    p: o.p, n: o.n, tp: { a: a.tp, b: b.tp, both: tp }, fp: { a: a.fp, b: b.fp, both: fp },
  });

  // ---- drawing
  function drawCurves(os) {
    const roc = chart.roc, curve = chart["cost-curve"];
    [roc, curve].forEach(holdNames);
    os.forEach((o, m) => {
      roc.curves[m].setAttribute("d", path(roc, scaled(o.lineFp, o.n), scaled(o.lineTp, o.p)));
      roc.hulls[m].setAttribute("d", path(roc, scaled(o.hullFp, o.n), scaled(o.hullTp, o.p)));
      curve.curves[m].setAttribute("d", path(curve, ...core.costCurve(o)));
    });
    [roc, curve].forEach(drawNames);
    roc.bands.forEach((e) => e.toggleAttribute("hidden", state.class !== 0));
    all('[data-text="area"]').forEach((e, m) => { e.textContent = models[m].areas[state.class]; });
    all('[data-text="sizes"]').forEach((e) => { e.textContent = data.sizes[state.class]; });
    all('[data-text="positive"] bdi').forEach((e) => { e.textContent = data.classes[state.class]; });
    for (const c of charts.filter((known) => known.kind === "scores")) drawBars(c, os[c.model]);
    drawTrack(os[leader()]);
    by("threshold").max = os[0].ticks.length - 1;
  }
  function drawBars(c, o) {
    core.heights(o, ...c.ends, c.scale, 50).forEach((bars, side) => {
      const bar = (h, i) => `V${c.y(side ? -h : h)}H${round(c.left + (c.width * (i + 1)) / bars.length)}`;
      by(`${side ? "down" : "up"}-${c.model}`).setAttribute("d", `M${c.left} ${c.y(0)}${bars.map(bar).join("")}V${c.y(0)}Z`);
    });
  }
  // The names of curves go where their curves went; where they were is kept before.
  const holdNames = (c) => c.names.forEach((e) => {
    const x = Number(e.getAttribute("x"));
    e.place ??= { x, y: Number(e.getAttribute("y")), from: heightAt(c.curves[Number(e.dataset.name)], x) };
  });
  function drawNames(c) {
    c.names.forEach((e) => {
      const curve = c.curves[Number(e.dataset.name)];
      if (!curve) return;
      const here = heightAt(curve, e.place.x);
      if (here !== null && e.place.from !== null) put(e, "y", round(Math.min(Math.max(e.place.y + here - e.place.from, c.top + 10), c.top + c.height - 4)));
    });
  }
  const corners = (curve) => {
    const d = curve.getAttribute("d");
    if (curve.known?.d === d) return curve.known.at;
    // What Python drew goes in steps, what this draws from place to place.
    const numbers = d.match(/-?[\d.]+/g).map(Number), at = [];
    for (let i = 0; i < numbers.length; i += 2) {
      const from = d.includes("l") && i ? at.at(-1) : [0, 0];
      at.push([from[0] + numbers[i], from[1] + numbers[i + 1]]);
    }
    curve.known = { d, at };
    return at;
  };
  function heightAt(curve, x) {
    const at = corners(curve);
    for (let i = 1; i < at.length; i++) {
      const [[x0, y0], [x1, y1]] = [at[i - 1], at[i]];
      if ((x0 <= x && x <= x1) || (x1 <= x && x <= x0)) return x1 === x0 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
    }
    return null;
  }
  const rule = (prior) => Math.min(state.costs.fn * prior, state.costs.fp * (1 - prior));
  const TOP = 1.5;
  function drawPriced(os) {
    const { pr, cost } = chart;
    [pr, cost].forEach(holdNames);
    os.forEach((o, m) => {
      const prior = priorOf(o), most = core.worst(state.costs, prior) / rule(prior);
      pr.curves[m].setAttribute("d", path(pr, ...core.precisionRecall(o, prior)));
      const ticks = Array.from(o.ticks).reverse(), costs = core.costByTick(o, state.costs, prior);
      cost.curves[m].setAttribute("d", path(cost, ticks, costs.map((c) => Math.min(c * most, TOP))));
    });
    [pr, cost].forEach(drawNames);
    const share = common(os), curve = chart["cost-curve"], pc = share === null ? 0 : core.probabilityCost(state.costs, share);
    const guide = (c, xs, ys) => c.svg.querySelector("[data-guide]").setAttribute("d", share === null ? "" : path(c, xs, ys));
    guide(pr, [0, 1], [share, share]);
    guide(curve, [pc, pc], [0, 0.5]);
    const decision = chart.decision, at = state.costs.fp / (state.costs.fp + state.costs.fn);
    if (decision) decision.svg.querySelector("[data-guide=yours]").setAttribute("d", `M${decision.x(at)} ${decision.top + decision.height}L${decision.x(at)} ${decision.top}`);
  }
  function drawPoint(o, m, point) {
    const prior = priorOf(o), { best, cells, threshold } = point, { fpr, tpr } = core.rates(cells);
    const slope = core.slope(state.costs, prior), most = core.worst(state.costs, prior), base = rule(prior);
    const precision = (f, t) => (t || f ? (prior * t) / (prior * t + (1 - prior) * f) : NaN);
    const paid = core.cost(fpr, tpr, state.costs, prior);
    const roc = chart.roc, over = (c) => c.overlays[m];
    const line = (c, name, ends) => put(over(c).lines[name], "d", ends ? path(c, [ends[0], ends[2]], [ends[1], ends[3]]) : "");
    // Of several models one has its lines of equal cost: those of all would hide the curves.
    const alone = models.length > 2 && m !== leader();
    line(roc, "iso", alone ? null : core.chord(slope, fpr, tpr));
    line(roc, "tangent", alone ? null : core.chord(slope, best.fpr, best.tpr));
    moved(roc, over(roc).marks.current, fpr, tpr);
    moved(roc, over(roc).marks.optimum, best.fpr, best.tpr, OPEN);
    if (whole) {
      const [x, y, wide, high] = whole.frame;
      whole.marks[m].toggleAttribute("hidden", !state.shown[m] || Number.isNaN(fpr + tpr));
      put(whole.marks[m], "transform", `translate(${round(x + fpr * wide)} ${round(y + (1 - tpr) * high)}) scale(.6)`);
    }
    moved(chart.pr, over(chart.pr).marks.current, tpr, precision(fpr, tpr));
    moved(chart.pr, over(chart.pr).marks.optimum, best.tpr, precision(best.fpr, best.tpr), OPEN);
    moved(chart.cost, over(chart.cost).marks.current, threshold ?? NaN, paid / base);
    moved(chart.cost, over(chart.cost).marks.optimum, best.threshold, best.cost / base, OPEN);
    const curve = chart["cost-curve"], pc = core.probabilityCost(state.costs, prior);
    line(curve, "point", core.below(fpr, 1 - tpr, 0.5));
    moved(curve, over(curve).marks.current, pc, paid / most);
    moved(curve, over(curve).marks.optimum, pc, best.cost / most, OPEN);
  }
  function cutScores(c, threshold, cells) {
    const none = threshold === null, cut = none ? c.left : c.x(threshold);
    const { above, below, line } = c.cut;
    put(above, "x", cut);
    put(above, "width", none ? 0 : c.left + c.width - cut);
    put(below, "width", cut - c.left);
    line.toggleAttribute("hidden", none);
    put(line, "d", `M${cut} ${c.top}V${c.top + c.height}`);
    writeCells(c.counts, cells);
  }
  const writeCells = (within, cells) => {
    for (const e of within) write(e, core.count(cells[e.dataset.cell]));
  };

  // ---- the track: the scores that are cut
  const track = by("track"), WIDE = 460, HIGH = 76, LEFT = 6, MIDDLE = 30, TALL = 24, PARTS = 92;
  const [kind, low, high] = data.scale, scale = core.scales[kind];
  const inTrack = (v) => {
    const inside = Math.min(Math.max(v, low), high), [a, u, b] = [low, inside, high].map(scale.to);
    return round(LEFT + ((u - a) / (b - a)) * (WIDE - 2 * LEFT));
  };
  function drawTrack(o) {
    const width = (WIDE - 2 * LEFT) / PARTS;
    core.heights(o, low, high, kind, PARTS).forEach((bars, i) => {
      const sign = i ? 0.8 : -1;
      const d = bars.map((h, k) => `V${(MIDDLE + Math.sign(sign) + sign * h * TALL).toFixed(1)}H${(LEFT + (k + 1) * width).toFixed(1)}`).join("");
      by(i ? "track-down" : "track-up").setAttribute("d", `M${LEFT} ${MIDDLE}${d}V${MIDDLE}Z`);
    });
  }
  const trackParts = {
    above: track.querySelector("[data-clip]"), line: track.querySelector("[data-line]"), handle: track.querySelector("[data-mark]"),
    caught: track.querySelector("[data-text=caught]"), alarms: track.querySelector("[data-text=alarms]"), others: all("[data-cut]", track),
  };
  function cutTrack(found) {
    const first = found[leader()], none = first.threshold === null, x = none ? LEFT : inTrack(first.threshold);
    put(trackParts.above, "x", x);
    // Labels that were given are no cut: nothing is coloured as called, and no handle says where.
    put(trackParts.above, "width", none ? 0 : WIDE - x);
    for (const e of [trackParts.line, trackParts.handle]) e.toggleAttribute("hidden", none);
    put(trackParts.line, "d", `M${x} 2V${HIGH - 18}`);
    put(trackParts.handle, "cx", x);
    const [side, anchor] = x < WIDE * 0.6 ? [x + 12, "start"] : [x - 12, "end"];
    for (const e of [trackParts.caught, trackParts.alarms]) {
      put(e, "x", side);
      put(e, "text-anchor", anchor);
    }
    const label = String(data.classes[state.class]).slice(0, 14), who = /^[\d+.−-]/.test(label) ? `“${label}”` : label;
    write(trackParts.caught, `${core.count(first.cells.tp)} ${who} caught`);
    write(trackParts.alarms, alarms(core.count(first.cells.fp)));
    for (const e of trackParts.others) {
      const at = found[Number(e.dataset.cut)].threshold;
      e.toggleAttribute("hidden", at === null || !state.shown[Number(e.dataset.cut)]);
      if (at !== null) put(e, "transform", `translate(${inTrack(at)} ${HIGH - 22})`);
    }
  }

  // ---- numbers
  const thousand = (cost) => {
    // Ties are those of the number, not of how it was added up.
    const per = 1000 * Number(cost.toPrecision(11));
    if (!Number.isFinite(per) || Math.abs(per) >= 10 || per === 0) return core.number(per, 0);
    if (Math.abs(per) < 0.1) return core.fixed(per, 3).replace("-", "−");
    const two = Number(core.general(per, 2)), size = Math.abs(two);
    return core.fixed(two, size >= 10 ? 0 : size >= 1 ? 1 : 2).replace("-", "−");
  };
  // A value and its limits alike: as integers where any of them has two digits.
  const thousands = (costs) => {
    const whole = costs.some((cost) => Number.isFinite(cost) && Math.abs(1000 * cost) >= 9.95);
    const places = whole ? 0 : Math.max(0, ...costs.filter(Number.isFinite).map((cost) => (thousand(cost).split(".")[1] ?? "").length));
    return costs.map((cost) => core.number(1000 * Number(cost.toPrecision(11)), places));
  };
  const lines = all("[data-live]", form).filter((e) => e.tagName === "TR").map((row) => ({
    row, counts: all("[data-cell]", row), parts: Object.fromEntries(all("td[data-live]", row).map((e) => [e.dataset.live, e])),
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
  const share = (value) => (Number.isNaN(value) ? "–" : core.number(value, 3));
  const paidBy = (o, cells) => {
    const { fpr, tpr } = core.rates(cells);
    return core.cost(fpr, tpr, state.costs, priorOf(o));
  };
  function writeLine(o, m, { cells, threshold, best }) {
    const { counts, parts } = lines[m], cost = paidBy(o, cells);
    writeCells(counts, cells);
    write(parts.cut, threshold === null ? "labels" : core.threshold(threshold));
    write(parts.recall, share(estimate(m, "recall", cells).value));
    write(parts.precision, share(estimate(m, "precision", cells).value));
    write(parts.cost, thousand(cost));
    const regret = cost - best.cost;
    // A rounding error is not paid.
    write(parts.regret, core.plus(thousand(regret > 1e-12 ? regret : 0)));
  }
  const inPoints = (gap) => `${core.plus(core.number(100 * gap[0], 1))} (${core.spread(gap, 1, 100)})`;
  // What is written from right to left would turn the numbers that follow it.
  const turned = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);
  const isolated = (name) => turned([...name].length <= 28 ? name : `${[...name].slice(0, 27).join("")}…`);
  function gapWords(os, found) {
    const a = leader(), b = other();
    if (b < 0) return "";
    const cells = together(os, found, b), name = isolated(models[a].name);
    const gap = cells ? core.pairedGap("expected_cost", cells, state.prior, state.costs, data.z) : [paidBy(os[a], found[a].cells) - paidBy(os[b], found[b].cells), NaN, NaN];
    const [value, low, high] = gap, less = value < 0, [size, from, to] = thousands([Math.abs(value), ...(less ? [-high, -low] : [low, high])]);
    let words = value === 0 ? `${name} costs the same` : `${name} costs ${size} ${less ? "less" : "more"}`;
    if (models.length > 2) words += value === 0 ? ` as ${isolated(models[b].name)}` : ` than ${isolated(models[b].name)}`;
    if (value !== 0 && !Number.isNaN(low)) words += ` (${from} to ${to})`;
    if (!cells) return `${words}; ${data.unpaired}`;
    const parts = [`recall ${inPoints(core.recallGap(cells, data.z))}`], right = core.pairedGap("precision", cells, state.prior, null, data.z);
    if (!Number.isNaN(right[0])) parts.push(`precision ${inPoints(right)}`);
    return `${words} ${core.told(gap) ? "● told apart" : "○ not told apart"}; in points: ${parts.join(", ")}`;
  }
  // On a phone the verdict goes before the interval: that is aside.
  function writeGap(words) {
    const place = form.querySelector("[data-text=gap]"), parts = /^(.*)( \([^()]*\))( [●○].*)$/s.exec(words);
    if (!place || place.textContent === words) return;
    const aside = document.createElement("span");
    aside.className = "aside";
    aside.textContent = parts?.[2];
    place.replaceChildren(...(parts ? [parts[1], aside, parts[3]] : [words]));
  }
  // ---- the table of measures
  const rows = all("tr[data-row]").map((row) => {
    const svg = row.querySelector("[data-scale]"), [from, to] = svg.dataset.scale.split(" ");
    return {
      name: row.dataset.row, at: (v) => round(6 + clamp((v - Number(from)) / (Number(to) - Number(from))) * 178),
      values: all(".v", row), spreads: all(".i", row), whiskers: all("path:not(.rule)", svg),
      gap: row.querySelector(".g"), gapSpread: row.querySelector(".h"),
    };
  });
  const told = (found, d) => {
    const [value, spread] = core.shown(found, d);
    return [value, spread.replace(/^\[unbounded\]$/, "unbounded").replace(/^\[(.*), (.*)\]$/, "$1 to $2")];
  };
  function writeRows(os, found) {
    const cells = models.length === 2 ? together(os, found, 1) : null;
    for (const row of rows) {
      const times = row.name === "expected_cost" ? 1000 : 1;
      const estimates = row.values.map((_, m) => estimate(m, row.name, found[m].cells));
      const scaled = estimates.map((e) => ({ ...e, value: times * e.value, low: times * e.low, high: times * e.high })), gap = row.gap && (cells ? core.pairedGap(row.name, cells, state.prior, state.costs, data.z) : [estimates[0].value - estimates[1].value, NaN, NaN]).map((v) => times * v);
      // One number of decimals in a row, that of the difference among them; costs of two digits and more are whole.
      const bare = gap && Number.isNaN(gap[1] + gap[2]), tight = gap && !bare ? [{ value: gap[0], low: gap[1], high: gap[2] }] : [];
      const d = times > 1 && scaled.every(({ value }) => Math.abs(value) >= 10) ? 0 : core.alike([...scaled, ...tight], times === 1);
      row.values.forEach((cell, m) => {
        const known = estimates[m], [value, spread] = told(scaled[m], d);
        write(cell, value);
        write(row.spreads[m], spread);
        const whisker = row.whiskers[m], none = !Number.isFinite(known.value);
        whisker.toggleAttribute("hidden", none);
        if (!none) {
          const [a, b] = [known.low, known.high].map((end) => row.at(Number.isFinite(end) ? end : known.value));
          put(whisker, "d", `M${a} ${whisker.y ??= /M\S+ ([\d.]+)/.exec(whisker.getAttribute("d"))[1]}H${row.at(known.value)}H${b}`);
        }
      });
      if (!gap) continue;
      const [value, from, to] = gap;
      write(row.gap, Number.isNaN(value) ? "–" : core.plus(core.number(value, d)));
      write(row.gapSpread, bare ? "" : `${core.plus(core.number(from, d))} to ${core.plus(core.number(to, d))}`);
      row.gap.classList.toggle("told", !bare && core.told(gap));
    }
  }
  // ---- the cost strip
  const strip = document.querySelector("[data-strip=cost]");
  const [left, span, from, to] = strip ? strip.dataset.axis.split(" ").map(Number) : [];
  const ruled = strip?.querySelector("[data-strip-rule]");
  const stripRows = strip ? all("[data-strip-row]", strip).slice(0, models.length) : [];
  // As written it shows the cheapest cuts at the declared costs, which is what it comes back to.
  const written = stripRows.map((row) => [...row.children].map((e) => [e, [...e.attributes].map((a) => [a.name, a.value])]));
  const writtenWords = stripRows.map((row) => all("[data-text=value], [data-text=spread]", row).map((e) => [e, e.textContent]));
  function drawStrip(found) {
    if (data.classes.length > 1 || !strip) return;
    if (state.mode === data.mode && fixed.includes(state.mode) && state.costs.fn === data.costs.fn && state.prior === data.prior) {
      for (const [e, attributes] of written.flat()) for (const [name, value] of attributes) put(e, name, value);
      for (const [e, words] of writtenWords.flat()) write(e, words);
      all("[data-line], [data-mark]", strip).forEach((e) => e.removeAttribute("hidden"));
      ruled?.removeAttribute("hidden");
      return;
    }
    // What doing without a model costs stands where it stood: elsewhere the second answer tells it.
    ruled?.toggleAttribute("hidden", !near(rule(priorOf(outlines(0)[0])), Number(ruled.dataset.stripRule)));
    const at = (v) => round(left + clamp((v - from) / (to - from)) * span);
    stripRows.forEach((row, m) => {
      const cost = estimate(m, "expected_cost", found[m].cells), mark = row.querySelector("[data-mark]");
      const y = Number(mark.getAttribute("transform").match(/translate\(\S+ (\S+)\)/)[1]);
      const [a, b] = [cost.low, cost.high].map((end) => at(1000 * (Number.isFinite(end) ? end : cost.value)));
      // Off the scale there is no place for a mark: an arrow and the value.
      const off = 1000 * cost.value < from ? "‹ " : 1000 * cost.value > to ? "› " : "";
      for (const e of [mark, row.querySelector("[data-line]")]) e.toggleAttribute("hidden", off !== "");
      put(mark, "transform", `translate(${at(1000 * cost.value)} ${y})`);
      put(row.querySelector("[data-line]"), "d", `M${a} ${y}H${b}M${a} ${y - 5}V${y + 5}M${b} ${y - 5}V${y + 5}`);
      const said = row.querySelector("[data-text=told]");
      put(said, "x", said.getAttribute("text-anchor") === "end" ? a - 10 : b + 10);
      const [value, below, above] = thousands([cost.value, cost.low, cost.high]);
      write(row.querySelector("[data-text=value]"), `${off}${value}`);
      write(row.querySelector("[data-text=spread]"), Number.isFinite(cost.low) && Number.isFinite(cost.high) ? `${below} to ${above}` : "");
    });
  }
  // ---- the second answer: moves with costs and the share of positives, not with the cut that is tried out
  const answer = document.querySelector("[data-miss]")?.parentElement, miss = answer?.querySelector("[data-miss]");
  const answered = data.classes.length === 1 && answer ? [answer, ...all(".evidence", answer.parentElement)].map((e) => [e, e.cloneNode(true)]) : [];
  function drawAnswer(os) {
    if (!answered.length) return;
    if (state.costs.fn === data.costs.fn && state.prior === data.prior) {
      // The handle itself stays where it is.
      for (const [e, first] of answered) {
        if (e.textContent === first.textContent) continue;
        const parts = e === answer ? [...e.children].map((part, i) => [part, first.children[i]]) : [[e, first]];
        for (const [part, from] of parts) part.replaceChildren(...from.cloneNode(true).childNodes);
      }
      return;
    }
    const { best } = optima, { fp, fn } = state.costs, named = (m) => turned(models[m].name);
    const [first, ...rest] = models.map((_, m) => m).sort((a, b) => best[a].cost - best[b].cost);
    const o = os[first], cells = core.atVertex(o, best[first].vertex), prior = priorOf(o), least = rule(prior);
    const found = estimate(first, "expected_cost", cells), from = core.threshold(best[first].threshold);
    const says = best[first].cost >= least ? `Do without it: ${named(first)} saves nothing at these costs.`
      : found.high >= least ? `From ${from} on, if at all: that ${named(first)} saves anything is not shown.`
        : `Call “${data.classes[0]}” from ${from} on${rest.length ? ` with ${named(first)}` : ""}.`;
    const told = [...rest.slice(0, 3).map((m) => `${thousand(best[m].cost)} with ${named(m)}`), `${thousand(least)} ${fp * (1 - prior) <= fn * prior ? "if all are called" : "if none is called"}`];
    const size = String(Number(fn.toPrecision(4))), unit = fp === 1 ? `false alarm${fn === 1 ? "" : "s"}` : `and a false alarm ${fp}`;
    const [stress, , , after] = answer.childNodes;
    write(stress, says);
    write(miss, size);
    write(after, ` ${unit}, 1,000 rows then cost ${thousand(best[first].cost)}; ${told.join(", ")}.`);
    const counts = ["tp", "fn", "fp", "tn"].map((cell) => `${core.count(cells[cell])} ${cell.toUpperCase()}`).join(", ");
    const share = state.prior === null ? "" : ` At a share of positives of ${String(Number(state.prior.toPrecision(4)))}.`;
    if (answered[1]) write(answered[1][0], `${counts}.${share} The cut was chosen on these rows, so other rows will cost a little more.`);
  }
  const HOW = {
    evaluated: "as evaluated", optimum: "at the cheapest cuts, chosen on these rows and so flattered by them",
    threshold: "at the same cut", fpr: "at false positive rates of at most the first shown model's",
    alert: "at shares called of at most the first shown model's",
  };
  function writeState(os, found) {
    const whose = state.prior === null ? "the sample's prevalence" : "the chosen prevalence", both = common(os);
    const where = both === null ? "each sample's own prevalence" : `${whose}, ${core.number(both, 4)}`;
    const what = data.classes.length > 1 ? `class ${data.classes[state.class]} against the rest, ` : "";
    const { tp, fn, fp, tn } = found[0].cells;
    const said = `${what}${HOW[state.mode]}`;
    write(by("state"), `${said[0].toUpperCase()}${said.slice(1)}; at ${where}; ` +
      `a false alarm costs ${core.threshold(state.costs.fp)}, a miss ${core.threshold(Number(state.costs.fn.toPrecision(6)))}; ${core.count(tp + fn + fp + tn)} ${data.unit}`);
  }

  // ---- controls show the state
  const sliders = Object.fromEntries(["threshold", "ratio", "prevalence"].map((name) => [name, [by(name), by(`${name}-number`)]]));
  // A box is left alone while somebody types; after that it says what is used, not what was typed.
  let typing = null;
  function show(name, position, value, spoken = value) {
    const [range, box] = sliders[name];
    if (position !== null && range.value !== String(position)) range.value = position;
    put(range, "aria-valuetext", spoken);
    if (typing !== box) box.value = value.replaceAll("−", "-");
  }
  function showControls(os, found) {
    const reference = leader(), { threshold: at, cells } = found[reference];
    const spoken = `${at === null ? "labels" : core.threshold(at)}: ${core.count(cells.tp)} caught, ${alarms(core.count(cells.fp))}`;
    if (at !== null && Number.isFinite(at)) {
      if (fixed.includes(state.mode)) state.tick = core.nearest(os[reference], at);
      show("threshold", state.tick, core.threshold(at), spoken);
    } else {
      state.tick ??= core.nearest(os[reference], 0.5);
      show("threshold", state.tick, "", spoken);
    }
    const ratio = state.costs.fn / state.costs.fp, short = (value, digits) => String(Number(value.toPrecision(digits)));
    show("ratio", Math.round(100 * Math.log10(ratio)) / 100, short(ratio, 4), `a miss costs ${alarms(short(ratio, 4))}`);
    const unit = form.querySelector("[data-text=unit]");
    if (unit) write(unit, alarms(short(ratio, 4)).split(" ").slice(1).join(" "));
    const part = priorOf(os[reference]);
    // Next to 1 it takes more digits to differ from it.
    show("prevalence", Math.round(100 * Math.log(part / (1 - part))) / 100, short(100 * part, part > 0.99 ? 6 : 4), `${short(100 * part, 4)} % are positive`);
    by("mode").value = state.mode;
    // Paper has no boxes: what they say stands beside them.
    for (const e of all("[data-still]", form)) write(e, e.dataset.still === "mode" ? by("mode").selectedOptions[0].textContent : by(`${e.dataset.still}-number`).value);
    if (by("class")) by("class").value = String(state.class);
    lines.forEach(({ row }, m) => row.classList.toggle("further", m !== reference && m !== other()));
  }
  // Screen readers hear what a move did, once it is over.
  let hearing = 0;
  function hear(words) {
    clearTimeout(hearing);
    hearing = setTimeout(() => write(by("heard"), words), 400);
  }

  // ---- the address: what differs from the page as written
  function fragment() {
    const first = start(), found = new URLSearchParams();
    if (state.mode !== first.mode) found.set("cut", state.mode);
    if (!fixed.includes(state.mode)) found.set("at", String(state.typed ?? state.tickValue));
    if (state.costs.fn !== first.costs.fn) found.set("miss", String(state.costs.fn / state.costs.fp));
    if (state.prior !== first.prior) found.set("share", String(state.prior));
    if (state.class) found.set("class", String(data.classes[state.class]));
    if (state.touched !== 1) found.set("beside", String(state.touched));
    const hidden = state.shown.flatMap((on, m) => (on ? [] : [m]));
    if (hidden.length) found.set("hidden", hidden.join("."));
    return String(found);
  }
  function restore() {
    const found = new URLSearchParams(location.hash.slice(1));
    if (![...found.keys()].some((key) => ["cut", "at", "miss", "share", "class", "hidden", "beside"].includes(key))) return false;
    state = start();
    const number = (key, low, high) => {
      const value = Number(found.get(key));
      return found.has(key) && value >= low && value <= high ? value : null;
    };
    const place = data.classes.map(String).indexOf(found.get("class"));
    if (place > 0) state.class = place;
    const miss = number("miss", 1e-6, 1e6), part = number("share", 1e-6, 1 - 1e-6);
    if (miss !== null) state.costs.fn = miss * state.costs.fp;
    if (part !== null) state.prior = part;
    for (const m of (found.get("hidden") ?? "").split(".")) if (m !== "" && Number(m) in models) state.shown[Number(m)] = false;
    const beside = number("beside", 0, models.length - 1);
    if (beside !== null) state.touched = Math.round(beside);
    if (Object.keys(HOW).includes(found.get("cut")) && (found.get("cut") !== "evaluated" || by("mode").querySelector("[value=evaluated]"))) state.mode = found.get("cut");
    const at = number("at", -Infinity, Infinity);
    if (at !== null && !fixed.includes(state.mode)) {
      const used = core.typedAt(outlines(state.class), at);
      [state.tick, state.typed] = [used.tick, used.value];
    } else if (!fixed.includes(state.mode)) state.tick = core.nearest(outlines(state.class)[0], 0.5);
    return true;
  }
  let kept = 0;
  function keep() {
    clearTimeout(kept);
    kept = setTimeout(() => {
      const words = fragment();
      if (words === location.hash.slice(1)) return;
      // A page inside another may not have an address of its own.
      try { history.replaceState(null, "", words ? `#${words}` : location.pathname + location.search); } catch { /* as it is */ }
    }, 250);
  }

  // ---- of many models two have a colour: the first, and the one that was touched last
  let lit = 1;
  const looks = (m) => all(`[data-curve="${m}"],[data-hull="${m}"],[data-whose="${m}"],[data-chart] [data-name="${m}"],.overlay[data-model="${m}"],[data-whole-mark="${m}"],[data-cut="${m}"],tr[data-live="${m}"] .key,[data-strip-row="${m}"],label:has([data-toggle="${m}"]) .key`);
  function light(m) {
    if (models.length < 6 || m < 1 || lit === m) return;
    for (const [one, on] of [[lit, false], [m, true]]) {
      for (const e of looks(one)) {
        e.classList.toggle("lit", on && one > 1);
        e.classList.toggle("dim", !on && one === 1);
      }
    }
    lit = m;
  }

  // ---- one frame
  let drawn = {}, waiting = false, quiet = true;
  function draw() {
    waiting = false;
    const os = outlines(state.class), found = points(os), reference = os[leader()];
    if (drawn.class !== state.class) drawCurves(os);
    else if (drawn.leader !== leader()) drawTrack(reference);
    if (drawn.priced !== priced()) {
      drawPriced(os);
      drawAnswer(os);
    }
    found.forEach((point, m) => {
      drawPoint(os[m], m, point);
      writeLine(os[m], m, point);
    });
    for (const c of charts) if (c.kind === "scores") cutScores(c, found[c.model].threshold, found[c.model].cells);
    cutTrack(found);
    writeRows(os, found);
    drawStrip(found);
    writeState(os, found);
    showControls(os, found);
    light(other());
    state.tickValue = reference.ticks[core.place(reference, state.tick)];
    const gap = gapWords(os, found);
    writeGap(gap);
    drawn = { class: state.class, priced: priced(), leader: leader() };
    if (!quiet) {
      keep();
      hear(`${models[leader()].name}: ${sliders.threshold[0].getAttribute("aria-valuetext")}. ${gap}`);
    }
    quiet = false;
  }
  // Moves that follow each other are a drag: until it is over, the style sheet spares what is not on the screen.
  const DRAG = 1000, root = document.documentElement;
  let latest = -Infinity, over = 0;
  function stir() {
    const now = performance.now();
    if (now - latest < DRAG) root.classList.add("moving");
    latest = now;
    clearTimeout(over);
    over = setTimeout(() => root.classList.remove("moving"), DRAG);
  }
  function change(part) {
    stir();
    state = { ...state, ...part };
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  // ---- listening
  const movable = (mode) => (fixed.includes(mode) ? "threshold" : mode);
  const note = (words) => write(form.querySelector("[data-text=typed]"), words);
  const toTick = (tick) => {
    note("");
    change({ tick, typed: null, mode: movable(state.mode) });
  };
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
  function tell(value, used, os) {
    const at = os[0].ticks[core.place(os[0], used.tick)];
    note(used.exact ? "" : `${core.threshold(value)} lies between the cuts that this page has counts of: ${core.threshold(at)} is used.`);
  }
  function toTyped(value) {
    const os = outlines(state.class), used = core.typedAt([os[leader()], ...os], value);
    tell(value, used, os);
    change({ tick: used.tick, typed: used.value, mode: movable(state.mode) });
  }
  const [slider] = sliders.threshold;
  slider.addEventListener("input", () => toTick(slider.valueAsNumber));
  slider.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!way || !event.shiftKey) return;
    event.preventDefault();
    toTick(Math.min(Math.max(state.tick + 10 * way, 0), Number(slider.max)));
  });
  typed(sliders.threshold[1], -Infinity, Infinity, toTyped);
  sliders.ratio[0].addEventListener("input", () => cost(10 ** sliders.ratio[0].valueAsNumber));
  typed(sliders.ratio[1], 1e-6, 1e6, cost);
  // The cost of a miss in the answer is a handle: dragged sideways, or pressed to be typed in the bar.
  if (miss && answered.length) {
    const type = () => sliders.ratio[1].select();
    for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["title", "drag sideways, or press to type"]]) miss.setAttribute(name, value);
    let held = null;
    miss.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, from: state.costs.fn / state.costs.fp, moved: false };
      miss.setPointerCapture(event.pointerId);
    });
    miss.addEventListener("pointermove", (event) => {
      if (!held) return;
      held.moved ||= Math.abs(event.clientX - held.x) > 2;
      if (held.moved) cost(Math.min(Math.max(Number((held.from * 10 ** ((event.clientX - held.x) / 200)).toPrecision(2)), 0.001), 1000));
    });
    miss.addEventListener("pointerup", () => {
      if (held && !held.moved) type();
      held = null;
    });
    miss.addEventListener("pointercancel", () => { held = null; });
    miss.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      type();
    });
  }
  sliders.prevalence[0].addEventListener("input", () => change({ prior: 1 / (1 + Math.exp(-sliders.prevalence[0].valueAsNumber)) }));
  typed(sliders.prevalence[1], 1e-4, 100 - 1e-4, (part) => change({ prior: part / 100 }));
  by("mode").addEventListener("change", () => {
    note("");
    change({ mode: by("mode").value, typed: null });
  });
  // Every class has ticks of its own: the cut stays where it is, or next to it.
  by("class")?.addEventListener("change", () => {
    const chosen = Number(by("class").value), os = outlines(chosen), at = state.typed ?? state.tickValue;
    if (fixed.includes(state.mode)) return change({ class: chosen, tick: null, typed: null });
    const used = core.typedAt([os[leader()], ...os], at);
    tell(at, used, os);
    return change({ class: chosen, tick: used.tick, typed: used.value });
  });
  const toggles = all("[data-toggle]");
  function toggled() {
    toggles.forEach((box, m) => {
      box.checked = state.shown[m];
      for (const e of all(`[data-model="${m}"]:not(td),[data-curve="${m}"],[data-hull="${m}"],[data-band="${m}"],[data-whose="${m}"],[data-chart] [data-name="${m}"]`)) e.toggleAttribute("hidden", !state.shown[m]);
      lines[m].row.classList.toggle("off", !state.shown[m]);
    });
    change({});
  }
  toggles.forEach((box, m) => box.addEventListener("change", () => {
    state.shown = toggles.map((one) => one.checked);
    if (box.checked && m) state.touched = m;
    toggled();
  }));
  toggles.forEach((box, m) => box.closest("label").addEventListener("pointerenter", () => { if (m && models.length > 2 && state.shown[m]) change({ touched: m }); }));
  by("further")?.addEventListener("click", () => form.classList.toggle("all"));
  by("reset").addEventListener("click", () => {
    state = start();
    note("");
    toggled();
  });
  by("link").addEventListener("click", () => {
    const words = fragment();
    page.copy(`${location.href.split("#")[0]}${words ? `#${words}` : ""}`, by("link"));
  });
  addEventListener("hashchange", () => { if (restore()) toggled(); });

  // ---- the foot of a printed page says the state that is printed
  addEventListener("beforeprint", () => {
    const [ratio, share] = ["ratio", "prevalence"].map((name) => by(`${name}-number`).value), sheet = document.styleSheets[0];
    const words = `As printed: a miss costs ${ratio} false alarm${ratio === "1" ? "" : "s"}, ${share} % ${data.classes[state.class]}, ${by("mode").selectedOptions[0].textContent}`;
    const safe = [...words].map((c) => (/[\p{L}\p{N} .,:%]/u.test(c) ? c : `\\${c.codePointAt(0).toString(16)} `)).join("");
    sheet.insertRule(`@page { @bottom-left { content: "${safe}"; } }`, sheet.cssRules.length);
  });

  // ---- dragging keeps a lock
  const nearestTick = (m, value) => core.nearest(outlines(state.class)[m], value);
  // The position of the slider at which a model comes nearest to a place: with a lock, not the model's own tick.
  function tickNear(m, distance) {
    const os = outlines(state.class), mode = movable(state.mode);
    let best = 0, least = Infinity;
    for (let i = 0; i < os[0].ticks.length; i++) {
      const tick = mode === "threshold" || m === leader() ? i : core.locked(mode, [os[leader()], os[m]], 0, i, state.prior)[1];
      const away = tick === null ? Infinity : distance(os[m], tick);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }
  draggable(track, () => 0, ([x]) => {
    const [a, b] = [low, high].map(scale.to);
    toTick(nearestTick(leader(), scale.back(a + clamp((x - LEFT) / (WIDE - 2 * LEFT)) * (b - a))));
  });
  for (const c of charts.filter((known) => ["cost", "scores"].includes(known.kind))) {
    draggable(c.svg, () => Math.max(c.model, leader()), ([x], m) => {
      toTick(tickNear(m, (o, tick) => Math.abs(c.x(o.ticks[core.place(o, tick)]) - x)));
    });
  }
  const placeOf = {
    roc: (o, tick) => { const k = core.place(o, tick); return [o.fp[k] / o.n, o.tp[k] / o.p]; },
    pr: (o, tick) => {
      const k = core.place(o, tick), f = o.fp[k] / o.n, t = o.tp[k] / o.p, prior = priorOf(o);
      return [t, t || f ? (prior * t) / (prior * t + (1 - prior) * f) : NaN];
    },
  };
  for (const c of [chart.roc, chart.pr]) {
    const grab = ([x, y]) => {
      // The model whose mark is nearest, if any is near.
      const away = c.overlays.map(({ marks }, m) => {
        const at = /translate\((\S+) (\S+)\)/.exec(marks.current.getAttribute("transform"));
        return state.shown[m] && at && !marks.current.hasAttribute("hidden") ? Math.hypot(Number(at[1]) - x, Number(at[2]) - y) : Infinity;
      });
      const m = away.indexOf(Math.min(...away));
      if (!(away[m] < 48)) return null;
      if (m !== leader()) state.touched = m;
      return m;
    };
    draggable(c.svg, grab, ([x, y], m) => toTick(tickNear(m, (o, tick) => {
      const [u, v] = placeOf[c.kind](o, tick);
      return Number.isNaN(v) ? Infinity : Math.hypot(c.x(u) - x, c.y(v) - y);
    })));
  }

  // ---- hovering: what every curve says there
  const part = (v) => `${core.number(100 * v, 1)} %`;
  const READ = {
    roc: [(x) => `with ${part(x)} false alarms`, part], pr: [(x) => `with ${part(x)} caught`, part],
    within: (x) => `with at most ${part(x)} false alarms`,
    cost: [(x) => `cut at ${core.number(x, 3)}`, (y) => core.number(y, 2)], decision: [(x) => `threshold probability ${core.number(x, 2)}`, (y) => `${core.number(1000 * y, 1)} per 1,000`],
  };
  for (const c of charts.filter((known) => Array.isArray(READ[known.kind]))) {
    const box = document.createElement("div"), hair = document.createElementNS("http://www.w3.org/2000/svg", "path");
    box.className = "readout";
    box.hidden = true;
    box.setAttribute("aria-hidden", "true");
    hair.setAttribute("class", "hair");
    c.svg.append(hair);
    c.figure.append(box);
    const [title, value] = READ[c.kind];
    const curves = c.kind === "decision" ? all(".line", c.svg) : c.curves;
    const leave = () => {
      box.hidden = true;
      hair.removeAttribute("d");
    };
    c.svg.addEventListener("pointerleave", leave);
    c.svg.addEventListener("pointermove", (event) => {
      const [x] = inPicture(c.svg, event);
      if (x < c.left || x > c.left + c.width || event.buttons) return leave();
      const at = c.value(x), cuts = c.kind === "roc" ? cutsWithin(at) : null, told = curves.flatMap((curve, m) => {
        const y = !state.shown[m] || !models[m] ? null : cuts ? cuts.found[m].tpr : heightAt(curve, x);
        return y === null ? [] : [[m, value(cuts ? y : c.level(y))]];
      });
      const list = document.createElement("table");
      for (const [m, words] of told) {
        const row = list.insertRow();
        row.insertCell().textContent = models[m].name;
        row.insertCell().textContent = words;
      }
      const gap = cuts ? gapAt(cuts) : "";
      box.replaceChildren(cuts ? READ.within(at) : title(at), list, ...(gap ? [gap] : []));
      box.hidden = false;
      hair.setAttribute("d", `M${x} ${c.top}V${c.top + c.height}`);
      const frame = c.figure.getBoundingClientRect(), right = event.clientX - frame.left > frame.width / 2;
      box.classList.toggle("left", right);
      return undefined;
    });
  }
  // What all models catch at the cuts that make at most so many false alarms, where the first and another are paired.
  function cutsWithin(fpr) {
    const os = outlines(state.class), b = other(), pair = b > 0 && leader() === 0 && data.classes.length === 1 ? shared[b] : null;
    const i = pair && lowest(os[0], fpr);
    if (i === null) return null;
    const ticks = core.locked("fpr", os, 0, i, null), k = core.place(os[0], i);
    const found = os.map((o, m) => core.rates(ticks[m] === null ? core.atVertex(o, 0) : core.atTick(o, ticks[m])));
    return { os, b, ticks, found, both: pair.fpr.map((column) => column[k]) };
  }
  // How much more the first model catches than the other there, paired: the difference of the numbers above it.
  function gapAt({ os, b, ticks, both }) {
    if (ticks[b] === null) return "";
    const cells = paired(os[0], core.atTick(os[0], ticks[0]), core.atTick(os[b], ticks[b]), both);
    const gap = core.recallGap(cells, data.z);
    return `${inPoints(gap)} points ${core.told(gap) ? "● told apart" : "○ not told apart"}`;
  }
  function lowest(o, fpr) {
    let best = null;
    for (let i = o.ticks.length - 1; i >= 0 && o.fp[core.place(o, i)] / o.n <= fpr + 1e-12; i--) best = i;
    return best;
  }

  // What Python drew is what this draws first, unless the address says otherwise.
  drawn = { class: 0, priced: priced(), leader: 0 };
  if (restore()) {
    drawn = {};
    toggled();
  } else draw();
})();
