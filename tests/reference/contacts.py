#!/usr/bin/python3
"""Bodies that roll on each other, by Newton's and Euler's equations in redundant coordinates.

    contacts.py            the rows of motions.json for models/rolling, as JSON

Nothing is shared with the engine: both surfaces are equations, the pose is the centre and a rotation
matrix, the contact is found anew at each instant by Newton's iteration (normals opposed), its velocity in
the body by differentiating those conditions, and the reaction is an unknown force. Needs numpy and scipy.
"""
import json
import sys

import numpy as np
from scipy.integrate import solve_ivp

G = np.array([0, 0, -9.81])


def rotation(*turns):
    """Each turn (angle, axis) about an axis of the frame reached so far."""
    out = np.eye(3)
    for angle, axis in turns:
        c, s, i, j = np.cos(angle), np.sin(angle), (axis + 1) % 3, (axis + 2) % 3
        step = np.eye(3)
        step[i, i] = step[j, j] = c
        step[i, j], step[j, i] = -s, s
        out = out @ step
    return out


def cross_matrix(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])


def at_rest(_):
    """A support's axes: origin, rotation; velocity of the origin, spin; their rates."""
    return np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3)


class Pair:
    """A body with surface phi = 0 on a surface psi = 0 whose axes move as `carried` says; gradients and
    second derivatives."""

    def __init__(self, mass, inertia, phi, psi, carried=at_rest):
        self.m, self.I, self.phi, self.own_psi, self.carried = mass, np.diag(inertia), phi, psi, carried
        self.psi = psi

    def at(self, t):
        """The support's surface where it is at this instant, in the world."""
        o, Q = self.carried(t)[:2]

        def psi(x):
            value, g, h = self.own_psi(Q.T @ (x - o))
            return value, Q @ g, Q @ h @ Q.T
        self.psi = psi
        return self

    def contact(self, x, R, rho, lam):
        """phi(rho) = 0 and R grad phi + lam grad psi = 0 at x + R rho."""
        for _ in range(50):
            J, r = self.jacobian(x, R, rho, lam)
            d = np.linalg.solve(J, -r)
            rho, lam = rho + d[:3], lam + d[3]
            if np.abs(d).max() < 1e-15:
                break
        return rho, lam

    def jacobian(self, x, R, rho, lam):
        value, g, h = self.phi(rho)
        _, G1, H1 = self.psi(x + R @ rho)
        J = np.zeros((4, 4))
        J[:3, :3] = R @ h + lam * H1 @ R
        J[:3, 3] = G1
        J[3, :3] = g
        return J, np.append(R @ g + lam * G1, value)

    def rates(self, t, y):
        """d/dt of centre, rotation, spin along the body's axes; rho, lam are guesses carried along."""
        x, R, w = y[:3], y[3:12].reshape(3, 3), y[12:15]
        o, _, od, W, odd, Wd = self.carried(t)
        rho, lam = self.at(t).contact(x, R, y[15:18], y[18])
        P = x + R @ rho
        V = od + np.cross(W, P - o) - R @ np.cross(w, rho)
        Rd = R @ cross_matrix(w)
        J, _ = self.jacobian(x, R, rho, lam)
        _, g, _ = self.phi(rho)
        _, G1, H1 = self.psi(P)
        # both points of material have one velocity: the support's surface seen from its own axes
        moved = Rd @ g + lam * (np.cross(W, G1) + H1 @ (V + Rd @ rho - od - np.cross(W, P - o)))
        d = np.linalg.solve(J, -np.append(moved, 0))
        rhod = d[:3]
        # unknown: acceleration of the centre, of the spin, force (in the world)
        A, b = np.zeros((9, 9)), np.zeros(9)
        A[:3, :3], A[:3, 6:] = self.m * np.eye(3), -np.eye(3)
        b[:3] = self.m * G
        A[3:6, 3:6], A[3:6, 6:] = self.I, -cross_matrix(rho) @ R.T
        b[3:6] = -np.cross(w, self.I @ w)
        A[6:, :3], A[6:, 3:6] = np.eye(3), -R @ cross_matrix(rho)
        Pd = V + Rd @ rho + R @ rhod
        b[6:] = -R @ (np.cross(w, np.cross(w, rho)) + np.cross(w, rhod))
        b[6:] += odd + np.cross(Wd, P - o) + np.cross(W, Pd - od)
        return np.concatenate([V, Rd.ravel(), np.linalg.solve(A, b)[3:6], rhod, d[3:]])

    def motion(self, point, R, w, rho, instants):
        _, g, _ = self.phi(np.array(rho))
        _, G1, _ = self.at(0).psi(np.array(point))
        lam = -np.linalg.norm(g) / np.linalg.norm(G1)
        # the point of the body whose normal is opposed to the support's at `point`
        rho, n = np.array(rho), G1 / np.linalg.norm(G1)
        for _ in range(60):
            value, g, h = self.phi(rho)
            J, r = np.zeros((4, 4)), np.append(R @ g + lam * G1, value)
            J[:3, :3], J[:3, 3], J[3, :3] = R @ h, G1, g
            d = np.linalg.solve(J, -r)
            rho, lam = rho + d[:3], lam + d[3]
        assert n @ (R @ self.phi(rho)[1]) < 0
        x = np.array(point) - R @ rho
        y = np.concatenate([x, R.ravel(), w, rho, [lam]])
        done = solve_ivp(self.rates, (0, instants[-1]), y, method='DOP853',
                         rtol=1e-13, atol=1e-15, t_eval=instants)
        rows = []
        for t, z in zip(done.t, done.y.T):
            x, R = z[:3], z[3:12].reshape(3, 3)
            rho, _ = self.at(t).contact(x, R, z[15:18], z[18])
            assert abs(self.psi(x + R @ rho)[0]) < 1e-9
            rows.append((x + R @ rho, rho, z[12:15]))
        return rows, np.array(y[15:18])


def ellipsoid(a, b, c):
    k = np.array([1 / a**2, 1 / b**2, 1 / c**2])
    return lambda x: (k @ x**2 - 1, 2 * k * x, np.diag(2 * k))


def pebble(a, b, c, d):
    k = np.array([1 / a**2, 1 / b**2, 1 / c**2])
    return lambda x: (k @ x**2 + np.sum(x**4) / d**4 - 1, 2 * k * x + 4 * x**3 / d**4,
                      np.diag(2 * k + 12 * x**2 / d**4))


def torus(R, d):
    def psi(x):
        s = np.hypot(x[0], x[1])
        e = np.array([x[0] / s, x[1] / s, 0])
        t = np.array([-e[1], e[0], 0])
        value = (s - R)**2 + x[2]**2 - d**2
        grad = 2 * (s - R) * e + np.array([0, 0, 2 * x[2]])
        H = 2 * np.outer(e, e) + 2 * (s - R) / s * np.outer(t, t)
        H[2, 2] = 2
        return value, grad, H
    return psi


def bowl(p, q):
    """z = x^2/2p + y^2/2q"""
    k = np.array([1 / p, 1 / q, 0])
    return lambda x: (x[2] - k @ x**2 / 2, np.array([0, 0, 1]) - k * x, -np.diag(k))


def floor(x):
    return x[2], np.array([0, 0, 1.0]), np.zeros((3, 3))


def quartic(k):
    """x^4 + y^4 + z^4 + k x y = 1"""
    def psi(x):
        H = np.diag(12 * x**2)
        H[0, 1] = H[1, 0] = k
        return np.sum(x**4) + k * x[0] * x[1] - 1, 4 * x**3 + k * np.array([x[1], x[0], 0]), H
    return psi


def rocking(reach, tilt, w):
    """The origin goes to and fro along x, the axes about y."""
    def carried(t):
        s, c, x, y = np.sin(w * t), np.cos(w * t), np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
        return (reach * s * x, rotation((tilt * s, 1)), reach * w * c * x, tilt * w * c * y,
                -reach * w**2 * s * x, -tilt * w**2 * s * y)
    return carried


def turning(rate):
    """About z."""
    return lambda t: (np.zeros(3), rotation((rate * t, 2)), np.zeros(3), np.array([0, 0, rate]),
                      np.zeros(3), np.zeros(3))


def egg(m=1.0, a=0.1, b=0.15, c=0.2):
    return (m, [m * (b**2 + c**2) / 5, m * (a**2 + c**2) / 5, m * (a**2 + b**2) / 5],
            ellipsoid(a, b, c))


def case(name, model, surface, pair, point, R, w, rho, instants):
    rows, start = pair.motion(point, R, np.array(w), rho, instants)
    print(f"{model}: the contact begins at {start.tolist()} in the body", file=sys.stderr)
    out = {}
    for t, (P, r, spin) in zip(instants, rows):
        out[repr(t)] = {f"dot({'contact' if k < 3 else 'trace'}({surface}), world.{'xyz'[k % 3]})": v
                        for k, v in enumerate([*P, *r])}
        out[repr(t)].update(zip("pqr", spin))
    return {"name": name, "model": model, "tolerance": 1e-11,
            "source": "tests/reference/contacts.py: Newton and Euler in redundant coordinates",
            "rows": out}


def by_trihedra(phi, rho, du, support, angle):
    """The rotation that lays the body's trihedron (x along du) on the support's, turned and upside down."""
    n = phi(rho)[1] / np.linalg.norm(phi(rho)[1])
    e = du / np.linalg.norm(du)
    x, y, z = support
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * x + s * y, s * x - c * y, -z]).T @ np.array([e, np.cross(n, e), n])


def top(x, y):
    """The point of the quartic above (x, y)."""
    return [x, y, (1 - x**4 - y**4 - 0.25 * x * y)**0.25]


def main():
    d, R, th = 0.3, 1.0, 1.4
    on_torus = [R + d * np.cos(th), 0, d * np.sin(th)]
    u, v = 0.3, 0.1
    in_bowl = [u, v, (u**2 + v**2) / 2]
    a, b, saddle = 0.1, 0.1, 2.0
    a1, b1, c1, u1, v1 = 0.1, 0.15, 0.2, 1.2, 0.3
    rho = np.array([a1 * np.sin(u1) * np.cos(v1), b1 * np.sin(u1) * np.sin(v1), c1 * np.cos(u1)])
    du = np.array([a1 * np.cos(u1) * np.cos(v1), b1 * np.cos(u1) * np.sin(v1), -c1 * np.sin(u1)])
    axes = [np.array([0, 1.0, 0]), np.array([-np.sin(th), 0, np.cos(th)]),
            np.array([np.cos(th), 0, np.sin(th)])]
    # (ξ, η) = 0 is the foot of the centre: a^2 m/sqrt(a^2 m^2) with m the downward normal in the body
    down = rotation((0.4, 0)).T @ [0, 0, -1]
    squares = np.array([a1, b1, c1])**2
    under = rotation((0.4, 0)) @ (squares * down / np.sqrt(squares @ down**2))
    below_centre = [under[0], under[1], 0]
    cases = [
        case("an ellipsoid rolls on a torus", "rolling/ellipsoid_on_torus.vv", "shell",
             Pair(*egg(), torus(R, d)), on_torus, rotation((0.4, 0)), [1, 0, 2],
             [0.0, -0.1, -0.15], [0.25, 0.5]),
        case("an ellipsoid rolls on a torus, placed by the parameters of both",
             "rolling/ellipsoid_on_torus_hadamard.vv", "shell", Pair(*egg(), torus(R, d)), on_torus,
             by_trihedra(ellipsoid(a1, b1, c1), rho, du, axes, 0.5), [1, 0.5, 2], rho, [0.25, 0.5]),
        case("an ellipsoid rolls in a paraboloid", "rolling/ellipsoid_in_paraboloid.vv", "shell",
             Pair(*egg(), bowl(1, 1)), in_bowl, rotation((0.4, 0)), [1, 0, 2],
             [0.0, -0.1, -0.15], [0.5, 1.0]),
        case("a pebble rolls on a saddle", "rolling/pebble_on_saddle.vv", "skin",
             Pair(1.0, [0.008, 0.012, 0.015], pebble(0.2, 0.15, 0.1, 0.25), bowl(saddle, -saddle)),
             [a, b, 0], rotation((0.3, 0), (0.2, 1)), [0.5, 0, 1], [0.05, -0.05, -0.09],
             [0.25, 0.5]),
        case("an ellipsoid rolls on an equation", "rolling/ellipsoid_on_quartic.vv", "shell",
             Pair(*egg(), quartic(0.25)), top(0.2, 0.1), rotation((0.4, 0)), [1, 0, 2],
             [0.0, -0.1, -0.15], [0.15, 0.3]),
        case("an equation rolls on an equation that turns", "rolling/pebble_on_turning_quartic.vv", "skin",
             Pair(1.0, [0.008, 0.012, 0.015], pebble(0.2, 0.15, 0.1, 0.25), quartic(0.25), turning(2.0)),
             top(0.1, 0.2), rotation((0.3, 0), (0.2, 1)), [0.5, 0, 1], [0.05, -0.05, -0.09],
             [0.15, 0.3]),
        case("an ellipsoid rolls on a plate that rocks", "rolling/ellipsoid_on_rocking_plate.vv", "shell",
             Pair(*egg(), floor, rocking(0.05, 0.1, 5.0)), below_centre, rotation((0.4, 0)), [1, 0, 2],
             [0.0, -0.1, -0.15], [0.5, 1.0]),
    ]
    json.dump(cases, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
