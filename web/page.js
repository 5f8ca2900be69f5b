// Starts the animations of a report: every <div class="animation"> plays the scenes of the <script>
// inside it. What is wider than the page gets a place in the order of the Tab key.
(function (visviva) {
  "use strict";
  visviva.players = [];
  // What is scrolled sideways is reached by the keyboard too.
  function reach() {
    for (const e of document.querySelectorAll(".table, .formula > .body, pre")) {
      if (e.scrollWidth > e.clientWidth) e.tabIndex = 0;
      else e.removeAttribute("tabindex");
    }
  }
  document.addEventListener("DOMContentLoaded", () => {
    reach();
    window.addEventListener("resize", reach);
    document.addEventListener("toggle", reach, true);
    for (const box of document.querySelectorAll(".animation")) {
      const data = box.querySelector('script[type="application/json"]');
      if (!data) continue;
      const scenes = JSON.parse(data.textContent);
      visviva.players.push(visviva.player(box, scenes.map((s) => s.scene), scenes.map((s) => s.title)));
    }
  });
})(window.visviva = window.visviva || {});
