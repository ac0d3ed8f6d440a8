"""A page in the browser: what it asked for, what it shows, and hands to move its controls."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from playwright.sync_api import Frame, Page

Array = np.ndarray[Any, Any]

# Everything that is read after a change waits for the frame in which it is drawn.
FRAME = "await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SET = f"""async ([id, value, event]) => {{
    const control = document.getElementById(id)
    control.value = value
    control.dispatchEvent(new Event(event, {{ bubbles: true }}))
    {FRAME}
}}"""
READ = """() => {
    const text = e => e === null ? null : e.textContent
    const cells = e => Object.fromEntries(
        [...e.querySelectorAll('[data-cell]')].map(c => [c.dataset.cell, c.textContent]))
    const lines = [...document.querySelectorAll('tr[data-live]')]
    const rows = [...document.querySelectorAll('tr[data-row]')]
    const column = kind => lines.map((_, m) => Object.fromEntries(
        rows.map(row => [row.dataset.row, row.querySelectorAll(kind)[m]?.textContent])))
    return {
        names: lines.map(row => row.querySelector('th').textContent),
        counts: lines.map(cells),
        bars: [...document.querySelectorAll('figure[data-model]')].map(cells),
        values: column('.v'), intervals: column('.i'),
        points: lines.map(row => Object.fromEntries(
            [...row.querySelectorAll('td[data-live]')].map(e => [e.dataset.live, e.textContent]))),
        gap: text(document.querySelector('[data-text=gap]')),
        state: text(document.getElementById('state')),
        ticks: document.getElementById('threshold')?.value ?? null,
        mode: document.getElementById('mode')?.value ?? null,
        boxes: Object.fromEntries([...document.querySelectorAll('input[type=number]')].map(b => [b.id, b.value])),
    }
}"""
SWEEP = f"""async ([id, values]) => {{
    const read = {READ}, control = document.getElementById(id), found = []
    for (const value of values) {{
        control.value = value
        control.dispatchEvent(new Event('input', {{ bubbles: true }}))
        {FRAME}
        found.push(read())
    }}
    return found
}}"""


@dataclass
class Chart:
    """A chart's frame: pixels to values."""

    left: float
    top: float
    width: float
    height: float
    x0: float
    x1: float
    y0: float
    y1: float

    def values(self, pixels: Array) -> Array:
        """Points in pixels as values of the axes."""
        x = self.x0 + (pixels[:, 0] - self.left) / self.width * (self.x1 - self.x0)
        y = self.y1 - (pixels[:, 1] - self.top) / self.height * (self.y1 - self.y0)
        return np.column_stack([x, y])

    def pixels(self, points: Array) -> Array:
        """Values of the axes as points in pixels."""
        x = self.left + (points[:, 0] - self.x0) / (self.x1 - self.x0) * self.width
        y = self.top + (self.y1 - points[:, 1]) / (self.y1 - self.y0) * self.height
        return np.column_stack([x, y])


@dataclass
class Shown:
    """A page, with everything that it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ears: dict[Any, Any] = {
            "request": lambda request: self.requests.append(request.url),
            "pageerror": lambda error: self.complaints.append(str(error)),
            "dialog": self._answer,
            "console": self._note,
        }

    def listen(self) -> None:
        """Write down requests, errors, warnings and dialogs."""
        for event, heard in self.ears.items():
            self.page.on(event, heard)

    def stop_listening(self) -> None:
        for event, heard in self.ears.items():
            self.page.remove_listener(event, heard)

    def _answer(self, dialog: Any) -> None:
        self.complaints.append(dialog.message)
        dialog.dismiss()

    def _note(self, said: Any) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def evaluate(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def settle(self) -> None:
        """Wait until what was changed is drawn."""
        self.evaluate(f"async () => {{ {FRAME} }}")

    def set(self, control: str, value: Any) -> None:
        """Give a control a value, as its user would have."""
        ranges = control in ("threshold", "ratio", "prevalence")
        if control == "prevalence":
            # The slider is stretched at its ends, where a little makes a difference.
            self.type("prevalence-number", 100 * value)
            return
        self.evaluate(SET, [control, str(value), "input" if ranges else "change"])

    def type(self, box: str, value: Any) -> None:
        """Type a number into a box, and leave it by Enter."""
        self.page.fill(f"#{box}", str(value))
        self.page.press(f"#{box}", "Enter")
        self.settle()

    def sweep(self, control: str, values: list[Any]) -> list[dict[str, Any]]:
        """What is shown at every one of these values of a slider."""
        found: list[dict[str, Any]] = self.evaluate(SWEEP, [control, values])
        return found

    def read(self) -> dict[str, Any]:
        """Counts, measures and words of all models, as shown now."""
        found: dict[str, Any] = self.evaluate(READ)
        return found

    def names(self) -> list[str]:
        """The models in the order of the page: the best first."""
        found: list[str] = self.read()["names"]
        return found

    def counts(self) -> list[dict[str, float]]:
        """The four outcomes of every model, as shown now."""
        return [numbers(cells) for cells in self.read()["counts"]]

    def attribute(self, selector: str, name: str, place: int = 0) -> str:
        """An attribute of what is there already: without the patience that a locator takes its time for."""
        found = self.evaluate(
            "([selector, name, place]) => document.querySelectorAll(selector)[place]?.getAttribute(name) ?? null",
            [selector, name, place],
        )
        assert isinstance(found, str), selector
        return found

    def chart(self, kind: str) -> Chart:
        return Chart(*map(float, self.attribute(f"[data-chart='{kind}']", "data-frame").split()[:8]))

    def line(self, kind: str, selector: str, place: int = 0) -> Array:
        """The points of a path of a chart, in pixels of the picture."""
        return points(self.attribute(f"[data-chart='{kind}'] {selector}", "d", place))

    def mark(self, kind: str, name: str, model: int) -> Array:
        """Where a mark stands, in pixels of the picture: one row."""
        moved = self.attribute(
            f"[data-chart='{kind}'] .overlay[data-model='{model}'] [data-mark='{name}']", "transform"
        )
        found = re.match(r"translate\((\S+) (\S+)\)", moved)
        assert found is not None
        return np.array([[float(found[1]), float(found[2])]])

    def overflow(self) -> float:
        """How wide the page is."""
        width: float = self.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
        return width


def points(data: str) -> Array:
    """The corners of path data made of M, L, H, V, h and v, and of l with many steps."""
    found: list[list[float]] = []
    for step, words in re.findall(r"([MLHVlhv])([^MLHVlhvZ]*)", data):
        values = [float(word) for word in re.findall(r"-?[\d.]+", words)]
        if step == "l":
            found += (found[-1] + np.cumsum(np.reshape(values, (-1, 2)), axis=0)).tolist()
            continue
        if step in "hv":
            x, y = found[-1]
            found.append([x + values[0], y] if step == "h" else [x, y + values[0]])
            continue
        found.append([values[0], found[-1][1]] if step == "H" else [found[-1][0], values[0]] if step == "V" else values)
    return np.array(found)


def numbers(cells: dict[str, str]) -> dict[str, float]:
    return {cell: float(words.replace(",", "").replace("−", "-")) for cell, words in cells.items()}


def words_of(frame: Page | Frame, selector: str) -> list[str]:
    return frame.locator(selector).all_text_contents()
