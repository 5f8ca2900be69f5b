// Draws a scene (the JSON of `vv_scene_json`) at an instant. Needs vec.js, renderer.js.
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

  // ---- the ground ----

  // The planes of the world on which something rolls or slides: a constant normal at a constant level.
  function groundPlanes(data, size) {
    const out = [];
    for (const c of data.contacts) {
      if (c.support !== -1 || !c.normal) continue;
      const n = V.unit(c.normal.slice(0, 3)), level = V.dot(c.at.slice(0, 3), n);
      let still = true;
      for (let i = 0; i < c.at.length && still; i += 3)
        still = V.norm(V.sub(V.unit(c.normal.slice(i, i + 3)), n)) < 1e-6 && Math.abs(V.dot(c.at.slice(i, i + 3), n) - level) < 1e-5 * size;
      if (still && !out.some((g) => V.dot(g.n, n) > 1 - 1e-9 && Math.abs(g.level - level) < 1e-5 * size)) out.push({ n, level });
    }
    return out.slice(0, 4);
  }

  // A length of which a few make up the extent: 1, 2 or 5 times a power of ten.
  function roundLength(extent) {
    const step = Math.pow(10, Math.floor(Math.log10(extent / 3)));
    return extent / step > 12 ? 5 * step : extent / step > 6 ? 2 * step : step;
  }

  // ---- the drawing ----

  visviva.scene = function (data, renderer) {
    const size = Math.max(V.norm(V.sub(data.high, data.low)), 1e-9);
    const extent = Math.max(data.high[0] - data.low[0], data.high[1] - data.low[1], data.high[2] - data.low[2], 1e-9);
    const reach = (b) => ({ ellipsoid: () => Math.max(...b.form.semi), bar: () => V.norm(b.form.half) }[b.form.kind] || (() => b.form.radius))();
    const largest = Math.max(0, ...data.bodies.filter((b) => b.at && b.form.kind !== "point").map(reach));
    // Bodies that travel far from their initial position are small in the view of the whole path:
    // arrows and axes are scaled to them.
    const travels = largest > 0 && largest < 0.08 * extent;
    const measure = travels ? 8 * largest : extent;
    const up = V.unit(data.up), plane = data.normal ? V.unit(data.normal) : null;
    const [east, north] = plane ? [V.cross(up, plane), V.scale(plane, -1)] : up[2] > 0.99 ? [[1, 0, 0], [0, 1, 0]] : V.across(up);
    const sun = V.unit(plane ? V.add(V.add(plane, V.scale(up, 0.5)), V.scale(east, -0.32)) : V.add(up, V.add(V.scale(east, -0.2), V.scale(north, -0.62))));
    const heaviest = {};
    for (const kind of Object.keys(KINDS))
      heaviest[kind] = Math.max(1e-300, ...data.arrows.filter((a) => a.kind === kind).map((a) => longest(a.force)));
    const paths = data.paths.map((p) => ({ ...p, line: renderer.keep(p.at) }));
    const trails = data.bodies.map((b) => (b.at && moves(b.at) && !data.paths.some((p) => same(p.at, b.at)) ? renderer.keep(b.at) : null));
    const contacts = data.contacts.map((c) => ({ ...c, line: renderer.keep(c.at), own: ownTrack(c, c.body),
      other: c.support >= 0 ? ownTrack(c, c.support) : null }));
    const surfaces = (data.surfaces || []).map((s, i) => {
      if (s.point) renderer.grid(`surface ${i}`, s.nu, s.nv, s.point);
      else renderer.triangles(`surface ${i}`, s.vertex, s.normal, s.triangle);
      return { ...s, mesh: `surface ${i}` };
    });
    const grounds = surfaces.some((s) => s.body < 0) ? [] : groundPlanes(data, size);

    function moves(track) {
      for (let i = 3; i < track.length; i++) if (Math.abs(track[i] - track[i % 3]) > 1e-6 * size) return true;
      return false;
    }
    function same(a, b) {
      for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 1e-6 * size) return false;
      return true;
    }

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

    // ---- simple parts ----

    const axesOf = (p, f) => (p.turn ? V.quaternionAxes(at4(p.turn, f)) : [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    const ball = (at, r, colour, more) => renderer.mesh("sphere", V.matrix([r, 0, 0], [0, r, 0], [0, 0, r], at), colour, more);

    function bar(a, b, r, colour, more) {
      const d = V.sub(b, a), [u, v] = V.across(V.unit(d));
      if (V.norm(d) > 1e-9 * size) renderer.mesh("rod", V.matrix(V.scale(u, r), V.scale(v, r), d, a), colour, more);
    }

    function arrow(from, vector, colour, thick) {
      const length = V.norm(vector), direction = V.unit(vector), [u, v] = V.across(direction);
      if (!(length > 1e-6 * measure)) return;
      const r = thick * measure, head = Math.min(6 * r, 0.5 * length), tip = V.add(from, V.scale(direction, length - head));
      renderer.mesh("rod", V.matrix(V.scale(u, r), V.scale(v, r), V.scale(direction, length - head), from), colour, { light: true });
      renderer.mesh("cone", V.matrix(V.scale(u, 2.4 * r), V.scale(v, 2.4 * r), V.scale(direction, head), tip), colour, { light: true });
    }

    // A couple: three quarters of a turn about its direction, in its sense, and the axis itself.
    function couple(at, vector, colour) {
      const length = V.norm(vector), direction = V.unit(vector), [u, v] = V.across(direction);
      if (!(length > 1e-6 * measure)) return;
      const sense = V.dot(V.cross(u, v), direction) < 0 ? -1 : 1, n = 40, r = 0.3 * length, out = [];
      const point = (i) => {
        const w = sense * 1.5 * Math.PI * i / n;
        return V.add(V.add(at, V.scale(vector, 0.5)), V.add(V.scale(u, r * Math.cos(w)), V.scale(v, r * Math.sin(w))));
      };
      for (let i = 0; i < n; i++) out.push(...point(i), ...point(i + 1));
      renderer.lines(out, colour, 3);
      const along = V.unit(V.sub(point(n), point(n - 1))), [a, b] = V.across(along), head = 0.02 * measure;
      renderer.mesh("cone", V.matrix(V.scale(a, 0.5 * head), V.scale(b, 0.5 * head), V.scale(along, head), point(n)), colour, { light: true });
      arrow(at, vector, colour, 0.0025);
    }

    // ---- links ----

    // The middle line of a spring: straight ends, and windings that stand square to the axis at every length.
    function coil(a, b, r, windings) {
      const d = V.sub(b, a), length = V.norm(d), along = V.unit(d), steps = 14 * windings, out = [a];
      // one direction of the windings stays fixed in the picture, so that they do not jump as the spring turns
      const side = plane || up, u = V.unit(Math.abs(V.dot(side, along)) < 0.95 ? V.cross(along, side) : V.cross(along, east)), v = V.cross(along, u);
      const straight = Math.min(0.12 * length, 1.5 * r);
      for (let i = 0; i <= steps; i++) {
        const s = i / steps, w = 2 * Math.PI * windings * s, k = r * Math.min(1, 8 * s, 8 * (1 - s));
        const p = V.add(a, V.scale(along, straight + (length - 2 * straight) * s));
        out.push(V.add(p, V.add(V.scale(u, k * Math.sin(w)), V.scale(v, k * Math.cos(w)))));
      }
      return [...out, b];
    }

    // A pot on one end, a piston on the other.
    function damper(a, b, colour, dark) {
      const d = V.sub(b, a), length = V.norm(d), r = Math.min(0.014 * measure, 0.2 * length), middle = V.add(a, V.scale(d, 0.5)), [u, v] = V.across(V.unit(d));
      bar(a, b, 0.0035 * measure, dark);
      renderer.mesh("cylinder", V.matrix(V.scale(u, r), V.scale(v, r), V.scale(d, 0.34), middle), colour);
    }

    // As many as its length at the start has room for.
    const windings = data.links.map((l) => Math.max(5, Math.min(30, Math.round(V.norm(V.sub(l.to.slice(0, 3), l.from.slice(0, 3))) / (0.028 * measure)))));
    const STEEL = hex("#8c95a3"), DARK = hex("#555d6b");
    function drawLinks(f) {
      data.links.forEach((l, i) => {
        const a = at3(l.from, f), b = at3(l.to, f);
        if (!(V.norm(V.sub(b, a)) > 1e-9 * size)) return;
        if (l.name === "spring") renderer.tube(`link ${i}`, coil(a, b, 0.024 * measure, windings[i]), 0.0032 * measure, DARK);
        else if (l.name === "damper") damper(a, b, STEEL, DARK);
        else bar(a, b, 0.0065 * measure, STEEL);
      });
    }

    // A pin; where the world holds it, in a bearing block.
    function drawPivots(f) {
      const r = 0.011 * measure;
      for (const p of data.pivots) {
        const at = at3(p.at, f);
        if (!plane && p.fixed) ball(at, 1.3 * r, DARK);
        if (!plane) continue;
        const pin = (radius, half, colour) => renderer.mesh("cylinder", V.matrix(V.scale(east, radius), V.scale(up, radius), V.scale(plane, half), at), colour);
        if (p.fixed) pin(2.3 * r, 0.02 * measure, STEEL);
        pin(r, 0.075 * measure, p.fixed ? DARK : hex("#e9ecf1"));
      }
    }

    // ---- bodies ----

    function bodyMatrix(b, f) {
      const place = at3(b.at, f), k = b.form;
      const axes = axesOf(b, f);
      if (k.kind === "ellipsoid") {
        const own = V.quaternionAxes(V.quaternionMultiply(b.turn ? at4(b.turn, f) : [1, 0, 0, 0], k.turn));
        return V.matrix(V.scale(own[0], k.semi[0]), V.scale(own[1], k.semi[1]), V.scale(own[2], k.semi[2]), place);
      }
      const [x, y, z] = [1, 2, 0].map((i) => axes[(k.axis + i) % 3]);
      return V.matrix(V.scale(x, k.radius), V.scale(y, k.radius), V.scale(z, k.radius), place);
    }

    function drawBar(b, i, f, colour) {
      const axes = axesOf(b, f), h = b.form.half, half = V.add(V.add(V.scale(axes[0], h[0]), V.scale(axes[1], h[1])), V.scale(axes[2], h[2]));
      // bars of a plane mechanism lie one behind the other
      const r = Math.min(0.021 * measure, 0.2 * V.norm(h)), at = V.add(at3(b.at, f), plane ? V.scale(plane, (i % 4 - 1.5) * 0.9 * r) : [0, 0, 0]);
      const ends = [V.sub(at, half), V.add(at, half)];
      bar(...ends, r, colour);
      ends.forEach((p) => ball(p, r, colour));
    }

    // A rim with spokes, one of them marked, so that its turning is seen.
    function drawRim(b, f, colour) {
      const m = bodyMatrix(b, f), at = [m[12], m[13], m[14]], r = b.form.radius;
      renderer.mesh("hoop", m, colour);
      spokes([[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]].map(V.unit), at, 0.96 * r, colour);
    }
    function spokes(axes, at, r, colour) {
      for (let i = 0; i < 8; i++) {
        const w = i * Math.PI / 4, d = V.add(V.scale(axes[0], r * Math.cos(w)), V.scale(axes[1], r * Math.sin(w)));
        bar(at, V.add(at, d), (i ? 0.008 : 0.02) * r, i ? STEEL : colour);
      }
      bar(V.sub(at, V.scale(axes[2], 0.06 * r)), V.add(at, V.scale(axes[2], 0.06 * r)), 0.05 * r, DARK);
    }

    // What slides without turning, its contact at its centre: a block that lies on the support.
    const slides = data.bodies.map((b, i) => data.contacts.find((c) => c.body === i && c.normal && b.at && b.form.kind === "point" && same(c.at, b.at)));
    function drawBlock(c, b, f, colour) {
      const n = V.unit(at3(c.normal, f)), side = plane ? V.cross(plane, n) : V.across(n)[0], k = 2.2 * b.form.radius;
      renderer.mesh("box", V.matrix(V.scale(side, 1.6 * k), V.scale(V.cross(n, side), k), V.scale(n, k), V.add(at3(b.at, f), V.scale(n, 0.5 * k))), colour);
    }

    // Shapes that the model states. Those of the same carrier have its colour, lighter from one to the next.
    const tint = (i, k) => hex(SERIES[i < 0 ? 6 : i % SERIES.length]).map((x, a) => (a < 3 ? x + (1 - x) * 0.18 * (k % 4) : x));
    const nth = data.visuals.map((v, i) => data.visuals.slice(0, i).filter((w) => w.carrier === v.carrier).length);
    function placeOf(v, f) {
      if (v.body === undefined) {
        const axes = v.own ? V.quaternionAxes(V.quaternionMultiply(at4(v.turn, f), v.own)) : axesOf(v, f);
        return { axes, at: at3(v.at, f), to: v.to && at3(v.to, f) };
      }
      const b = data.bodies[v.body], q = b.turn ? at4(b.turn, f) : [1, 0, 0, 0], own = V.quaternionAxes(q), at = at3(b.at, f);
      const put = (d) => V.add(at, V.add(V.add(V.scale(own[0], d[0]), V.scale(own[1], d[1])), V.scale(own[2], d[2])));
      return { axes: v.turn ? V.quaternionAxes(V.quaternionMultiply(q, v.turn)) : own, at: put(v.offset), to: v.end && put(v.end) };
    }
    function drawVisual(v, i, f) {
      const { axes, at, to } = placeOf(v, f), [a, b, c] = v.size, colour = tint(v.carrier, nth[i]);
      const put = (mesh, x, y, z, more) => renderer.mesh(mesh, V.matrix(V.scale(axes[0], x), V.scale(axes[1], y), V.scale(axes[2], z), at), colour, more);
      if (v.kind === "rope") return bar(at, to, 0.003 * measure, DARK);
      if (v.kind === "rod") { bar(at, to, a, colour); ball(at, a, colour); return ball(to, a, colour); }
      if (v.kind === "cylinder") return put("cylinder", a, a, b, { pattern: a > b ? 2 : 0 });
      if (v.kind === "cone") return put("cone", a, a, b, { pattern: 2 });
      if (v.kind === "ring") return drawRing(axes, at, a, b, colour);
      return v.kind === "box" ? put("box", a, b, c) : put("sphere", a, a, a, { pattern: data.contacts.some((k) => k.body === v.carrier) ? 1 : 0 });
    }

    // A tyre of radius r and width w with its spokes, one of them marked.
    function drawRing(axes, at, r, w, colour) {
      const name = `ring ${(w / r).toPrecision(3)}`;
      renderer.ring(name, Math.min(0.5, w / 2 / r));
      renderer.mesh(name, V.matrix(V.scale(axes[0], r), V.scale(axes[1], r), V.scale(axes[2], r), at), colour);
      spokes(axes, at, r - w / 2, colour);
    }

    function drawBody(b, i, f) {
      if (b.shaped) return;

      const colour = hex(SERIES[i % SERIES.length]);
      if (slides[i]) return drawBlock(slides[i], b, f, colour);
      if (b.form.kind === "bar") drawBar(b, i, f, colour);
      else if (b.form.kind === "rim") drawRim(b, f, colour);
      else if (b.form.kind === "disc") renderer.mesh("disc", bodyMatrix(b, f), colour, { pattern: 2 });
      else renderer.mesh("sphere", bodyMatrix(b, f), colour, { pattern: b.form.kind === "point" ? 0 : 1 });
    }

    // ---- lines and grounds ----

    function drawLines(f, shown, ink) {
      const tail = Math.max(2, Math.round(0.16 * data.time.length)), from = Math.max(0, f.i - tail);
      const fade = [0, 1 / Math.max(1, f.i - from)];
      if (shown.paths)
        paths.forEach((p) => {
          renderer.kept(p.line, 0, data.time.length - 1, ink.slice(0, 3).concat(0.22), 1.5);
          renderer.kept(p.line, 0, f.i, ink.slice(0, 3).concat(0.7), 2);
        });
      if (shown.trails)
        trails.forEach((line, i) => line && renderer.kept(line, from, f.i, hex(SERIES[i % SERIES.length], 0.55), 3, { fade }));
      if (shown.contacts)
        contacts.forEach((c) => {
          renderer.kept(c.line, 0, f.i, hex(SERIES[1]), 2.5);
          for (const own of [c.own, c.other])
            if (own) renderer.kept(own.line, 0, f.i, hex(SERIES[4]), 2.5, { model: V.matrix(...axesOf(own.body, f), at3(own.body.at, f)) });
        });
    }

    // A plane that is seen from its edge: its line, hatched below, as in a book.
    function hatch(g, middle, ink) {
      const along = V.unit(V.cross(plane, g.n)), half = travels ? 1.6 * measure : 0.75 * extent, cell = roundLength(measure) / 4, out = [];
      const at = V.add(middle, V.scale(g.n, g.level - V.dot(middle, g.n))), first = Math.ceil((V.dot(at, along) - half) / cell);
      const point = (x, y) => V.add(V.add(at, V.scale(along, x - V.dot(at, along))), V.scale(g.n, -y));
      for (let i = first; i * cell < V.dot(at, along) + half; i++) out.push(...point(i * cell, 0), ...point((i - 0.7) * cell, 0.7 * cell));
      renderer.lines(out, ink.slice(0, 3).concat(0.3), 1.2);
      renderer.lines([...V.add(at, V.scale(along, -half)), ...V.add(at, V.scale(along, half))], ink.slice(0, 3).concat(0.75), 2);
    }

    function drawGrounds(shown, ink, target) {
      const cell = roundLength(measure), half = travels ? 2.4 * measure : 1.1 * size;
      if (plane) // a sheet behind the mechanism, on which its shadow falls
        renderer.ground(V.add(target, V.scale(plane, -0.07 * measure)), east, up, 3 * (travels ? measure : size), 0, ink);
      if (!shown.ground) return;
      for (const g of grounds) {
        if (plane && Math.abs(V.dot(g.n, plane)) < 0.1) { hatch(g, target, ink); continue; }
        const e = V.unit(V.cross(Math.abs(V.dot(g.n, north)) > 0.9 ? east : north, g.n));
        renderer.ground(V.add(target, V.scale(g.n, g.level - V.dot(target, g.n))), e, V.cross(g.n, e), half, cell, ink);
      }
    }

    // Surfaces carried by a body are solid; supports are translucent shells.
    function drawSurfaces(f) {
      for (const s of surfaces) {
        const solid = s.body >= 0, carrier = solid ? data.bodies[s.body] : s;
        const place = carrier.at ? at3(carrier.at, f) : [0, 0, 0];
        const colour = solid ? hex(SERIES[s.body % SERIES.length]) : [0.45, 0.55, 0.7, 0.26];
        renderer.mesh(s.mesh, V.matrix(...axesOf(carrier, f), place), colour, { pattern: solid ? 1 : 0 });
      }
    }

    const arrowScale = (a) => 0.22 * measure / heaviest[a.kind];

    function drawArrows(f, shown) {
      for (const a of data.arrows) {
        if (!(a.kind === "weight" ? shown.weights : a.kind.startsWith("effort") ? shown.efforts : shown.forces)) continue;
        const k = arrowScale(a);
        if (a.kind.endsWith("couple")) couple(at3(a.at, f), V.scale(at3(a.force, f), k), hex(KINDS[a.kind]));
        else arrow(at3(a.at, f), V.scale(at3(a.force, f), k), hex(KINDS[a.kind]), 0.0045);
      }
    }

    function drawFrames(f, shown) {
      const length = 0.16 * measure, colours = ["#c0392b", "#1e8449", "#2471a3"];
      const axesAt = (place, axes, k) => axes.forEach((d, i) => arrow(place, V.scale(d, k), hex(colours[i]), 0.003));
      if (shown.frames) {
        axesAt([0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]], length);
        data.frames.forEach((k) => axesAt(at3(k.at, f), V.quaternionAxes(at4(k.turn, f)), 0.8 * length));
      }
    }

    // Balls about all bodies at instants of the whole run and about paths and links; about a body and what stays with
    // it, from its place, if one is followed.
    const known = new Map();
    function balls(body) {
      if (known.has(body)) return known.get(body);
      const rows = data.time.length, step = Math.max(1, Math.ceil(rows / 60)), out = [];
      const put = (track, r) => {
        const own = [];
        for (let i = 0; i < rows; i += step) {
          const f = { i, j: i, s: 0 }, at = at3(track, f);
          own.push({ at: body < 0 ? at : V.sub(at, at3(data.bodies[body].at, f)), r });
        }
        if (body < 0 || own.every((s) => V.norm(s.at) < 0.2 * extent)) out.push(...own);
      };
      for (const b of data.bodies) if (b.at && !b.shaped) put(b.at, reach(b));
      for (const v of data.visuals) putVisual(v, put);
      for (const l of data.links) for (const end of [l.from, l.to]) put(end, l.name === "spring" ? 0.02 * measure : 0);
      for (const s of data.contacts) put(s.at, 0);
      if (body < 0) for (const s of [...data.paths, ...data.pivots]) put(s.at, 0);
      for (const a of data.arrows) if (a.kind !== "weight" && !a.kind.endsWith("couple")) put(tips(a), 0);
      known.set(body, out.length ? out : [{ at: V.scale(V.add(data.low, data.high), 0.5), r: size / 2 }]);
      return known.get(body);
    }

    // Where an arrow ends, at each instant.
    function tips(a) { const k = arrowScale(a); return a.at.map((x, i) => x + k * a.force[i]); }

    function putVisual(v, put) {
      const r = v.kind === "box" ? V.norm(v.size) / 2 : v.kind === "cylinder" ? Math.hypot(v.size[0], v.size[1] / 2) : Math.max(v.size[0], v.kind === "cone" ? v.size[1] : 0);
      const at = [], to = [];
      for (let i = 0; i < data.time.length; i++) {
        const p = placeOf(v, { i, j: i, s: 0 });
        at.push(...p.at);
        if (p.to) to.push(...p.to);
      }
      put(at, r);
      if (to.length) put(to, r);
    }

    // The direction of what travels, seen from above.
    function headingOf() {
      const b = travels && data.bodies.find((k) => k.at && k.form.kind !== "point");
      const d = b ? V.sub(b.at.slice(-3), b.at.slice(0, 3)) : [0, 0, 0], x = V.dot(d, east), y = V.dot(d, north);
      return Math.hypot(x, y) > 0.05 * extent ? Math.atan2(y, x) : -1.05;
    }

    return {
      data, size, extent, measure, up, east, north, plane, sun, travels, balls, tips, grounds, heading: headingOf(),
      trails: trails.some((line) => line),
      reach(body) { const b = data.bodies[body]; return b && b.form.kind !== "point" ? reach(b) : 0; },
      middle: V.scale(V.add(data.low, data.high), 0.5),
      start: data.time[0], end: data.time[data.time.length - 1],
      where(body, t) { const b = data.bodies[body]; return b && b.at ? at3(b.at, find(data.time, t)) : null; },
      value(i, t) {
        const v = data.values[i].value, f = find(data.time, t);
        return v[f.i] + (v[f.j] - v[f.i]) * f.s;
      },
      draw(t, shown, ink, target) {
        const f = find(data.time, t);
        drawGrounds(shown, ink, target);
        drawLines(f, shown, ink);
        drawLinks(f);
        drawPivots(f);
        data.bodies.forEach((b, i) => { if (b.at && !surfaces.some((s) => s.body === i)) drawBody(b, i, f); });
        data.visuals.forEach((v, i) => drawVisual(v, i, f));
        drawSurfaces(f);
        drawArrows(f, shown);
        drawFrames(f, shown);
      },
    };
  };
})(window.visviva = window.visviva || {});
