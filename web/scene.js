// Draws a scene (the JSON of `vv_mechanism_scene`) at an instant. Needs vec.js, renderer.js.
(function (visviva) {
  "use strict";
  const V = visviva.vec;
  // the Okabe-Ito palette, as in the plots
  const SERIES = ["#0072b2", "#d55e00", "#009e73", "#aa4499", "#b87700", "#3399cc", "#777777"];
  const KINDS = { force: "#009e73", weight: "#777777", reaction: "#d55e00", couple: "#009e73", effort: "#aa4499", "effort couple": "#aa4499" };

  const hex = (s, alpha) => [1, 3, 5].map((i) => parseInt(s.slice(i, i + 2), 16) / 255).concat(alpha === undefined ? 1 : alpha);

  // ---- interpolation along the run ----

  function at3(track, f) {
    const i = 3 * f.i, j = 3 * f.j;
    return [0, 1, 2].map((k) => track[i + k] + (track[j + k] - track[i + k]) * f.s);
  }

  function at4(track, f) {
    const i = 4 * f.i, j = 4 * f.j;
    const q = [0, 1, 2, 3].map((k) => track[i + k] + (track[j + k] - track[i + k]) * f.s);
    const n = Math.hypot(...q);
    return n > 0 ? q.map((x) => x / n) : [1, 0, 0, 0];
  }

  // The rows between which the instant lies.
  function find(time, t) {
    let low = 0, high = time.length - 1;
    if (high < 1 || t <= time[0]) return { i: 0, j: 0, s: 0 };
    if (t >= time[high]) return { i: high, j: high, s: 0 };
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (time[middle] <= t) low = middle; else high = middle;
    }
    const step = time[high] - time[low];
    return { i: low, j: high, s: step > 0 ? (t - time[low]) / step : 0 };
  }

  const longest = (track) => {
    let most = 0;
    for (let i = 0; i < track.length; i += 3) most = Math.max(most, V.norm([track[i], track[i + 1], track[i + 2]]));
    return most;
  };

  // ---- the drawing ----

  visviva.scene = function (data, renderer) {
    const size = Math.max(V.norm(V.sub(data.high, data.low)), 1e-9);
    const extent = Math.max(data.high[0] - data.low[0], data.high[1] - data.low[1], data.high[2] - data.low[2], 1e-9);
    const reach = (b) => (b.form.kind === "ellipsoid" ? Math.max(...b.form.semi) : b.form.radius);
    const largest = Math.max(0, ...data.bodies.filter((b) => b.at && b.form.kind !== "point").map(reach));
    // Bodies that travel far from their initial position are small in the view of the whole path:
    // arrows and axes are scaled to them.
    const travels = largest > 0 && largest < 0.08 * extent;
    const measure = travels ? 8 * largest : extent;
    const weight = data.arrows.find((a) => a.kind === "weight" && longest(a.force) > 0);
    const up = weight ? V.unit(V.scale(weight.force.slice(0, 3), -1)) : [0, 0, 1];
    const [east, north] = up[2] > 0.99 ? [[1, 0, 0], [0, 1, 0]] : V.across(up);
    const heaviest = {};
    for (const kind of Object.keys(KINDS))
      heaviest[kind] = Math.max(1e-300, ...data.arrows.filter((a) => a.kind === kind).map((a) => longest(a.force)));
    const paths = data.paths.map((p) => ({ ...p, line: renderer.keep(p.at) }));
    const contacts = data.contacts.map((c) => ({ ...c, line: renderer.keep(c.at), own: ownTrack(c, c.body),
      other: c.support >= 0 ? ownTrack(c, c.support) : null }));
    const surfaces = (data.surfaces || []).map((s, i) => {
      if (s.point) renderer.grid(`surface ${i}`, s.nu, s.nv, s.point);
      else renderer.triangles(`surface ${i}`, s.vertex, s.normal, s.triangle);
      return { ...s, mesh: `surface ${i}` };
    });
    const ground = groundOf();

    // The contact path on a body, in the body's axes.
    function ownTrack(c, number) {
      const b = data.bodies[number], out = [];
      if (!b || !b.at || !b.turn) return null;
      for (let i = 0; i < data.time.length; i++) {
        const f = { i, j: i, s: 0 }, axes = V.quaternionAxes(at4(b.turn, f)), d = V.sub(at3(c.at, f), at3(b.at, f));
        out.push(V.dot(d, axes[0]), V.dot(d, axes[1]), V.dot(d, axes[2]));
      }
      return { line: renderer.keep(out), body: b };
    }

    // A grid where something touches the world, else below everything.
    function groundOf() {
      const heights = [0, 1, 2, 3, 4, 5, 6, 7].map((i) =>
        V.dot([0, 1, 2].map((k) => (i >> k & 1 ? data.high[k] : data.low[k])), up));
      const touch = data.contacts.find((c) => c.support === -1);
      const level = touch ? V.dot(touch.at.slice(0, 3), up) : Math.min(...heights);
      const wide = travels ? Math.max(measure, extent / 6) : extent, step = Math.pow(10, Math.floor(Math.log10(wide / 3)));
      const cell = wide / step > 12 ? 5 * step : wide / step > 6 ? 2 * step : step, out = [];
      const middle = V.scale(V.add(data.low, data.high), 0.5);
      const e0 = Math.round(V.dot(middle, east) / cell), n0 = Math.round(V.dot(middle, north) / cell);
      const half = Math.ceil(0.75 * extent / cell) + 1;
      const point = (e, n) => V.add(V.add(V.scale(east, e * cell), V.scale(north, n * cell)), V.scale(up, level));
      for (let i = -half; i <= half; i++) {
        out.push(...point(e0 + i, n0 - half), ...point(e0 + i, n0 + half));
        out.push(...point(e0 - half, n0 + i), ...point(e0 + half, n0 + i));
      }
      return out;
    }

    function bodyMatrix(b, f) {
      const place = at3(b.at, f), k = b.form;
      const axes = b.turn ? V.quaternionAxes(at4(b.turn, f)) : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
      if (k.kind === "ellipsoid") {
        const own = V.quaternionAxes(V.quaternionMultiply(b.turn ? at4(b.turn, f) : [1, 0, 0, 0], k.turn));
        return V.matrix(V.scale(own[0], k.semi[0]), V.scale(own[1], k.semi[1]), V.scale(own[2], k.semi[2]), place);
      }
      const [x, y, z] = [1, 2, 0].map((i) => axes[(k.axis + i) % 3]);
      return V.matrix(V.scale(x, k.radius), V.scale(y, k.radius), V.scale(z, k.radius), place);
    }

    function arrow(from, vector, colour, light, thick) {
      const length = V.norm(vector), direction = V.unit(vector), [u, v] = V.across(direction);
      if (!(length > 1e-6 * measure)) return;
      const r = thick * measure, head = Math.min(5 * r, 0.5 * length), tip = V.add(from, V.scale(direction, length - head));
      renderer.mesh("rod", V.matrix(V.scale(u, r), V.scale(v, r), V.scale(direction, length - head), from), colour, light);
      renderer.mesh("cone", V.matrix(V.scale(u, 2.4 * r), V.scale(v, 2.4 * r), V.scale(direction, head), tip), colour, light);
    }

    // A couple: three quarters of a turn about its direction, in its sense, and the axis itself.
    function couple(at, vector, colour, light) {
      const size = V.norm(vector), direction = V.unit(vector), [u, v] = V.across(direction);
      if (!(size > 1e-6 * measure)) return;
      const sense = V.dot(V.cross(u, v), direction) < 0 ? -1 : 1, n = 40, r = 0.3 * size, out = [];
      const point = (i) => {
        const w = sense * 1.5 * Math.PI * i / n;
        return V.add(V.add(at, V.scale(vector, 0.5)), V.add(V.scale(u, r * Math.cos(w)), V.scale(v, r * Math.sin(w))));
      };
      for (let i = 0; i < n; i++) out.push(...point(i), ...point(i + 1));
      renderer.lines(out, colour, 3);
      const tip = V.sub(point(n), point(n - 1)), along = V.unit(tip), [a, b] = V.across(along), head = 0.02 * measure;
      renderer.mesh("cone", V.matrix(V.scale(a, 0.5 * head), V.scale(b, 0.5 * head), V.scale(along, head), point(n)), colour, light);
      arrow(at, vector, colour, light, 0.0025);
    }

    // A zigzag about the line from a to b.
    function coil(a, b) {
      const d = V.sub(b, a), [u, v] = V.across(V.unit(d)), r = 0.012 * measure, turns = 10, n = 12 * turns, out = [];
      let before = a;
      for (let i = 1; i <= n; i++) {
        const s = i / n, w = 2 * Math.PI * turns * s, k = i < n ? r : 0;
        const p = V.add(V.add(V.add(a, V.scale(d, s)), V.scale(u, k * Math.cos(w))), V.scale(v, k * Math.sin(w)));
        out.push(...before, ...p);
        before = p;
      }
      return out;
    }

    function drawLinks(f, ink) {
      for (const l of data.links) {
        const a = at3(l.from, f), b = at3(l.to, f);
        if (l.name === "spring") renderer.lines(coil(a, b), ink, 1.6);
        else renderer.lines([...a, ...b], ink, l.name === "rod" ? 3 : 1.5);
      }
    }

    function drawLines(f, shown, ink) {
      if (shown.ground) renderer.lines(ground, ink.slice(0, 3).concat(0.16), 1);
      if (shown.paths)
        paths.forEach((p) => {
          renderer.kept(p.line, f.i, data.time.length - 1, ink.slice(0, 3).concat(0.4), 1.5);
          renderer.kept(p.line, 0, f.i, ink, 2);
        });
      if (shown.contacts)
        contacts.forEach((c) => {
          renderer.kept(c.line, 0, f.i, hex(SERIES[1]), 2.5);
          for (const own of [c.own, c.other])
            if (own) {
              const axes = V.quaternionAxes(at4(own.body.turn, f));
              renderer.kept(own.line, 0, f.i, hex(SERIES[4]), 2.5, V.matrix(...axes, at3(own.body.at, f)));
            }
        });
    }

    // Surfaces carried by a body are drawn in its frame; supports are translucent, after everything
    // solid.
    function drawSurfaces(f, light, solid) {
      for (const s of surfaces) {
        if ((s.body >= 0) !== solid) continue;
        const carrier = s.body >= 0 ? data.bodies[s.body] : s;
        const axes = carrier.turn ? V.quaternionAxes(at4(carrier.turn, f)) : [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        const place = carrier.at ? at3(carrier.at, f) : [0, 0, 0];
        const colour = solid ? hex(SERIES[s.body % SERIES.length]) : [0.45, 0.5, 0.58, 0.3];
        renderer.mesh(s.mesh, V.matrix(...axes, place), colour, light, solid ? 1 : 0);
      }
    }

    function drawArrows(f, shown, light) {
      for (const a of data.arrows) {
        if (!(a.kind === "weight" ? shown.weights : a.kind.startsWith("effort") ? shown.efforts : shown.forces)) continue;
        const k = 0.22 * measure / heaviest[a.kind];
        if (a.kind.endsWith("couple")) couple(at3(a.at, f), V.scale(at3(a.force, f), k), hex(KINDS[a.kind]), light);
        else arrow(at3(a.at, f), V.scale(at3(a.force, f), k), hex(KINDS[a.kind]), light, 0.004);
      }
    }

    function drawFrames(f, shown, light) {
      const length = 0.16 * measure, colours = ["#c0392b", "#1e8449", "#2471a3"];
      const axesAt = (place, axes, k) => axes.forEach((d, i) => arrow(place, V.scale(d, k), hex(colours[i]), light, 0.0025));
      if (shown.frames) {
        axesAt([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], length);
        data.frames.forEach((k) => axesAt(at3(k.at, f), V.quaternionAxes(at4(k.turn, f)), 0.8 * length));
      }
    }

    return {
      data, size, extent, up, east, north, travels,
      reach(body) { const b = data.bodies[body]; return b && b.form.kind !== "point" ? reach(b) : 0; },
      middle: V.scale(V.add(data.low, data.high), 0.5),
      start: data.time[0], end: data.time[data.time.length - 1],
      where(body, t) { const b = data.bodies[body]; return b && b.at ? at3(b.at, find(data.time, t)) : null; },
      value(i, t) {
        const v = data.values[i].value, f = find(data.time, t);
        return v[f.i] + (v[f.j] - v[f.i]) * f.s;
      },
      draw(t, shown, ink, light) {
        const f = find(data.time, t);
        drawLines(f, shown, ink);
        drawLinks(f, ink);
        data.bodies.forEach((b, i) => {
          if (!b.at || surfaces.some((s) => s.body === i)) return;
          const mesh = { rim: "hoop", disc: "disc" }[b.form.kind] || "sphere";
          const pattern = b.form.kind === "point" ? 0 : mesh === "sphere" ? 1 : 2;
          renderer.mesh(mesh, bodyMatrix(b, f), hex(SERIES[i % SERIES.length]), light, pattern);
          if (b.form.kind === "rim") { // a spoke shows the rotation
            const m = bodyMatrix(b, f), p = [m[12], m[13], m[14]];
            renderer.lines([...p, p[0] + m[0], p[1] + m[1], p[2] + m[2]], hex(SERIES[i % SERIES.length], 0.7), 2);
          }
        });
        drawSurfaces(f, light, true);
        drawArrows(f, shown, light);
        drawFrames(f, shown, light);
        drawSurfaces(f, light, false);
      },
    };
  };
})(window.visviva = window.visviva || {});
