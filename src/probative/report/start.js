// Unpacks the page's data and scripts and starts them; the policy lets no others run. Without it the page stands still.
"use strict";
(async () => {
  const unpack = (id) => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%,()*+-;[=]?@^_`{|}~";
    const text = document.getElementById(id).textContent.trim(), size = Math.floor((text.length * 4) / 5);
    const bytes = new Uint8Array(size + 4), view = new DataView(bytes.buffer), value = new Map([...digits].map((c, i) => [c, i]));
    // Five digits are four bytes; what is missing at the end counts as the highest digit.
    for (let i = 0; i < text.length; i += 5) {
      let whole = 0;
      for (let k = 0; k < 5; k++) whole = whole * 85 + (value.get(text[i + k]) ?? 84);
      view.setUint32((i / 5) * 4, whole);
    }
    return new Response(new Blob([bytes.subarray(0, size)]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  };
  // Columns of numbers stand behind the JSON as bytes, in their order, and go to their places as base64.
  const data = new Uint8Array(await (await unpack("data")).arrayBuffer()), end = data.indexOf(0);
  let at = end + 1;
  const column = (size) => btoa(Array.from(data.subarray(at, (at += size)), (byte) => String.fromCharCode(byte)).join(""));
  const json = new TextDecoder().decode(data.subarray(0, end));
  document.getElementById("data").textContent = json.replace(/\x01(\d+)/g, (_, size) => column(Number(size)));
  const script = document.createElement("script");
  script.textContent = await (await unpack("code")).text();
  document.body.append(script);
  document.documentElement.classList.add("ready");
})();
