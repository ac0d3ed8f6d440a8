// Unpacks the page's data and scripts and starts them; the policy lets no others run. Without it the page stands still.
"use strict";
(async () => {
  const unpack = (id) => {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  };
  document.getElementById("data").textContent = await unpack("data");
  const script = document.createElement("script");
  script.textContent = await unpack("code");
  document.body.append(script);
  document.documentElement.classList.add("ready");
})();
