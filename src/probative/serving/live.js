// The list as it is now: asked every two seconds, fetched again when a run has finished; what was chosen stays chosen.
"use strict";
(() => {
  const list = document.getElementById("list");
  if (!list) return;
  let failures = 0;
  const look = async () => {
    try {
      const now = await (await fetch(list.dataset.state)).text();
      failures = 0;
      if (now !== list.dataset.mark) await renew();
    } catch (gone) {
      failures += 1;
    }
    setTimeout(look, 2000 * Math.min(2 ** failures, 30));
  };
  const renew = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html").getElementById("list");
    if (!fresh) return;
    const chosen = [...list.querySelectorAll("input:checked")].map((input) => [input.name, input.value]);
    const held = document.activeElement && list.contains(document.activeElement) ? document.activeElement.id : "";
    list.replaceChildren(...fresh.childNodes);
    list.dataset.mark = fresh.dataset.mark;
    for (const input of list.querySelectorAll("input[type=radio]")) {
      input.checked = chosen.some(([name, value]) => input.name === name && input.value === value);
    }
    if (held) document.getElementById(held)?.focus();
    document.getElementById("told").textContent = "The list has changed.";
  };
  setTimeout(look, 2000);
})();
