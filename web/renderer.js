// A small WebGL 2 renderer: shaded meshes and lines of a width in pixels. Knows nothing of
// mechanics.
(function (visviva) {
  "use strict";
  const V = visviva.vec;

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

  const TURN = 2 * Math.PI;
  const meshes = {
    sphere: () => surface(48, 24, (u, v) => {
      const a = TURN * u, b = Math.PI * v, p = [Math.cos(a) * Math.sin(b), Math.sin(a) * Math.sin(b), Math.cos(b)];
      return [p, p];
    }),
    // a ring about z whose outer circle has radius 1
    hoop: () => surface(96, 16, (u, v) => {
      const a = TURN * u, b = TURN * v, k = 0.045, r = 1 - k + k * Math.cos(b);
      return [[r * Math.cos(a), r * Math.sin(a), k * Math.sin(b)],
        [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)]];
    }),
    disc: () => {
      const h = 0.05, side = surface(64, 1, (u, v) => {
        const a = TURN * u, n = [Math.cos(a), Math.sin(a), 0];
        return [[n[0], n[1], h * (2 * v - 1)], n];
      });
      const cap = (z) => surface(64, 1, (u, v) => [[v * Math.cos(TURN * u), v * Math.sin(TURN * u), z], [0, 0, Math.sign(z)]]);
      return join([side, cap(h), cap(-h)]);
    },
    cone: () => surface(24, 1, (u, v) => {
      const a = TURN * u;
      return [[v * Math.cos(a), v * Math.sin(a), 1 - v], V.unit([Math.cos(a), Math.sin(a), 1])];
    }),
    rod: () => surface(16, 1, (u, v) => {
      const n = [Math.cos(TURN * u), Math.sin(TURN * u), 0];
      return [[n[0], n[1], v], n];
    }),
  };

  function join(parts) {
    const out = new Float32Array(parts.reduce((n, p) => n + p.length, 0));
    let at = 0;
    for (const p of parts) { out.set(p, at); at += p.length; }
    return out;
  }

  // ---- shaders ----

  const SHADE = [`#version 300 es
    layout(location=0) in vec3 place; layout(location=1) in vec3 normal;
    uniform mat4 camera, model; out vec3 n, own;
    void main() {
      mat3 m = mat3(model);
      n = normalize(cross(m[1], m[2]) * normal.x + cross(m[2], m[0]) * normal.y + cross(m[0], m[1]) * normal.z);
      own = place; gl_Position = camera * model * vec4(place, 1.0);
    }`, `#version 300 es
    precision mediump float;
    in vec3 n, own; uniform vec4 colour; uniform vec3 light; uniform int pattern; out vec4 paint;
    void main() {
      float s = abs(dot(normalize(n), light)), lit = 0.55 + 0.45 * s;
      // halves and quarters of two shades, so that turning is seen
      float side = pattern == 1 ? own.x * own.y * own.z : pattern == 2 ? own.x * own.y : 1.0;
      vec3 c = side < 0.0 ? mix(colour.rgb, vec3(1.0), 0.5) : colour.rgb;
      paint = vec4(c * lit, colour.a);
    }`];
  const LINE = [`#version 300 es
    layout(location=0) in vec3 a; layout(location=1) in vec3 b;
    uniform mat4 camera, model; uniform vec2 size; uniform float width;
    void main() {
      vec2 corner = vec2(gl_VertexID / 2, gl_VertexID % 2);
      vec4 p = camera * model * vec4(a, 1.0), q = camera * model * vec4(b, 1.0);
      vec2 d = (q.xy / q.w - p.xy / p.w) * size;
      float l = length(d);
      vec2 side = l > 0.0 ? vec2(-d.y, d.x) / l : vec2(0.0);
      vec4 at = corner.x < 0.5 ? p : q;
      at.xy += (corner.y * 2.0 - 1.0) * side * width / size * at.w;
      gl_Position = at;
    }`, `#version 300 es
    precision mediump float;
    uniform vec4 colour; out vec4 paint;
    void main() { paint = colour; }`];

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

  const IDENTITY = V.matrix([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]);

  // null if the browser has no WebGL 2
  visviva.renderer = function (canvas) {
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: true, preserveDrawingBuffer: true });
    if (!gl) return null;
    const shade = program(gl, SHADE), line = program(gl, LINE), stored = new Map();
    let camera = IDENTITY, pixels = 1;
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);

    // The vertices of a mesh by name, uploaded once.
    function vertices(name, own) {
      if (!stored.has(name)) {
        const data = own || meshes[name](), array = gl.createVertexArray(), buffer = gl.createBuffer();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
        for (let i = 0; i < 2; i++) {
          gl.enableVertexAttribArray(i);
          gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 24, 12 * i);
        }
        stored.set(name, { array, n: data.length / 6 });
      }
      return stored.get(name);
    }

    function strip() {
      const array = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      for (let i = 0; i < 2; i++) {
        gl.enableVertexAttribArray(i);
        gl.vertexAttribDivisor(i, 1);
      }
      return { array, buffer, n: 0 };
    }
    const loose = strip();

    function drawStrip(s, first, count, step, colour, width, model) {
      if (count < 1) return;
      gl.useProgram(line.p);
      gl.bindVertexArray(s.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, s.buffer);
      for (let i = 0; i < 2; i++) gl.vertexAttribPointer(i, 3, gl.FLOAT, false, 12 * step, 12 * (first + i));
      gl.uniformMatrix4fv(line.at.camera, false, camera);
      gl.uniformMatrix4fv(line.at.model, false, model || IDENTITY);
      gl.uniform2f(line.at.size, canvas.width, canvas.height);
      gl.uniform1f(line.at.width, width * pixels);
      gl.uniform4fv(line.at.colour, colour);
      gl.depthMask(colour[3] > 0.6); // faint lines do not write depth
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      gl.depthMask(true);
    }

    return {
      gl,
      begin(view, paper) {
        pixels = Math.min(window.devicePixelRatio || 1, 2);
        const w = Math.max(1, Math.round(canvas.clientWidth * pixels)), h = Math.max(1, Math.round(canvas.clientHeight * pixels));
        if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
        gl.viewport(0, 0, w, h);
        gl.clearColor(paper[0], paper[1], paper[2], 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
        camera = view(w / h);
      },
      mesh(name, model, colour, light, pattern) {
        const m = vertices(name);
        gl.useProgram(shade.p);
        gl.bindVertexArray(m.array);
        gl.uniformMatrix4fv(shade.at.camera, false, camera);
        gl.uniformMatrix4fv(shade.at.model, false, model);
        gl.uniform4fv(shade.at.colour, colour);
        gl.uniform3fv(shade.at.light, light);
        gl.uniform1i(shade.at.pattern, pattern || 0);
        gl.depthMask(colour[3] > 0.6);
        gl.drawArrays(gl.TRIANGLES, 0, m.n);
        gl.depthMask(true);
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
      // A polyline kept on the GPU: numbers x, y, z, x, ...
      keep(points) {
        const s = strip();
        gl.bindBuffer(gl.ARRAY_BUFFER, s.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.STATIC_DRAW);
        s.n = points.length / 3;
        return s;
      },
      // Draws its segments from one point to another.
      kept(s, first, last, colour, width, model) { drawStrip(s, first, last - first, 1, colour, width, model); },
      // Separate line segments, two points each.
      lines(points, colour, width) {
        gl.bindBuffer(gl.ARRAY_BUFFER, loose.buffer);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(points), gl.DYNAMIC_DRAW);
        drawStrip(loose, 0, points.length / 6, 2, colour, width);
      },
    };
  };
})(window.visviva = window.visviva || {});
