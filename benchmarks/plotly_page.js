// What a drag does on the Plotly page. Measures come from the report's own arithmetic, so that only drawing differs.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const outlines = data.models.map((model) => core.outline({ ...model.outlines[0], ticks: data.ticks[0] }));
const charts = document.getElementById("charts"), slider = document.getElementById("threshold");
const cards = [...document.querySelectorAll("article")].map((card) => [...card.querySelectorAll("tr")].map((row) => ({
  value: row.querySelector("[data-value]"), interval: row.querySelector("[data-interval]"),
})).filter(({ value }) => value));
const outcomes = [...document.querySelectorAll("tr[data-live]")].map((row) => [...row.querySelectorAll("[data-cell]")]);
const ways = {
  restyle: (x, y, traces) => Plotly.restyle(charts, { x, y }, traces),
  animate: (x, y, traces) => Plotly.animate(
    charts, { data: x.map((column, k) => ({ x: column, y: y[k] })), traces },
    { mode: "immediate", transition: { duration: 0 }, frame: { duration: 0, redraw: false } },
  ),
};
const move = ways[location.hash.slice(1) || "restyle"];

let waiting = false;
function draw() {
  waiting = false;
  const tick = slider.valueAsNumber, x = [[], [], [], []], y = [[], [], [], []];
  outlines.forEach((o, m) => {
    const cells = core.atTick(o, tick), { fpr, tpr } = core.rates(cells), prior = o.p / (o.p + o.n);
    const cost = core.cost(fpr, tpr, data.costs, prior) / core.worst(data.costs, prior);
    const precision = cells.tp + cells.fp ? cells.tp / (cells.tp + cells.fp) : 1;
    const places = [
      [fpr, tpr], [tpr, precision], [o.ticks[core.place(o, tick)], cost],
      [core.probabilityCost(data.costs, prior), cost],
    ];
    places.forEach((place, k) => {
      x[k].push(place[0]);
      y[k].push(place[1]);
    });
    for (const cell of outcomes[m]) cell.textContent = core.count(cells[cell.dataset.cell]);
    for (const { value, interval } of cards[m]) {
      const shown = core.shown(core.estimate(value.dataset.value, cells, data.z, data.prior, data.costs));
      [value.textContent, interval.textContent] = shown;
    }
  });
  // The last four traces hold the marks of the four charts.
  const first = charts.data.length - 4;
  move(x, y, [first, first + 1, first + 2, first + 3]);
}
slider.addEventListener("input", () => {
  if (!waiting) requestAnimationFrame(draw);
  waiting = true;
});
