// The animation with its controls: play, time, speed, view, layers; one scene or two side by side.
// visviva.player(element, scenes, titles) fills the element. Needs vec.js, renderer.js, scene.js.
(function (visviva) {
  "use strict";
  const V = visviva.vec;
  const SLOW = 50; // milliseconds of a picture that is drawn by the processor

  function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [k, v] of Object.entries(attributes || {}))
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      else e.setAttribute(k, v);
    e.append(...children);
    return e;
  }

  // A colour of the page as three numbers.
  function pageColour(name, otherwise) {
    const probe = element("span", { style: `color: var(${name}, ${otherwise}); display: none` });
    document.body.append(probe);
    const numbers = getComputedStyle(probe).color.match(/[\d.]+/g);
    probe.remove();
    return numbers ? numbers.slice(0, 3).map((x) => x / 255) : [1, 1, 1];
  }

  const digits = (x) => {
    const a = Math.abs(x);
    return a !== 0 && (a < 1e-3 || a >= 1e5) ? x.toExponential(3) : x.toFixed(a < 10 ? 3 : a < 1000 ? 2 : 1);
  };

  // ---- the camera: orbits about a point ----

  const MARGIN = 1.14; // of the picture around the box of the motion

  function eye(scene) {
    const angle = scene.plane ? 0.35 : 0.55; // of the picture's height; a plane mechanism is seen from afar, almost in parallel
    const high = Math.tan(angle / 2);
    // a plane motion is seen face-on, what travels from the side
    const home = () => ({ azimuth: scene.plane ? -Math.PI / 2 : scene.heading - 1.05, height: scene.plane ? 0 : 0.36, zoom: 1, offset: [0, 0, 0] });
    let now = home(), follow = -1, moved = false, distance = scene.size;
    const back = (at) => {
      const c = Math.cos(at.height);
      return V.add(V.scale(scene.up, Math.sin(at.height)),
        V.add(V.scale(scene.east, c * Math.cos(at.azimuth)), V.scale(scene.north, c * Math.sin(at.azimuth))));
    };
    const axes = (b) => { const right = V.unit(V.cross(scene.up, b)); return [right, V.cross(b, right)]; };
    // Centre and distance from which the balls about all bodies just fill the picture, from the direction at home.
    function fitted(balls, aspect) {
      const b = back(home()), [right, top] = axes(b), wide = high * aspect;
      const middle = (d) => (Math.min(...balls.map((s) => V.dot(s.at, d) - s.r)) + Math.max(...balls.map((s) => V.dot(s.at, d) + s.r))) / 2;
      const z = middle(b);
      let x = middle(right), y = middle(top), distance = 0;
      for (let round = 0; round < 4; round++) { // what is nearer looks larger, which moves the middle
        const near = balls.map((s) => V.dot(s.at, b) - z + MARGIN * Math.max((Math.abs(V.dot(s.at, right) - x) + s.r) / wide, (Math.abs(V.dot(s.at, top) - y) + s.r) / high));
        distance = Math.max(1e-9, ...near);
        if (round === 3) break;
        const off = (d, c) => [-1, 1].map((side) => side * Math.max(...balls.map((s) => side * (V.dot(s.at, d) - c + side * s.r) / (distance + z - V.dot(s.at, b)))));
        x += distance * (off(right, x)[0] + off(right, x)[1]) / 2;
        y += distance * (off(top, y)[0] + off(top, y)[1]) / 2;
      }
      return { centre: V.add(V.add(V.scale(right, x), V.scale(top, y)), V.scale(b, z)), distance };
    }
    const sized = (k) => ({ ...now, offset: V.scale(now.offset, k) });
    return {
      reset() { now = home(); moved = false; },
      // where the reader has moved it, in units of the scene size; null: default view
      get place() { return moved ? sized(1 / scene.size) : null; },
      set place(other) { if (other) { now = other; now = sized(scene.size); moved = true; } },
      get followed() { return follow; },
      follow(body) { follow = body; now.offset = [0, 0, 0]; },
      orbit(dx, dy) {
        moved = true;
        now.azimuth -= dx;
        now.height = Math.max(-1.5, Math.min(1.5, now.height + dy));
      },
      zoom(k) { moved = true; now.zoom = Math.max(0.02, Math.min(40, now.zoom * k)); },
      pan(dx, dy) {
        moved = true;
        const [right, top] = axes(back(now)), k = 2 * high * distance;
        now.offset = V.add(now.offset, V.add(V.scale(right, -dx * k), V.scale(top, dy * k)));
      },
      view(own, t) {
        return (aspect) => {
          const place = follow >= 0 ? own.where(follow, t) : null, fit = fitted(own.balls(place ? follow : -1), aspect);
          distance = now.zoom * fit.distance;
          const target = V.add(V.add(place || [0, 0, 0], fit.centre), now.offset);
          const at = V.add(target, V.scale(back(now), distance)), far = distance + 6 * own.size;
          const reach = own.travels ? 1.2 * own.measure : 0.9 * own.size, centre = own.travels ? target : own.middle;
          return { target, camera: V.multiply(V.perspective(angle, aspect, far / 4000, far), V.lookAt(at, target, scene.up)), eye: at,
            light: own.sun, sun: V.parallel(own.sun, centre, reach) };
        };
      },
    };
  }

  // ---- pointer and keys ----

  function listen(canvas, view, changed) {
    const fingers = new Map();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.x - b.x, a.y - b.y);
    };
    canvas.addEventListener("pointerdown", (e) => {
      canvas.setPointerCapture(e.pointerId);
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (e) => fingers.delete(e.pointerId));
    canvas.addEventListener("pointermove", (e) => {
      const before = fingers.get(e.pointerId);
      if (!before) return;
      const dx = e.clientX - before.x, dy = e.clientY - before.y, h = canvas.clientHeight;
      const apart = fingers.size === 2 ? spread() : 0;
      fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (fingers.size === 2) {
        view.zoom(apart / Math.max(1, spread()));
        view.pan(dx / h / 2, dy / h / 2);
      } else if (e.shiftKey || e.buttons === 2 || e.buttons === 4) view.pan(dx / h, dy / h);
      else view.orbit(dx / 150, dy / 150);
      changed();
    });
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => {
      if (document.activeElement !== canvas && !e.ctrlKey) return; // the page scrolls until the picture has the focus
      e.preventDefault();
      view.zoom(Math.exp(e.deltaY / 600));
      changed();
    }, { passive: false });
  }

  function onKey(e, view, player) {
    const turn = 0.08, move = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    if (move && e.shiftKey) view.pan(move[0] * 0.04, move[1] * 0.04);
    else if (move) view.orbit(-move[0] * turn, move[1] * turn);
    else if (e.key === "+" || e.key === "=") view.zoom(0.9);
    else if (e.key === "-") view.zoom(1.1);
    else if (e.key === "Home") view.reset();
    else if (e.key === " ") player.toggle();
    else if (e.key === "," || e.key === ".") player.step(e.key === "." ? 1 : -1);
    else return;
    e.preventDefault();
    player.redraw();
  }

  // ---- the player ----

  const LAYERS = [["paths", "paths", true], ["trails", "trails", true], ["contacts", "contact curves", true], ["forces", "forces and reactions", true],
    ["efforts", "servo effort", true], ["weights", "weights", false], ["frames", "frames", false], ["ground", "ground", true]];

  visviva.player = function (box, scenes, titles) {
    const canvases = scenes.map((data, i) => element("canvas", { tabindex: "0", role: "img",
      "aria-label": `Animation: ${titles && titles[i] ? titles[i] : data.title}. Arrow keys turn the view, with shift they move it, ` +
        "plus and minus zoom, space plays, comma and full stop step, Home resets the view." }));
    const renderers = canvases.map((c) => { try { return visviva.renderer(c); } catch (e) { return null; } });
    if (renderers.some((r) => !r)) {
      const drawn = scenes.filter((s) => s.sketch), figures = drawn.map((s) => element("figure", { class: "sketch" }));
      drawn.forEach((s, i) => { figures[i].innerHTML = s.sketch; }); // our own SVG, whose texts are escaped
      box.append(element("p", { class: "no-webgl" }, "This browser has no WebGL 2, which the animation needs. The drawing below shows the " +
        "mechanism at several instants, earlier ones fainter."), ...figures);
      return null;
    }
    const parts = scenes.map((data, i) => visviva.scene(data, renderers[i]));
    const first = parts[0], start = Math.min(...parts.map((p) => p.start)), end = Math.max(...parts.map((p) => p.end));
    const view = eye(first), shown = Object.fromEntries(LAYERS.map(([name, , on]) => [name, on]));
    const chosen = {}; // set by the reader, overriding the scene's defaults
    let t = start, playing = false, speed = 1, last = 0, dirty = true, recording = null;

    const slider = element("input", { type: "range", min: String(start), max: String(end), step: "any", value: String(start),
      "aria-label": "time", class: "time", oninput: () => { t = +slider.value; dirty = true; } });
    const clock = element("output", { class: "clock", role: "timer" }); // not announced by screen readers at every frame
    const button = element("button", { type: "button", class: "play", onclick: () => player.toggle() });
    const save = element("button", { type: "button", class: "save", onclick: record }, "Save video");
    const speeds = element("select", { "aria-label": "speed", onchange: () => { speed = +speeds.value; } },
      ...[[1, "real time"], [0.5, "1/2"], [0.25, "1/4"], [0.1, "1/10"], [0.01, "1/100"], [4, "4 times"]].map(([v, text]) =>
        element("option", { value: String(v) }, text)));
    const follow = element("select", { "aria-label": "follow a body", onchange: () => { chosen.follow = follow.value; view.follow(+follow.value); dirty = true; } },
      element("option", { value: "-1" }, "fixed view"),
      ...first.data.bodies.flatMap((b, i) => (b.at ? [element("option", { value: String(i) }, `follow ${b.name}`)] : [])));
    const layers = LAYERS.filter(([name]) => exists(name)).map(([name, text]) => {
      const mark = element("input", { type: "checkbox", name, onchange: () => { chosen[name] = shown[name] = mark.checked; dirty = true; } });
      mark.checked = shown[name];
      return element("label", {}, mark, " " + text);
    });
    const readouts = parts.map((p) => element("dl", { class: "readout" }, ...p.data.values.slice(0, 8).flatMap((v) =>
      [element("dt", {}, v.name), element("dd", {})])));

    function exists(name) {
      const d = first.data;
      return { paths: d.paths.length, trails: first.trails, contacts: d.contacts.length, weights: d.arrows.some((a) => a.kind === "weight"),
        forces: d.arrows.some((a) => ["force", "couple", "reaction"].includes(a.kind)), efforts: d.arrows.some((a) => a.kind.startsWith("effort")), frames: true, ground: first.grounds.length }[name];
    }

    function draw(white) {
      const paper = white ? [1, 1, 1] : pageColour("--plot-paper", "#ffffff");
      const ink = (white ? [0, 0, 0] : pageColour("--plot-ink", "#1a1c20")).concat(0.9);
      parts.forEach((p, i) => {
        p.draw(t, shown, ink, renderers[i].begin(view.view(p, t), paper));
        renderers[i].end();
        const cells = readouts[i].querySelectorAll("dd");
        p.data.values.slice(0, 8).forEach((v, k) => { cells[k].textContent = `${digits(p.value(k, t))} ${v.unit}`.trim(); });
      });
      slider.value = String(t);
      slider.setAttribute("aria-valuetext", `${digits(t)} seconds`);
      clock.textContent = `t = ${t.toFixed(2)} of ${digits(end)} s`;
    }

    // Without graphics hardware a picture may take longer than a frame. It is then drawn less often, a third of
    // the time, so that the page around it answers.
    let drawn = false, due = 0;
    function frame(now) {
      const dt = Math.min((now - last) / 1000, 0.1);
      if (drawn) due = now - last > SLOW ? now + 2 * (now - last) : 0;
      drawn = false;
      last = now;
      if (playing) {
        t += dt * speed;
        if (t > end && recording) { recording.stop(); recording = null; player.toggle(false); t = end; }
        if (t > end) t = start;
        dirty = true;
      }
      if (dirty && now >= due) { dirty = false; drawn = true; draw(); }
      if (box.isConnected) requestAnimationFrame(frame);
    }

    // For printing: the current view on white, copied, since browsers may print WebGL as black.
    function print() {
      if (!box.isConnected) return;
      restore();
      draw(true);
      canvases.forEach((c) => {
        const copy = element("canvas", { class: "printed", width: String(c.width), height: String(c.height) });
        copy.getContext("2d").drawImage(c, 0, 0);
        c.after(copy);
      });
      dirty = true;
    }
    // Records the first picture from the start to the end, in real time; the browser encodes it.
    function record() {
      const kind = ["video/webm;codecs=vp9", "video/webm"].find((k) => window.MediaRecorder && MediaRecorder.isTypeSupported(k));
      if (!kind || !canvases[0].captureStream) {
        save.textContent = "This browser records no video";
        save.disabled = true;
        return;
      }
      const recorder = new MediaRecorder(canvases[0].captureStream(30), { mimeType: kind, videoBitsPerSecond: 6e6 }), parts = [];
      recorder.ondataavailable = (e) => parts.push(e.data);
      recorder.onstop = () => {
        const link = element("a", { download: "motion.webm", href: URL.createObjectURL(new Blob(parts, { type: "video/webm" })) });
        player.recorded = parts;
        save.textContent = "Save video";
        save.disabled = false;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
      };
      save.textContent = "Recording";
      save.disabled = true;
      player.seek(start);
      player.toggle(true);
      recorder.start();
      recording = recorder;
    }

    function restore() { box.querySelectorAll(".printed").forEach((c) => c.remove()); }

    const player = {
      toggle(on) {
        playing = on === undefined ? !playing : on;
        button.textContent = playing ? "Pause" : "Play";
      },
      step(k) { player.toggle(false); player.seek(t + k * (end - start) / 200); },
      seek(to) { t = Math.max(start, Math.min(end, to)); dirty = true; },
      redraw() { dirty = true; },
      drawNow() { dirty = false; draw(); },
      canvases, renderers, parts,
      get time() { return t; },
      get followed() { return view.followed; },
      // the view, for a scene that replaces this one
      get choices() { return { ...chosen, t, playing, speed, place: view.place }; },
      choose(as) {
        Object.assign(chosen, as);
        player.seek(as.t);
        player.toggle(as.playing);
        speeds.value = String(speed = as.speed);
        if (follow.querySelector(`option[value="${as.follow}"]`)) view.follow(+(follow.value = as.follow));
        view.place = as.place;
        for (const mark of layers.map((l) => l.firstChild))
          if (mark.name in as) mark.checked = shown[mark.name] = as[mark.name];
      },
    };
    canvases.forEach((c) => {
      listen(c, view, player.redraw);
      c.addEventListener("keydown", (e) => onKey(e, view, player));
    });
    window.addEventListener("resize", player.redraw);
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", restore);
    const dark = window.matchMedia && window.matchMedia("(prefers-color-scheme: dark)");
    if (dark && dark.addEventListener) dark.addEventListener("change", player.redraw);

    box.append(
      element("div", { class: `stage${scenes.length > 1 ? " two" : ""}` }, ...canvases.map((c, i) =>
        element("figure", {}, c, ...(scenes.length > 1 ? [element("figcaption", {}, titles[i])] : []), readouts[i]))),
      element("div", { class: "controls", role: "group", "aria-label": "animation" }, button, slider, clock, speeds, follow,
        element("button", { type: "button", onclick: () => { view.reset(); dirty = true; } }, "Reset view"), save),
      element("div", { class: "layers", role: "group", "aria-label": "what is shown" }, ...layers));
    if (first.travels) { // viewed from beside it, not from where its whole path fits
      const body = first.data.bodies.findIndex((b) => b.at && b.form.kind !== "point");
      follow.value = String(body);
      view.follow(body);
    }
    const still = window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    player.toggle(!still);
    requestAnimationFrame((now) => { last = now; frame(now); });
    return player;
  };
})(window.visviva = window.visviva || {});
