"""Windows that the page is looked at through, and what must hold of any look."""

from __future__ import annotations

from typing import Any

PHONE = {"viewport": {"width": 390, "height": 844}}
DESK = {"viewport": {"width": 1280, "height": 900}}
WIDE = {"viewport": {"width": 1920, "height": 1080}}
PAPER = {"viewport": {"width": 690, "height": 1000}}
"""A4 less its margins, in pixels."""

CUT_OFF = """() => {
    const scrolls = e => e && (['auto', 'scroll'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement))
    const found = []
    const say = (e, what) => found.push(`${what}: ${e.outerHTML.slice(0, 90)}`)
    for (const e of document.querySelectorAll('main *:not(svg *)')) {
        const box = e.getBoundingClientRect()
        if (!box.width || !e.checkVisibility() || e.closest('.sr, .long') || scrolls(e)) continue
        if (box.right > innerWidth + 1 || box.left < -1) say(e, 'outside')
    }
    for (const svg of document.querySelectorAll('svg')) {
        const room = svg.getBoundingClientRect()
        for (const e of svg.querySelectorAll('text')) {
            const box = e.getBoundingClientRect()
            if (box.width && (box.left < room.left - 1 || box.right > room.right + 1 || box.bottom > room.bottom + 2
                              || box.top < room.top - 2)) say(e, 'cut off')
        }
    }
    return found
}"""
"""What sticks out of the window or of its picture."""

CONTRASTS = """() => {
    const rgb = text => text.match(/[\\d.]+/g).map(Number)
    const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4
    const light = c => c.slice(0, 3).reduce((sum, v, i) => sum + [.2126, .7152, .0722][i] * linear(v / 255), 0)
    const up = e => e ? [e, ...up(e.parentElement)] : []
    const filled = c => c.length < 4 || c[3] > 0
    const ground = e => up(e).map(e => rgb(getComputedStyle(e).backgroundColor)).find(filled) ?? [255, 255, 255]
    const solid = e => up(e).reduce((a, e) => a * Number(getComputedStyle(e).opacity), 1)
    const result = { text: {}, lines: {} }
    const note = (kind, e, ink, a) => {
        const back = ground(e), seen = ink.map((v, i) => a * v + (1 - a) * back[i])
        const [high, low] = [light(seen), light(back)].sort((x, y) => y - x)
        const name = [e.tagName.toLowerCase(), e.getAttribute('class') ?? ''].join('.')
        result[kind][name] = Math.min(result[kind][name] ?? 99, (high + .05) / (low + .05))
    }
    const words = 'h1, h2, h3, p, th, td, small, caption, figcaption, li, em, strong, a, code, dt, dd, summary, ' +
        'label, legend, select, button, input[type=number], svg text'
    for (const e of document.querySelectorAll(words)) {
        if ((!e.textContent.trim() && e.tagName !== 'INPUT') || !e.checkVisibility()) continue
        const style = getComputedStyle(e)
        note('text', e, rgb(e.closest('svg') ? style.fill : style.color), solid(e))
    }
    const drawn = 'svg :is(.line, .mark, .tangent, .iso, .interval, .cut), .whiskers path'
    for (const e of document.querySelectorAll(drawn)) {
        if (!e.checkVisibility()) continue
        const style = getComputedStyle(e), which = e.matches('.mark:not(.hollow)') ? 'fill' : 'stroke'
        note('lines', e, rgb(style[which]), solid(e) * Number(style[`${which}Opacity`]))
    }
    return result
}"""
"""The least contrast of every sort of text and of line with what is behind it."""


def assert_contrasts(found: dict[str, dict[str, float]]) -> None:
    """WCAG AA: 4.5 for text, 3 for what one must see in a picture."""
    low = {name: ratio for name, ratio in found["text"].items() if ratio < 4.5}
    assert low == {}, low
    faint = {name: ratio for name, ratio in found["lines"].items() if ratio < 3}
    assert faint == {}, faint


def cut_off(shown: Any) -> list[str]:
    found: list[str] = shown.evaluate(CUT_OFF)
    return found
