// The page's arithmetic: pure functions of counts, costs and prevalence. The same definitions as the Python
// library's (tested against it); loadable outside a browser.
"use strict";
const core = (() => {
  // ---- columns of numbers, as packed by probative.curves.packing
  function unpack(text) {
    // Thresholds, high to low: as they are written, and stretches of them packed low to high.
    if (Array.isArray(text)) {
      const ends = { inf: Infinity, "-inf": -Infinity };
      return Float64Array.from(text.flatMap((v) => (typeof v === "number" ? v : ends[v] ?? Array.from(unpack(v)).reverse())));
    }
    const [kind, body] = text.split(":");
    const bytes = Uint8Array.from(atob(body), (c) => c.charCodeAt(0));
    if (kind === "d") {
      const view = new DataView(bytes.buffer);
      return Float64Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
    }
    const found = [], parts = Number(kind.slice(1) || 1);
    let total = 0, step = 0, scale = 1;
    for (const byte of bytes) {
      step += (byte & 127) * scale;
      scale *= 128;
      if (byte < 128) {
        total += step;
        found.push(total / parts);
        step = 0;
        scale = 1;
      }
    }
    return Float64Array.from(found);
  }

  const unitTicks = () => Float64Array.from({ length: 1001 }, (_, i) => (1000 - i) / 1000);

  function outline(plain) {
    const [fp, tp] = plain.grid.map(unpack);
    const ticks = plain.ticks === "unit" ? unitTicks() : unpack(plain.ticks), [, , cuts] = plain.hull;
    const [hullFp, hullTp] = plain.hull.slice(0, 2).map(unpack);
    // Thresholds of vertices, or their places among the ticks.
    const hullAt = cuts.ticks ? unpack(cuts.ticks).map((i) => (i ? ticks[i - 1] : Infinity)) : unpack(cuts);
    const [lineFp, lineTp] = plain.line.map(unpack);
    const parts = plain.squares ? plain.squares.map(unpack) : null;
    // At the ticks, then at the vertices of the hull, the last of which has all rows.
    const squares = parts && [[...parts[0], ...parts[1]], [...parts[2], ...parts[3]]];
    return {
      // The last vertex has all rows, as packed: none are left over where all are called positive.
      p: hullTp.at(-1), n: hullFp.at(-1), ticks,
      fp, tp, hullFp, hullTp, hullAt, lineFp, lineTp, squares,
    };
  }

  // ---- the four outcomes; squares: sums of squared weights of the same cells, or null
  function cells(o, fp, tp, place) {
    const found = { tp, fn: o.p - tp, fp, tn: o.n - fp, squares: null };
    if (o.squares) {
      const [n2, p2] = o.squares, last = n2.length - 1;
      found.squares = { tp: p2[place], fn: p2[last] - p2[place], fp: n2[place], tn: n2[last] - n2[place] };
    }
    return found;
  }
  // Slider positions run from low to high thresholds, the columns from high to low.
  const place = (o, i) => o.ticks.length - 1 - i;
  const atTick = (o, i) => cells(o, o.fp[place(o, i)], o.tp[place(o, i)], place(o, i));
  const atVertex = (o, v) => cells(o, o.hullFp[v], o.hullTp[v], o.ticks.length + v);
  const rates = (c) => ({ fpr: c.fp / (c.fp + c.tn), tpr: c.tp / (c.tp + c.fn) });

  // ---- measures of the cells; 0/0 is NaN: undefined
  const ratio = (a, b) => (b === 0 ? NaN : a / b);
  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
  const size = (c) => c.tp + c.fn + c.fp + c.tn;
  const share = (part, whole) => ({ part, whole, low: 0, high: 1, value: (c) => ratio(part(c), whole(c)) });
  const other = (value, low = 0, high = 1) => ({ value, low, high });
  const measures = {
    recall: share((c) => c.tp, (c) => c.tp + c.fn),
    specificity: share((c) => c.tn, (c) => c.tn + c.fp),
    precision: share((c) => c.tp, (c) => c.tp + c.fp),
    npv: share((c) => c.tn, (c) => c.tn + c.fn),
    accuracy: share((c) => c.tp + c.tn, size),
    prediction_rate: share((c) => c.tp + c.fp, size),
    balanced_accuracy: other((c) => (ratio(c.tp, c.tp + c.fn) + ratio(c.tn, c.tn + c.fp)) / 2),
    f1: other((c) => ratio(2 * c.tp, 2 * c.tp + c.fn + c.fp)),
    mcc: other((c) => {
      const root = Math.sqrt(c.tp + c.fp) * Math.sqrt(c.tp + c.fn) * Math.sqrt(c.tn + c.fp) * Math.sqrt(c.tn + c.fn);
      return clamp(ratio(c.tp * c.tn - c.fp * c.fn, root), -1, 1);
    }, -1),
    kappa: other((c) => {
      const openToSkill = (c.tp + c.fp) * (c.fp + c.tn) + (c.tp + c.fn) * (c.fn + c.tn);
      return ratio(2 * (c.tp * c.tn - c.fn * c.fp), openToSkill);
    }, -1),
    informedness: other((c) => ratio(c.tp, c.tp + c.fn) - ratio(c.fp, c.fp + c.tn), -1),
  };
  const free = ["recall", "specificity", "balanced_accuracy", "informedness"];
  const costMeasure = (fp, fn) => ({
    value: (c) => ratio(fp * c.fp + fn * c.fn, size(c)), low: 0, high: Infinity, logs: true,
  });

  function why(name, c) {
    const empty = {
      precision: [["predicted positives", c.tp + c.fp]],
      npv: [["predicted negatives", c.tn + c.fn]],
    }[name] || [
      ["actual positives", c.tp + c.fn], ["actual negatives", c.fp + c.tn],
      ["predicted positives", c.tp + c.fp], ["predicted negatives", c.tn + c.fn],
    ];
    const missing = empty.find(([, count]) => count === 0);
    return missing ? `no ${missing[0]}` : "0/0";
  }

  // ---- intervals: Wilson for shares, square-and-add (MOVER) for what depends on several
  function wilson(successes, trials, z) {
    const z2 = z * z, p = successes / trials, scale = 1 + z2 / trials;
    const centre = (p + z2 / (2 * trials)) / scale;
    const half = (z / scale) * Math.sqrt((p * (1 - p)) / trials + z2 / (4 * trials * trials));
    return [successes === 0 ? 0 : Math.max(centre - half, 0), successes === trials ? 1 : Math.min(centre + half, 1)];
  }

  function shareLimits(part, whole, c, z) {
    let successes = part(c), trials = whole(c);
    if (c.squares && trials) {
      const a = part(c.squares), b = whole(c.squares), p = successes / trials;
      const variance = (a * (1 - p) ** 2 + (b - a) * p * p) / (trials * trials);
      const kish = (trials * trials) / b;
      trials = variance > 0 && p > 0 && p < 1 ? Math.min((p * (1 - p)) / variance, kish) : kish;
      successes = Math.min(p * trials, trials);
    }
    if (!trials) return [NaN, NaN];
    return wilson(successes, trials, z);
  }

  function squareAndAdd(value, moves) {
    let down = 0, up = 0;
    for (const ends of moves) {
      const shifts = ends.filter((end) => !Number.isNaN(end)).map((end) => end - value);
      down += Math.min(0, ...shifts) ** 2;
      up += Math.max(0, ...shifts) ** 2;
    }
    return [value - Math.sqrt(down), value + Math.sqrt(up)];
  }

  function onLogs(value, moves) {
    if (value === 0) return [0, squareAndAdd(0, moves)[1]];
    const logs = moves.map((ends) => ends.map((end) => (end > 0 ? Math.log(end) : -Infinity)));
    return squareAndAdd(Math.log(value), logs).map(Math.exp);
  }

  const withShares = (p, recall, specificity) => ({
    tp: p * recall, fn: p * (1 - recall), fp: (1 - p) * (1 - specificity), tn: (1 - p) * specificity, squares: null,
  });

  // Places between its limits at which a share is looked at: extremes may lie between.
  const STEPS = 17;
  const PAIRS = [
    [(k) => k.tp + k.fn, size], [(k) => k.tp, (k) => k.tp + k.fn], [(k) => k.tn, (k) => k.tn + k.fp],
  ];
  // Prevalence, recall and specificity of the same cells, with their limits: all measures of a moment ask for them.
  const remembered = (make) => {
    const known = new WeakMap();
    return (cells, z) => {
      if (known.get(cells)?.z !== z) known.set(cells, { z, made: make(cells, z) });
      return known.get(cells).made;
    };
  };
  const sharesOf = remembered((c, z) => PAIRS.map(([part, whole]) => ({
    value: part(c) / whole(c), limits: shareLimits(part, whole, c, z),
  })));
  function mover(measure, c, z, prior) {
    const known = sharesOf(c, z), shares = known.map(({ value }) => value), moves = [];
    if (prior !== null) shares[0] = prior;
    const at = { tp: 0, fn: 0, fp: 0, tn: 0, squares: null };
    const valued = () => {
      const [p, recall, specificity] = shares;
      at.tp = p * recall;
      at.fn = p * (1 - recall);
      at.fp = (1 - p) * (1 - specificity);
      at.tn = (1 - p) * specificity;
      return measure.value(at);
    };
    for (let i = prior === null ? 0 : 1; i < 3; i++) {
      const [low, high] = known[i].limits, share = shares[i];
      let least = Infinity, most = -Infinity;
      for (let k = 0; k <= STEPS; k++) {
        shares[i] = k < STEPS ? low + ((high - low) * k) / (STEPS - 1) : clamp(0.5, low, high);
        const value = valued();
        if (value < least) least = value;
        if (value > most) most = value;
      }
      shares[i] = share;
      if (least <= most) moves.push([least, most]);
    }
    const value = prior === null ? measure.value(c) : valued();
    const [low, high] = measure.logs ? onLogs(value, moves) : squareAndAdd(value, moves);
    return { value, low: Math.max(low, measure.low), high: Math.min(high, measure.high) };
  }

  // A measure with its interval; prior null: at the sample's own prevalence.
  function estimate(name, c, z, prior = null, costs = null) {
    const measure = name === "expected_cost" ? costMeasure(costs.fp, costs.fn) : measures[name];
    const known = free.includes(name) ? null : prior;
    let found;
    if (measure.part && known === null) {
      const [low, high] = shareLimits(measure.part, measure.whole, c, z);
      found = { value: measure.value(c), low, high };
    } else if (name === "f1" && known === null) {
      // F = 2J / (1 + J) of Jaccard's index, which is a share.
      const ends = shareLimits((k) => k.tp, (k) => k.tp + k.fn + k.fp, c, z).map((j) => (2 * j) / (1 + j));
      found = { value: measure.value(c), low: ends[0], high: ends[1] };
    } else {
      found = mover(measure, c, z, known);
    }
    return Number.isNaN(found.value) ? { value: NaN, low: NaN, high: NaN, why: why(name, c) } : found;
  }

  // ---- costs: slopes, the best vertex of the hull, lines of equal cost
  const slope = (costs, prior) => (costs.fp * (1 - prior)) / (costs.fn * prior);
  const worst = (costs, prior) => costs.fn * prior + costs.fp * (1 - prior);
  const cost = (fpr, tpr, costs, prior) => costs.fn * prior * (1 - tpr) + costs.fp * (1 - prior) * fpr;
  const probabilityCost = (costs, prior) => (costs.fn * prior) / worst(costs, prior);

  // The vertex of least cost; among equals the first, which has the highest threshold, and then the last.
  function optimum(o, costs, prior) {
    // From the missed rows themselves: 1 - TPR would round away what makes two vertices equal.
    const missed = (v) => (o.p - o.hullTp[v]) / o.p;
    const found = Array.from(o.hullFp, (fp, v) => costs.fn * prior * missed(v) + costs.fp * (1 - prior) * (fp / o.n));
    const least = Math.min(...found), good = (c) => c <= least + 1e-12 * Math.abs(least);
    const vertex = found.findIndex(good), last = found.findLastIndex(good);
    return {
      vertex, threshold: o.hullAt[vertex], lowest: o.hullAt[last], fpr: o.hullFp[vertex] / o.n,
      tpr: o.hullTp[vertex] / o.p, cost: found[vertex],
    };
  }

  // The part of the line through (x, y) inside the unit square: [x1, y1, x2, y2].
  function chord(m, x, y) {
    const at = (u) => y + m * (u - x);
    const back = (v) => (m === 0 ? NaN : x + (v - y) / m);
    const x1 = m > 0 ? Math.max(0, back(0)) : 0, x2 = m > 0 ? Math.min(1, back(1)) : 1;
    return Number.isFinite(m) ? [x1, clamp(at(x1), 0, 1), x2, clamp(at(x2), 0, 1)] : [x, 0, x, 1];
  }

  // The part below `top` of the line from (0, left) to (1, right).
  function below(left, right, top) {
    const cross = (top - left) / (right - left);
    const from = left > top ? cross : 0, to = right > top ? cross : 1;
    const at = (x) => Math.min(left + x * (right - left), top);
    return left > top && right > top ? null : [from, at(from), to, at(to)];
  }

  // ---- curves
  // Straight in the ROC plane is curved here: long steps are cut into short ones.
  function precisionRecall(o, prior) {
    const xs = [], ys = [];
    for (let i = 1; i < o.lineFp.length; i++) {
      const f0 = o.lineFp[i - 1] / o.n, t0 = o.lineTp[i - 1] / o.p, f1 = o.lineFp[i] / o.n, t1 = o.lineTp[i] / o.p;
      const steps = 1 + Math.floor(64 * Math.max(f1 - f0, t1 - t0));
      for (let k = i === 1 ? 0 : 1; k <= steps; k++) {
        const way = i === 1 && k === 0 ? 1e-9 : k / steps;
        const f = f0 + way * (f1 - f0), t = t0 + way * (t1 - t0);
        xs.push(t);
        ys.push((prior * t) / (prior * t + (1 - prior) * f));
      }
    }
    return [xs, ys];
  }

  function costByTick(o, costs, prior) {
    const most = worst(costs, prior), found = new Float64Array(o.ticks.length);
    for (let i = 0; i < found.length; i++) {
      const k = place(o, i);
      found[i] = cost(o.fp[k] / o.n, o.tp[k] / o.p, costs, prior) / most;
    }
    return found;
  }

  function costCurve(o) {
    const xs = [0], ys = [0];
    for (let v = 1; v < o.hullFp.length; v++) {
      const f0 = o.hullFp[v - 1] / o.n, t0 = o.hullTp[v - 1] / o.p;
      const df = o.hullFp[v] / o.n - f0, dt = o.hullTp[v] / o.p - t0;
      const pc = df / (df + dt);
      xs.push(pc);
      ys.push(f0 * (1 - pc) + (1 - t0) * pc);
    }
    xs.push(1);
    ys.push(0);
    return [xs, ys];
  }

  // ---- which threshold: the slider positions of all models, given that of the first
  const alerts = (o, k, prior) => (prior * o.tp[k]) / o.p + ((1 - prior) * o.fp[k]) / o.n;
  // The lowest threshold whose rate does not exceed the wanted one; null where even the highest does.
  function lowestWithin(o, rate, wanted) {
    let low = 0, high = o.ticks.length - 1;
    while (low < high) {
      const middle = low + Math.floor((high - low) / 2);
      if (rate(place(o, middle)) <= wanted + 1e-12) high = middle;
      else low = middle + 1;
    }
    return rate(place(o, low)) <= wanted + 1e-12 ? low : null;
  }
  function locked(mode, outlines, reference, i, prior) {
    const first = outlines[reference], k = place(first, i);
    return outlines.map((o, m) => {
      if (m === reference || mode === "threshold") return i;
      if (mode === "fpr") return lowestWithin(o, (j) => o.fp[j] / o.n, first.fp[k] / first.n);
      const own = prior === null ? o.p / (o.p + o.n) : prior, its = prior === null ? first.p / (first.p + first.n) : prior;
      return lowestWithin(o, (j) => alerts(o, j, own), alerts(first, k, its));
    });
  }
  // The slider position nearest to a threshold.
  function nearest(o, threshold) {
    let best = 0;
    for (let i = 1; i < o.ticks.length; i++) {
      if (Math.abs(o.ticks[place(o, i)] - threshold) < Math.abs(o.ticks[place(o, best)] - threshold)) best = i;
    }
    return best;
  }

  // The position of a typed threshold, and whether its counts are known: those of its neighbours, if all are the same.
  function typedAt(os, value) {
    const o = os[0], best = nearest(o, value), at = o.ticks[place(o, best)];
    if (at === value) return { tick: best, value: null, exact: true };
    const last = o.ticks.length - 1;
    let up = best;
    while (up <= last && o.ticks[place(o, up)] < value) up++;
    while (up > 0 && o.ticks[place(o, up - 1)] >= value) up--;
    const down = up - 1;
    if (up > last || down < 0) {
      // Beyond the ends: nobody is called above the highest score, everybody below the lowest.
      const same = (k, fp, tp) => os.every((m) => m.fp[k] === fp(m) && m.tp[k] === tp(m));
      const none = up > last && same(place(o, last), () => 0, () => 0);
      const all = down < 0 && same(place(o, 0), (m) => m.n, (m) => m.p);
      return { tick: best, value: none || all ? value : null, exact: none || all };
    }
    const [k, j] = [place(o, up), place(o, down)];
    const exact = os.every((m) => m.fp[k] === m.fp[j] && m.tp[k] === m.tp[j]);
    return { tick: exact ? up : best, value: exact ? value : null, exact };
  }

  // ---- two models on the same rows, from what each calls and what both call: { a, b, both } of each class
  function scoreRoot(more, fewer, n, z) {
    const gap = (more - fewer) / n;
    if (gap >= 1) return 1;
    const excess = (delta) => {
      const a = 2 * n, b = -more - fewer + (2 * n - more + fewer) * delta, c = -fewer * delta * (1 - delta);
      const part = (Math.sqrt(Math.max(b * b - 4 * a * c, 0)) - b) / (2 * a);
      return delta - gap - z * Math.sqrt(Math.max(2 * part + delta - delta * delta, 0) / n);
    };
    let low = gap + 1e-14, high = 1;
    if (!(excess(low) < 0 && excess(1) > 0)) return low;
    for (let i = 0; i < 60 && high - low > 1e-15; i++) {
      const middle = (low + high) / 2;
      if (excess(middle) < 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }
  function gap({ a, b, both }, rows, scale, z) {
    const limit = (x, y) => scoreRoot(x - both, y - both, rows, z);
    return [(scale * (a - b)) / rows, -scale * limit(b, a), scale * limit(a, b)];
  }
  const recallGap = (cells, z) => gap(cells.tp, cells.p, 1, z);
  // Where recall and specificity of both models lead, apart and together, and the limits of the prevalence.
  const paths = remembered(({ p, n, tp, fp }, z) => {
    const classes = [[p, tp.a, tp.b, tp.both], [n, n - fp.a, n - fp.b, n - fp.a - fp.b + fp.both]];
    const [recall, specificity] = classes.map(([rows, a, b]) => [a / rows, b / rows]);
    const fitted = (a, b) => {
      const shift = Math.max(a - 1, b - 1, 0) + Math.min(a, b, 0);
      return [a - shift, b - shift].map((s) => clamp(s, 0, 1));
    };
    const ways = classes.map(([rows, a, b, both]) => {
      const [u, v] = [a / rows, b / rows], mean = (u + v) / 2;
      const gaps = [-scoreRoot(b - both, a - both, rows, z), scoreRoot(a - both, b - both, rows, z)];
      const apart = gaps.map((end) => fitted(u + (end - u + v) / 2, v - (end - u + v) / 2));
      const together = wilson(mean * rows, rows, z).map((end) => fitted(u + end - mean, v + end - mean));
      return [apart, together];
    });
    return { recall, specificity, ways, prevalences: wilson(p, p + n, z) };
  });
  // The library's paired square-and-add: recall, specificity and prevalence are moved to their limits.
  function pairedGap(name, cells, prior, costs, z) {
    const measure = name === "expected_cost" ? costMeasure(costs.fp, costs.fn) : measures[name], { p, n, tp, fp } = cells;
    const prevalence = prior ?? p / (p + n);
    const at = (share, recall, specificity) => {
      const [a, b] = [0, 1].map((m) => measure.value(withShares(share, recall[m], specificity[m])));
      return Number.isFinite(a) && Number.isFinite(b) ? a - b : NaN;
    };
    const { recall, specificity, ways, prevalences } = paths(cells, z);
    const [x, y] = ["a", "b"].map((m) => measure.value({ tp: tp[m], fn: p - tp[m], fp: fp[m], tn: n - fp[m] }));
    const value = prior === null ? x - y : at(prevalence, recall, specificity);
    if (Number.isNaN(value)) return [NaN, NaN, NaN];
    const moves = [
      (prior === null ? prevalences : []).map((end) => at(end, recall, specificity)),
      ...ways[0].map((ends) => ends.map((shares) => at(prevalence, shares, specificity))),
      ...ways[1].map((ends) => ends.map((shares) => at(prevalence, recall, shares))),
    ];
    const [low, high] = squareAndAdd(value, moves), reach = measure.high - measure.low;
    return [value, Math.max(low, -reach), Math.min(high, reach)];
  }
  const told = ([, low, high]) => low > 0 || high < 0;

  // ---- a scale for scores: straight, or stretched at the ends where they crowd there
  const scales = {
    linear: { to: (v) => v, back: (u) => u },
    logit: { to: (v) => Math.log(v / (1 - v)), back: (u) => 1 / (1 + Math.exp(-u)) },
  };
  // Rows of either class between the edges of so many equal parts of the axis, from the counts at the ticks.
  function heights(o, low, high, kind, parts) {
    const { to, back } = scales[kind], edges = Array.from({ length: parts + 1 }, (_, i) => {
      return back(to(low) + ((to(high) - to(low)) * i) / parts);
    });
    const above = (column, all, v) => {
      let a = 0, b = o.ticks.length - 1;
      if (v > o.ticks[0]) return 0;
      if (v <= o.ticks[b]) return all;
      while (b - a > 1) {
        const middle = (a + b) >> 1;
        if (o.ticks[middle] >= v) a = middle;
        else b = middle;
      }
      const span = o.ticks[a] - o.ticks[b];
      return column[a] + (span > 0 ? ((o.ticks[a] - v) / span) * (column[b] - column[a]) : 0);
    };
    return [[o.tp, o.p], [o.fp, o.n]].map(([column, all]) => {
      const over = edges.map((v, i) => (i === 0 ? all : i === parts ? 0 : above(column, all, v)));
      const rows = over.slice(0, -1).map((v, i) => Math.sqrt(Math.max(v - over[i + 1], 0)));
      const most = Math.max(...rows) || 1;
      return rows.map((r) => r / most);
    });
  }

  // ---- numbers as text: as many digits as the interval is worth
  function digits(low, high) {
    const half = (high - low) / 2;
    return Number.isFinite(half) && half > 0 ? Math.max(1 - Math.floor(Math.log10(half)), 0) : 4;
  }
  // The digits of a row: three for shares where they tell enough, else as many as the narrowest interval is worth.
  function alike(row, share = false) {
    if (share) {
      const whole = (end) => [0, 1].includes(Math.abs(end)), told = row.filter(({ value }) => Number.isFinite(value));
      const hidden = told.some((found) => [found.value, found.low, found.high].some((end) => !whole(end) && whole(Number(fixed(end, 3)))));
      const closed = told.some(({ low, high }) => low < high && fixed(low, 3) === fixed(high, 3));
      return hidden || closed ? Math.max(3, ...told.map(({ low, high }) => digits(low, high))) : 3;
    }
    const known = row.filter(({ low, high }) => Number.isFinite(high - low) && high > low).map(({ low, high }) => digits(low, high));
    return known.length ? Math.max(...known) : 4;
  }
  // Ties go to the even digit, as in Python: only an exact expansion can tell them from near ties.
  function fixed(value, d) {
    const scaled = value * 10 ** d;
    if (scaled % 1 === 0.5 && /^50*$/.test(value.toFixed(60).split(".")[1].slice(d))) {
      return (2 * Math.round(scaled / 2) / 10 ** d).toFixed(d);
    }
    return value.toFixed(d);
  }
  // As Python's "g": so many significant digits, no trailing zeros; very large and very small numbers with a power.
  function general(value, d) {
    const exact = value.toExponential(99), even = /^[02468]50*e/.test(exact.slice(d));
    const [text, power] = even ? [exact.slice(0, d + 1), exact.split("e")[1]] : value.toExponential(d - 1).split("e");
    if (power >= -4 && power < d) return String(Number(`${text}e${power}`));
    return `${Number(text)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
  }
  // More decimals than are written out, most of them zeros.
  const small = (size, d) => (size < 10 ** -d / 2 ? "0" : general(size, clamp(Math.floor(Math.log10(size)) + d + 1, 1, 15)).replace("-", "−"));
  const grouped = (text) => text.replace(/^\d{4,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  const sign = (value) => (value < 0 || Object.is(value, -0) ? "−" : "");
  function number(value, d) {
    if (Number.isNaN(value)) return "?";
    if (!Number.isFinite(value)) return `${sign(value)}∞`;
    const size = Math.abs(value), text = size >= 1e7 ? general(size, 4) : d > 8 ? small(size, d) : grouped(fixed(size, d));
    return (value < 0 && /[1-9]/.test(text) ? "−" : "") + text;
  }
  // Rows that were tested m times count 1/m each; their sums are whole but for rounding.
  function count(value) {
    const whole = Math.round(value);
    return grouped(Math.abs(value - whole) < 1e-6 ? String(whole) : fixed(Number(value.toFixed(9)), 2));
  }
  function shown(found, d = digits(found.low, found.high)) {
    if (Number.isNaN(found.value)) return ["undefined", found.why || ""];
    const unknown = Number.isNaN(found.low) + Number.isNaN(found.high);
    if (unknown) return [number(found.value, d), unknown > 1 ? found.why || "" : "[unbounded]"];
    return [number(found.value, d), `[${number(found.low, d)}, ${number(found.high, d)}]`];
  }
  // A threshold: all of its digits, so that it calls the rows that are counted beside it.
  function threshold(value) {
    return Number.isFinite(value) ? String(value).replaceAll("-", "−") : number(value, 0);
  }
  // A difference: with its sign, and its limits in words.
  const plus = (text) => (/[1-9]/.test(text) && !text.startsWith("−") && text !== "?" ? `+${text}` : text);
  const spread = ([, low, high], d, scale = 1) => `${number(low * scale, d)} to ${number(high * scale, d)}`;

  return {
    unpack, outline, atTick, atVertex, rates, estimate, measures, wilson, slope, cost, worst, probabilityCost, optimum, free,
    chord, below, precisionRecall, costByTick, costCurve, locked, nearest, digits, alike, number, count, shown, threshold, place,
    general, fixed, typedAt, recallGap, pairedGap, told, scales, heights, plus, spread,
  };
})();
if (typeof module !== "undefined") module.exports = core;
