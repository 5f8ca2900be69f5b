// A small WebGL 2 renderer: lit meshes with soft shadows, translucent shells, tubes, and lines of a width in
// pixels. Knows nothing of mechanics. A picture is begun, its parts are named, and `end` draws them: shadows
// first, then what is solid, lines, and last what is translucent, from far to near.
(function (visviva) {
  "use strict";
  const V = visviva.vec, TURN = 2 * Math.PI;

  // ---- meshes: positions and normals of triangles, in a box of size 1 ----

  // A surface with parameters u, v in [0, 1]: place(u, v) returns [point, normal].
  function surface(nu, nv, place) {
    const out = [];
    const corner = (i, j) => { const [p, n] = place(i / nu, j / nv); return [...p, ...n]; };
    for (let i = 0; i < nu; i++)
      for (let j = 0; j < nv; j++) {
        const a = corner(i, j), b = corner(i + 1, j), c = corner(i + 1, j + 1), d = corner(i, j + 1);
        out.push(...a, ...b, ...c, ...a, ...c, ...d);
      }
    return new Float32Array(out);
  }

  // A profile of points (r, z), with normals, turned about z.
  const lathe = (n, profile) => surface(n, profile.length - 1, (u, v) => {
    const [r, z, nr, nz] = profile[Math.round(v * (profile.length - 1))], a = TURN * u;
    return [[r * Math.cos(a), r * Math.sin(a), z], V.unit([nr * Math.cos(a), nr * Math.sin(a), nz])];
  });
  const cap = (n, z) => surface(n, 1, (u, v) => [[v * Math.cos(TURN * u), v * Math.sin(TURN * u), z], [0, 0, Math.sign(z || -1)]]);
  const ring = (k) => surface(96, 20, (u, v) => {
    const a = TURN * u, b = TURN * v, r = 1 - k + k * Math.cos(b);
    return [[r * Math.cos(a), r * Math.sin(a), k * Math.sin(b)], [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)]];
  });

  // A disc of radius 1 and half its thickness h, with rounded edges.
  function plate(n, h) {
    const e = Math.min(h, 0.03), profile = [];
    for (let i = 0; i <= 6; i++) {
      const w = i / 6 * Math.PI / 2;
      profile.push([1 - e + e * Math.sin(w), h - e + e * Math.cos(w), Math.sin(w), Math.cos(w)]);
    }
    const lower = profile.map(([r, z, a, b]) => [r, -z, a, -b]).reverse();
    const flat = (z) => surface(n, 1, (u, v) => [[v * (1 - e) * Math.cos(TURN * u), v * (1 - e) * Math.sin(TURN * u), z], [0, 0, Math.sign(z)]]);
    return join([lathe(n, [...profile, ...lower]), flat(h), flat(-h)]);
  }

  const meshes = {
    sphere: () => surface(48, 24, (u, v) => {
      const a = TURN * u, b = Math.PI * v, p = [Math.cos(a) * Math.sin(b), Math.sin(a) * Math.sin(b), Math.cos(b)];
      return [p, p];
    }),
    hoop: () => ring(0.045), // about z, its outer circle has radius 1
    disc: () => plate(72, 0.05),
    cylinder: () => join([surface(64, 1, (u, v) => [[Math.cos(TURN * u), Math.sin(TURN * u), v - 0.5], [Math.cos(TURN * u), Math.sin(TURN * u), 0]]),
      cap(64, 0.5), cap(64, -0.5)]),
    box: () => join([0, 1, 2].flatMap((k) => [-1, 1].map((side) => surface(1, 1, (u, v) => {
      const p = [0, 0, 0], n = [0, 0, 0];
      p[k] = side / 2, p[(k + 1) % 3] = u - 0.5, p[(k + 2) % 3] = v - 0.5, n[k] = side;
      return [p, n];
    })))),
    cone: () => join([surface(32, 1, (u, v) => {
      const a = TURN * u;
      return [[v * Math.cos(a), v * Math.sin(a), 1 - v], V.unit([Math.cos(a), Math.sin(a), 1])];
    }), cap(32, 0)]),
    rod: () => surface(20, 1, (u, v) => {
      const n = [Math.cos(TURN * u), Math.sin(TURN * u), 0];
      return [[n[0], n[1], v], n];
    }),
    sheet: () => surface(1, 1, (u, v) => [[2 * u - 1, 2 * v - 1, 0], [0, 0, 1]]),
  };

  function join(parts) {
    const out = new Float32Array(parts.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const p of parts) { out.set(p, at); at += p.length; }
    return out;
  }

  // ---- shaders ----

  const PLACE = `#version 300 es
    layout(location=0) in vec3 place; layout(location=1) in vec3 normal;
    uniform mat4 camera, model, sun; out vec3 n, own, at; out vec4 lit;
    void main() {
      mat3 m = mat3(model);
      n = normalize(cross(m[1], m[2]) * normal.x + cross(m[2], m[0]) * normal.y + cross(m[0], m[1]) * normal.z);
      vec4 world = model * vec4(place, 1.0);
      own = place; at = world.xyz; lit = sun * world; gl_Position = camera * world;
    }`;
  // How much of the light arrives: a mean over a few texels of the shadow map, whose edges are thus soft.
  const ARRIVES = `
    float arrives(vec4 lit, float slope) {
      vec3 p = lit.xyz * 0.5 + 0.5;
      if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
      float sum = 0.0, texel = 1.6 / float(textureSize(shadow, 0).x);
      for (int i = -2; i < 2; i++)
        for (int j = -2; j < 2; j++)
          sum += texture(shadow, vec3(p.xy + (vec2(i, j) + 0.5) * texel, p.z - 0.0015 - 0.004 * slope));
      return sum / 16.0;
    }`;
  const SHADE = [PLACE, `#version 300 es
    precision highp float; precision highp sampler2DShadow;
    in vec3 n, own, at; in vec4 lit; out vec4 paint;
    uniform vec4 colour; uniform vec3 light, eye; uniform int pattern; uniform sampler2DShadow shadow;${ARRIVES}
    void main() {
      vec3 look = normalize(eye - at), up = normalize(n);
      if (dot(up, look) < 0.0) up = -up;
      float along = dot(up, light), sun = max(along, 0.0);
      if (sun > 0.0) sun *= arrives(lit, 1.0 - along);
      // halves and quarters of two shades, so that turning is seen
      float side = pattern == 1 ? own.x * own.y * own.z : pattern == 2 ? own.x * own.y : 1.0;
      vec3 base = pow(colour.rgb, vec3(2.2));
      if (side < 0.0) base = mix(base, vec3(0.9), 0.55);
      float shine = pow(max(dot(up, normalize(light + look)), 0.0), 48.0), rim = pow(1.0 - abs(dot(up, look)), 3.0);
      vec3 c = base * (0.42 + 0.16 * dot(up, look) + 0.72 * sun) + 0.16 * shine * min(sun * 2.0, 1.0) + 0.06 * rim;
      // a shell is seen best where it is looked at along its surface
      float a = colour.a > 0.99 ? 1.0 : mix(colour.a, min(1.0, 2.6 * colour.a), rim);
      paint = vec4(pow(min(c, 1.0), vec3(1.0 / 2.2)), a);
    }`];
  // Ground: a grid that fades with the distance, and the shadows on it. Without cells: the shadows alone.
  const GROUND = [PLACE, `#version 300 es
    precision highp float; precision highp sampler2DShadow;
    in vec3 n, own, at; in vec4 lit; out vec4 paint;
    uniform vec4 colour; uniform vec3 origin, east, north; uniform float cell, reach; uniform sampler2DShadow shadow;${ARRIVES}
    void main() {
      float dark = 0.34 * (1.0 - arrives(lit, 0.0)), near = 1.0 - smoothstep(0.55, 1.0, length(own.xy));
      float line = 0.0, tone = 0.0;
      if (cell > 0.0) {
        vec2 p = vec2(dot(at, east), dot(at, north)) / cell, w = fwidth(p), d = abs(fract(p - 0.5) - 0.5) / max(w, 1e-6);
        vec2 drawn = (1.0 - smoothstep(0.4, 1.4, d)) * (1.0 - smoothstep(0.15, 0.5, w));
        line = max(drawn.x, drawn.y) * 0.22;
        tone = 0.05;
      }
      float a = max(line, tone) * near;
      // the shadow lies over the grid
      float whole = dark + a * (1.0 - dark);
      paint = vec4(colour.rgb * a * (1.0 - dark) / max(whole, 1e-4), whole);
    }`];
  const CAST = [`#version 300 es
    layout(location=0) in vec3 place; uniform mat4 sun, model;
    void main() { gl_Position = sun * model * vec4(place, 1.0); }`, `#version 300 es
    precision mediump float; void main() {}`];
  const LINE = [`#version 300 es
    layout(location=0) in vec3 a; layout(location=1) in vec3 b;
    uniform mat4 camera, model; uniform vec2 size; uniform float width, longer; uniform vec2 fade; out float strength;
    void main() {
      vec2 corner = vec2(gl_VertexID / 2, gl_VertexID % 2);
      vec4 p = camera * model * vec4(a, 1.0), q = camera * model * vec4(b, 1.0);
      vec2 d = (q.xy / q.w - p.xy / p.w) * size;
      float l = length(d);
      vec2 along = l > 0.0 ? d / l : vec2(0.0), side = vec2(-along.y, along.x);
      vec4 at = corner.x < 0.5 ? p : q;
      // a little longer at both ends, so that bends have no gaps; not where overlaps are seen
      at.xy += ((corner.y * 2.0 - 1.0) * side + (corner.x * 2.0 - 1.0) * longer * along) * width / size * at.w;
      gl_Position = at;
      strength = fade.x + fade.y * float(gl_InstanceID);
    }`, `#version 300 es
    precision mediump float;
    uniform vec4 colour; in float strength; out vec4 paint;
    void main() { paint = vec4(colour.rgb, colour.a * clamp(strength, 0.0, 1.0)); }`];

  function program(gl, [vertex, fragment]) {
    const p = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const s = gl.createShader(kind);
      gl.shaderSource(s, text.trim());
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
      gl.attachShader(p, s);
    }
    gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(p));
    const at = {};
    for (let i = 0; i < gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS); i++) {
      const name = gl.getActiveUniform(p, i).name;
      at[name] = gl.getUniformLocation(p, name);
    }
    return { p, at };
  }

  // Depths as seen from the light, to be compared with.
  function shadowMap(gl) {
    const SIZE = 1024, map = gl.createTexture(), frame = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, map);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SIZE, SIZE);
    for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL]])
      gl.texParameteri(gl.TEXTURE_2D, key, value);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, map, 0);
    gl.drawBuffers([gl.NONE]);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { map, frame, size: SIZE };
  }

  const IDENTITY = V.matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);

  // null if the browser has no WebGL 2
  visviva.renderer = function (canvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const shade = program(gl, SHADE), ground = program(gl, GROUND), cast = program(gl, CAST), line = program(gl, LINE);
    const shadow = shadowMap(gl), stored = new Map();
    let view, pixels = 1, solid = [], clear = [], strips = [], grounds = [];
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);

    function upload(data, usage, step) {
      const array = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, usage);
      for (let i = 0; i < 2; i++) {
        gl.enableVertexAttribArray(i);
        if (step) gl.vertexAttribDivisor(i, 1);
        else gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 24, 12 * i);
      }
      return { array, buffer, n: data.length / (step || 6) };
    }

    // The vertices of a mesh by name, uploaded once.
    function vertices(name, own) {
      if (!stored.has(name)) stored.set(name, upload(own || meshes[name](), gl.STATIC_DRAW));
      return stored.get(name);
    }
    // Those of a mesh that changes at every instant.
    function changing(name, data) {
      if (!stored.has(name)) stored.set(name, upload(data, gl.DYNAMIC_DRAW));
      const m = stored.get(name);
      gl.bindBuffer(gl.ARRAY_BUFFER, m.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
      m.n = data.length / 6;
      return m;
    }

    const loose = () => upload(new Float32Array(0), gl.DYNAMIC_DRAW, 3), spare = [];
    let used = 0;

    function use(p, uniforms) {
      gl.useProgram(p.p);
      for (const [name, value] of Object.entries(uniforms)) {
        const at = p.at[name];
        if (at === undefined) continue;
        if (name === "pattern" || name === "shadow") gl.uniform1i(at, value);
        else if (typeof value === "number") gl.uniform1f(at, value);
        else if (value.length === 16) gl.uniformMatrix4fv(at, false, value);
        else if (value.length === 4) gl.uniform4fv(at, value);
        else if (value.length === 3) gl.uniform3fv(at, value);
        else gl.uniform2fv(at, value);
      }
    }
    const common = () => ({ camera: view.camera, sun: view.sun, light: view.light, eye: view.eye, shadow: 0 });

    function drawMesh(m) {
      use(shade, { model: m.model, colour: m.colour, pattern: m.pattern || 0 });
      gl.bindVertexArray(m.mesh.array);
      gl.drawArrays(gl.TRIANGLES, 0, m.mesh.n);
    }

    function drawShadows() {
      gl.bindFramebuffer(gl.FRAMEBUFFER, shadow.frame);
      gl.viewport(0, 0, shadow.size, shadow.size);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      use(cast, { sun: view.sun });
      for (const m of solid) {
        if (m.light) continue; // casts none
        use(cast, { model: m.model });
        gl.bindVertexArray(m.mesh.array);
        gl.drawArrays(gl.TRIANGLES, 0, m.mesh.n);
      }
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    }

    function drawStrip(s) {
      if (s.count < 1) return;
      use(line, { camera: view.camera, model: s.model || IDENTITY, size: [canvas.width, canvas.height], width: s.width * pixels, longer: s.colour[3] > 0.6 && !s.fade ? 0.5 : 0,
        colour: s.colour, fade: s.fade || [1, 0] });
      gl.bindVertexArray(s.strip.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, s.strip.buffer);
      for (let i = 0; i < 2; i++) gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 12 * s.step, 12 * (s.first + i));
      gl.depthMask(s.colour[3] > 0.6 && !s.fade); // faint lines do not write depth
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, s.count);
      gl.depthMask(true);
    }

    function drawGround(g) {
      use(ground, { ...common(), model: g.model, colour: g.colour, east: g.east, north: g.north, cell: g.cell });
      gl.bindVertexArray(vertices("sheet").array);
      gl.depthMask(false);
      gl.drawArrays(gl.TRIANGLES, 0, 6);
      gl.depthMask(true);
    }

    const far = (m) => V.norm(V.sub([m.model[12], m.model[13], m.model[14]], view.eye));

    return {
      gl,
      get view() { return view; },
      // Its view is make(aspect): { camera, eye, target, light, sun }, sun the matrix of the light. The target is returned.
      begin(make, paper) {
        pixels = Math.min(window.devicePixelRatio || 1, 2);
        const w = Math.max(1, Math.round(canvas.clientWidth * pixels)), h = Math.max(1, Math.round(canvas.clientHeight * pixels));
        if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
        gl.clearColor(paper[0], paper[1], paper[2], 1);
        view = make(w / h);
        solid = []; clear = []; strips = []; grounds = []; used = 0;
        return view.target;
      },
      end() {
        drawShadows();
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        gl.activeTexture(gl.TEXTURE0);
        gl.bindTexture(gl.TEXTURE_2D, shadow.map);
        grounds.forEach(drawGround);
        use(shade, common());
        solid.forEach(drawMesh);
        strips.forEach(drawStrip);
        clear.sort((a, b) => far(b) - far(a));
        gl.depthMask(false);
        gl.enable(gl.CULL_FACE);
        for (const m of clear) // first the far side of each, seen through the near one
          for (const side of [gl.FRONT, gl.BACK]) {
            gl.cullFace(side);
            drawMesh(m);
          }
        gl.disable(gl.CULL_FACE);
        gl.depthMask(true);
      },
      // pattern: 1 octants, 2 quarters of two shades; light: casts no shadow. Translucent if the colour is.
      mesh(name, model, colour, { pattern, light } = {}) {
        (colour[3] > 0.99 ? solid : clear).push({ mesh: vertices(name), model, colour, pattern, light });
      },
      // A tube of a radius about a polyline, made anew for each picture.
      tube(name, points, radius, colour) {
        solid.push({ mesh: changing(name, tubeOf(points, radius)), model: IDENTITY, colour });
      },
      // A sheet that shows shadows and, if it has cells, a grid: centre, two directions, half its size.
      ground(centre, east, north, half, cell, colour) {
        const model = V.matrix(V.scale(east, half), V.scale(north, half), V.cross(east, north), centre);
        grounds.push({ model, east, north, cell, colour });
      },
      // A custom mesh: a grid of nu by nv cells, its points row by row.
      grid(name, nu, nv, point) {
        const at = (i, j) => point.slice(3 * (i * (nv + 1) + j), 3 * (i * (nv + 1) + j) + 3);
        const clamp = (x, most) => Math.max(0, Math.min(most, x));
        vertices(name, surface(nu, nv, (u, v) => {
          const i = Math.round(u * nu), j = Math.round(v * nv);
          const du = V.sub(at(clamp(i + 1, nu), j), at(clamp(i - 1, nu), j));
          const dv = V.sub(at(i, clamp(j + 1, nv)), at(i, clamp(j - 1, nv)));
          return [at(i, j), V.unit(V.cross(du, dv))];
        }));
      },
      // Triangles by the indices of their corners, which have normals.
      triangles(name, vertex, normal, triangle) {
        const out = new Float32Array(6 * triangle.length);
        triangle.forEach((k, i) => {
          for (let a = 0; a < 3; a++) { out[6 * i + a] = vertex[3 * k + a]; out[6 * i + 3 + a] = normal[3 * k + a]; }
        });
        vertices(name, out);
      },
      // A ring about z of outer radius 1 and of this thickness.
      ring(name, k) { if (!stored.has(name)) vertices(name, ring(k)); },
      // A polyline kept on the GPU: numbers x, y, z, x, ...
      keep: (points) => upload(new Float32Array(points), gl.STATIC_DRAW, 3),
      // Draws its segments from one point to another; fade: its strength at the first, and more for each next.
      kept(strip, first, last, colour, width, { model, fade } = {}) {
        strips.push({ strip, first, count: last - first, step: 1, colour, width, model, fade });
      },
      // Separate line segments, two points each.
      lines(points, colour, width) {
        const strip = spare[used] || (spare[used] = loose());
        used++;
        gl.bindBuffer(gl.ARRAY_BUFFER, strip.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW);
        strips.push({ strip, first: 0, count: points.length / 6, step: 2, colour, width });
      },
    };
  };

  // Triangles of a tube about a polyline; each ring is carried along from the one before without twist.
  function tubeOf(points, radius) {
    const SIDES = 10, out = new Float32Array(Math.max(0, points.length - 1) * SIDES * 36);
    let [u] = V.across(V.unit(V.sub(points[1], points[0]))), at = 0, before = null;
    const put = (p, n) => { out.set(p, at); out.set(n, at + 3); at += 6; };
    points.forEach((p, i) => {
      const along = V.unit(V.sub(points[Math.min(i + 1, points.length - 1)], points[Math.max(i - 1, 0)]));
      u = V.unit(V.sub(u, V.scale(along, V.dot(u, along))));
      const v = V.cross(along, u), ringAt = [];
      for (let k = 0; k <= SIDES; k++) {
        const w = TURN * k / SIDES, n = V.add(V.scale(u, Math.cos(w)), V.scale(v, Math.sin(w)));
        ringAt.push([V.add(p, V.scale(n, radius)), n]);
      }
      for (let k = 0; before && k < SIDES; k++)
        for (const corner of [before[k], ringAt[k], ringAt[k + 1], before[k], ringAt[k + 1], before[k + 1]]) put(...corner);
      before = ringAt;
    });
    return out;
  }
})(window.visviva = window.visviva || {});
