// Vectors, quaternions (scalar first) and 4x4 matrices (column-major): only what the scene needs.
(function (visviva) {
  "use strict";
  const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const scale = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const norm = (a) => Math.hypot(a[0], a[1], a[2]);
  const unit = (a) => { const n = norm(a); return n > 0 ? scale(a, 1 / n) : [0, 0, 1]; };
  const mix = (a, b, s) => a.map((x, i) => x + (b[i] - x) * s);

  // Two unit vectors orthogonal to n and to each other.
  function across(n) {
    const other = Math.abs(n[0]) < 0.8 ? [1, 0, 0] : [0, 1, 0];
    const u = unit(cross(n, other));
    return [u, cross(n, u)];
  }

  function quaternionAxes(q) {
    const [w, x, y, z] = q;
    return [
      [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ];
  }

  function quaternionMultiply(a, b) {
    return [
      a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
      a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
      a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
      a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ];
  }

  // Columns u, v, w and the position p.
  const matrix = (u, v, w, p) =>
    new Float32Array([u[0], u[1], u[2], 0, v[0], v[1], v[2], 0, w[0], w[1], w[2], 0, p[0], p[1], p[2], 1]);

  function multiply(a, b) {
    const out = new Float32Array(16);
    for (let c = 0; c < 4; c++)
      for (let r = 0; r < 4; r++)
        for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
    return out;
  }

  function perspective(fov, aspect, near, far) {
    const f = 1 / Math.tan(fov / 2), m = new Float32Array(16);
    m[0] = f / aspect; m[5] = f; m[10] = (far + near) / (near - far); m[11] = -1;
    m[14] = 2 * far * near / (near - far);
    return m;
  }

  function lookAt(eye, target, up) {
    const z = unit(sub(eye, target)), x = unit(cross(up, z)), y = cross(z, x);
    return new Float32Array([x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0,
      -dot(x, eye), -dot(y, eye), -dot(z, eye), 1]);
  }

  // Parallel rays of light along -direction: a box about the centre becomes -1 .. 1, depths grow away from the light.
  function parallel(direction, centre, reach) {
    const [u, v] = across(direction), w = scale(direction, -0.5);
    const out = new Float32Array(16);
    [u, v, w].forEach((d, r) => {
      for (let k = 0; k < 3; k++) out[4 * k + r] = d[k] / reach;
      out[12 + r] = -dot(d, centre) / reach;
    });
    out[15] = 1;
    return out;
  }

  visviva.vec = { add, sub, scale, dot, cross, norm, unit, mix, across, quaternionAxes, quaternionMultiply,
    matrix, multiply, perspective, lookAt, parallel };
})(window.visviva = window.visviva || {});
