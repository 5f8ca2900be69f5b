// Starts the animations of a report: every <div class="animation"> plays the scenes of the <script>
// inside it.
(function (visviva) {
  "use strict";
  visviva.players = [];
  document.addEventListener("DOMContentLoaded", () => {
    for (const box of document.querySelectorAll(".animation")) {
      const data = box.querySelector('script[type="application/json"]');
      if (!data) continue;
      const scenes = JSON.parse(data.textContent);
      visviva.players.push(visviva.player(box, scenes.map((s) => s.scene), scenes.map((s) => s.title)));
    }
  });
})(window.visviva = window.visviva || {});
