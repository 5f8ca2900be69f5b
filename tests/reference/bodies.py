#!/usr/bin/python3
"""Mechanisms of models/reference by Newton's and Euler's equations of every body, or by hand.

    bodies.py              their rows of motions.json, as JSON

Nothing is shared with the engine. `Bodies` knows centres, rotation matrices, velocities and spins in the
world's axes; relations between velocities have unknown multipliers, derivatives of what is stated
are taken by a complex step. Loops that have one freedom by their closed form, servos by theirs.
Needs numpy, scipy and mpmath.
"""
import json
import sys

import mpmath
import numpy as np
from scipy.integrate import DOP853

STEP = 1e-200  # of complex steps: exact to rounding
DOWN = np.array([0, 0, -9.81])


def rotation(angle, axis):
    c, s, i, j = np.cos(angle), np.sin(angle), (axis + 1) % 3, (axis + 2) % 3
    out = np.eye(3, dtype=type(c * 1.0))
    out[i, i] = out[j, j] = c
    out[i, j], out[j, i] = -s, s
    return out


def cross(a, b):  # of complex vectors too
    return np.array([a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]])


def integrate(rates, y, end):
    solver = DOP853(rates, 0.0, np.array(y, float), end, rtol=2e-13, atol=1e-14)
    while solver.status == "running":
        solver.step()
    assert solver.status == "finished"
    return solver.y


class Bodies:
    """mass and central tensor of each; relations(t, r, R, u) = 0, velocities and spins u in rows of six."""

    def __init__(self, bodies, relations, gravity=DOWN, forces=None):
        self.bodies = [(m, np.diag(i)) for m, i in bodies]
        self.n, self.relations, self.gravity, self.forces = len(bodies), relations, gravity, forces

    def split(self, y):
        n = self.n
        return y[:3*n].reshape(n, 3), y[3*n:12*n].reshape(n, 3, 3), y[12*n:].reshape(n, 6)

    def moving(self, R, u):
        return np.array([[cross(u[i][3:], R[i][:, k]) for k in range(3)]
                         for i in range(self.n)]).transpose(0, 2, 1)

    def accelerations(self, t, y):
        """Accelerations and multipliers."""
        r, R, u = self.split(y)
        n = self.n
        M, f = np.zeros((6*n, 6*n)), np.zeros((n, 6))
        for i, (m, tensor) in enumerate(self.bodies):
            world, w = R[i] @ tensor @ R[i].T, u[i][3:]
            M[6*i:6*i+3, 6*i:6*i+3] = m*np.eye(3)
            M[6*i+3:6*i+6, 6*i+3:6*i+6] = world
            f[i] = np.concatenate([m*self.gravity, -cross(w, world @ w)])
        if self.forces:
            f = f + self.forces(t, r, R, u)
        J = []
        for k in range(6*n):
            v = u.astype(complex).reshape(-1)
            v[k] += 1j*STEP
            J.append(np.imag(self.relations(t, r, R, v.reshape(n, 6)))/STEP)
        J = np.array(J).T
        rate = np.imag(self.relations(t + 1j*STEP, r + 1j*STEP*u[:, :3], R + 1j*STEP*self.moving(R, u),
                                      u.astype(complex)))/STEP
        inverse = np.linalg.inv(M)
        multipliers = np.linalg.solve(J @ inverse @ J.T, -rate - J @ inverse @ f.reshape(-1))
        return inverse @ (f.reshape(-1) + J.T @ multipliers), multipliers

    def rates(self, t, y):
        r, R, u = self.split(y)
        return np.concatenate([u[:, :3].reshape(-1), self.moving(R, u).reshape(-1), self.accelerations(t, y)[0]])

    def run(self, r, R, u, end):
        y = np.concatenate([np.array(x, float).reshape(-1) for x in (r, R, u)])
        return integrate(self.rates, y, end)


def at(u, i, arm):
    """Velocity of a point of body i."""
    return u[i, :3] + cross(u[i, 3:], arm)


# ---- loops of hinges with one freedom -----------------------------------------------------------

def loop(angles, lengths, twists, nrods, axial, s, rate, end):
    """Uniform rods of 1 kg under gravity along -y; angles(s): those at the hinges and their derivatives."""
    def inertia(s):
        q, dq = angles(s)
        R, P, v, w, J, U = np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), 0, 0
        for i, l in enumerate(lengths):
            w = w + dq[i]*R[:, 2]
            R = R @ rotation(q[i], 2)
            if i < nrods:
                centre = v + cross(w, l/2*R[:, 0])
                own = R.T @ w
                J = J + centre @ centre + axial*own[0]**2 + l*l/12*(own[1]**2 + own[2]**2)
                U = U - 9.81*(P + l/2*R[:, 0])[1]
            v, P = v + cross(w, l*R[:, 0]), P + l*R[:, 0]
            R = R @ rotation(twists[i], 0)
        return J, U

    def rates(_, y):
        J, U = inertia(y[0] + 1j*STEP)
        return [y[1], (-J.imag/STEP*y[1]**2/2 + U.imag/STEP)/J.real]
    s, rate = integrate(rates, [s, rate], end)
    q, dq = angles(s)
    return {f"cos(q{i+1})": np.cos(x) for i, x in enumerate(q[:2])} | {f"q{i+1}'": x*rate for i, x in enumerate(dq[:2])}


def arctan(x):
    real = np.real(x)
    return np.arctan(real) + (1j*np.imag(x)/(1 + real**2) if np.iscomplexobj(x) else 0)


def bricard(end):
    """(1 + cos q1)(1 + cos q2) = 1: (1 + a^2)(1 + b^2) = 4 between the tangents of half the angles."""
    def angles(s):
        c, d = np.cos(s), np.sin(s)
        root = np.sqrt(1 + 12*(c*d)**2)
        square = 6/(1 + root)
        rho = np.sqrt(square)
        slope = -square**2/12*(12*c*d*(c*c - d*d)/root)/rho
        q, dq = [], []
        for x, dx in ((rho*c, slope*c - rho*d), (rho*d, slope*d + rho*c)):
            q.append(2*arctan(x))
            dq.append(2*dx/(1 + x*x))
        return q*3, dq*3
    return loop(angles, [1]*6, [np.pi/2, -np.pi/2]*3, 5, 0, np.pi/4, 0, end)


def bennett(end):
    """tan(q1/2) tan(q2/2) = const."""
    a, alpha, beta = 0.5, 0.6, 1.1
    const = np.sin((alpha + beta)/2)/np.sin((beta - alpha)/2)

    def angles(s):
        x = const/np.tan(s/2)
        dq = -const/np.sin(s/2)**2/(1 + x*x)
        return [s, 2*arctan(x), -s, -2*arctan(x)], [1, dq, -1, -dq]
    b = a*np.sin(beta)/np.sin(alpha)
    return loop(angles, [a, b, a, b], [alpha, beta]*2, 3, 0.001, 0.8, 1, end)


# ---- bodies and particles -----------------------------------------------------------------------

def particle_chain(end):
    n, d = 20, 0.1

    def rates(_, y):
        x, v = y[:2*n].reshape(n, 2), y[2*n:].reshape(n, 2)
        rod, spread = (np.diff(np.vstack([[0, 0], a]), axis=0) for a in (x, v))
        J = np.zeros((n, n, 2))
        for i in range(n):
            J[i, i] = rod[i]
            if i:
                J[i, i-1] = -rod[i]
        J = J.reshape(n, 2*n)
        g = np.tile([0, -9.81], n)
        tension = np.linalg.solve(J @ J.T, -(spread**2).sum(1) - J @ g)
        return np.concatenate([y[2*n:], g + J.T @ tension])
    y = integrate(rates, np.concatenate([np.array([[(i+1)*d, 0] for i in range(n)]).reshape(-1),
                                         np.zeros(2*n)]), end)
    return {"x[20]": y[2*n-2], "z[20]": y[2*n-1], "x[10]'": y[2*n+18], "z[20]'": y[-1]}


def spatial_fourbar(end):
    a, b, c, m1, m2, m3 = 0.2, 0.7, 0.5, 1, 0.8, 1.4
    O = np.array([0.5, 0.1, 0])
    K, A = rotation(0.3, 0), a*rotation(0.3, 0)[:, 1]
    low, high = -0.5, 0.5  # the rocker by bisection
    for _ in range(200):
        middle = (low + high)/2
        far = np.linalg.norm(O + c*rotation(middle, 1)[:, 2] - A) > b
        low, high = (low, middle) if far else (middle, high)
    H = rotation(low, 1)
    B = O + c*H[:, 2]
    x = (B - A)/b
    y = np.cross([0, 0, 1], x)
    y /= np.linalg.norm(y)
    S = np.array([x, y, np.cross(x, y)]).T
    vA = np.cross([2, 0, 0], A)
    turned = np.cross([0, 1, 0], B - O)
    wH = np.array([0, vA @ x/(turned @ x), 0])
    vB = np.cross(wH, B - O)
    wS = np.cross(x, vB - vA)/b

    def relations(_, r, R, u):
        k, h, s = R[0][:, 1], R[1][:, 2], R[2][:, 0]
        return np.concatenate([at(u, 0, -a/2*k), u[0, 4:], at(u, 1, -c/2*h), [u[1, 3], u[1, 5]],
                               at(u, 0, a/2*k) - at(u, 2, -b/2*s), at(u, 1, c/2*h) - at(u, 2, b/2*s)])
    # a rod that its hinge keeps from turning about itself may have any moment there
    k = Bodies([(m1, (m1*a*a/12, 1, m1*a*a/12)), (m3, (m3*c*c/12, m3*c*c/12, 1)),
                (m2, (0.001, m2*b*b/12, m2*b*b/12))], relations)
    end_state = k.run([A/2, O + c/2*H[:, 2], (A + B)/2], [K, H, S],
                      [np.r_[vA/2, 2, 0, 0], np.r_[vB/2, wH], np.r_[(vA + vB)/2, wS]], end)
    r, _, u = k.split(end_state)
    accelerations = k.accelerations(end, end_state)[0]
    return {"x": r[2, 0], "y": r[2, 1], "z": r[2, 2], "α'": u[0, 3], "β'": u[1, 4], "p": 0.0,
            "α''": accelerations[3], "β''": accelerations[10]}


def flyball_governor(end):
    m, M, b, k, c, I, J, l, g = 5, 10, 1, 8000, 400, 0.05, 0.001, 0.5, 9.81
    arm = m*b*b/3 + m*b*b

    def rates(_, y):
        a, s, w, da, ds = y
        across, along = np.cos(a), np.sin(a)
        inertia, slope = I + 2*(arm*across**2 + J*along**2), -4*(arm - J)*across*along
        x, z = b/2*across, b/2*along + s
        length = np.hypot(x, z)
        by_a, by_s = (b/2*(across*z - along*x))/length, z/length
        force = k*(length - l) + c*(by_a*da + by_s*ds)
        return [da, ds, -slope*da*w/inertia,
                (slope*w*w/2 - 3*m*g*b*across - 2*force*by_a)/(2*arm), (M*g - 2*force*by_s)/M]
    a, s, w, da, ds = integrate(rates, [-0.5236, 0.5, 6.2832, 0, 0], end)
    return {"α": a, "s": s, "ψ'": w, "α'": da, "s'": ds}


def kovalevskaya(end):
    I, c, mg = np.array([2, 2, 1]), np.array([0.5, 0, 0]), 2

    def rates(_, y):
        w, up = y[:3], y[3:]
        return np.concatenate([(cross(I*w, w) - mg*cross(c, up))/I, cross(up, w)])
    R = rotation(0.9, 0) @ rotation(0.4, 2)
    return dict(zip(("p", "q", "r", "γ", "γ1", "γ2"),
                    integrate(rates, np.r_[0.6, 0, 1.5, R.T @ [0, 0, 1]], end)))


def roller_racer(end):
    m1, m2, I1, I2, l1, l2, c = 2, 0.3, 0.4, 0.05, 0.6, 0.3, 0.1

    def relations(_, r, R, u):
        a, b = R[0][:, 0], R[1][:, 0]
        flat = [x for i in range(2) for x in u[i, 2:5]]
        return np.array([at(u, 0, -c*a) @ R[0][:, 1], at(u, 1, l2/2*b) @ R[1][:, 1],
                         *(at(u, 0, (l1 - c)*a) - at(u, 1, -l2/2*b))[:2], *flat])

    def forces(t, r, R, u):
        moment = 0.5*np.cos(3*t)
        return np.array([[0, 0, 0, 0, 0, -moment], [0, 0, 0, 0, 0, moment]])
    A, B, z, v = rotation(0.2, 2), rotation(0.7, 2), np.array([0, 0, 1]), 0.4
    # the wheel of the bar: v sin + l1 cos turn + l2 (turn + 1) = 0 across it, angle 0.5 between them
    turn = (v*np.sin(0.5) - l2)/(l1*np.cos(0.5) + l2)
    P = v*A[:, 0]
    joint = P + turn*np.cross(z, l1*A[:, 0])
    k = Bodies([(m1, (1, 1, I1)), (m2, (1, 1, I2))], relations, 0*DOWN, forces)
    y = k.run([c*A[:, 0], l1*A[:, 0] + l2/2*B[:, 0]], [A, B],
              [np.r_[P + turn*np.cross(z, c*A[:, 0]), 0, 0, turn],
               np.r_[joint + (turn + 1)*np.cross(z, l2/2*B[:, 0]), 0, 0, turn + 1]], end)
    r, R, u = k.split(y)
    wheel = r[0] - c*R[0][:, 0]
    return {"x": wheel[0], "y": wheel[1], "cos(θ)": R[0][0, 0], "θ'": u[0, 5], "φ'": u[1, 5] - u[0, 5]}


def trailers(end):
    n, m0, m, I0, I, d = 4, 3, 1, 0.5, 0.2, 0.7

    def directions(q):
        """Velocities by the speed of the tractor and its turning."""
        th, v, out = q[2:], 1, [np.cos(q[2]), np.sin(q[2]), 0]
        for i in range(1, n + 1):
            out.append(v*np.sin(th[i-1] - th[i])/d)
            v = v*np.cos(th[i-1] - th[i])
        return np.array([out, [0, 0, 1] + [0]*n]).T

    def axles(q):
        """Derivatives of the places of the axles by q."""
        x, out = np.eye(2, n + 3, dtype=q.dtype), []
        for i in range(n + 1):
            if i:
                x = x.copy()
                x[:, 2+i] += [d*np.sin(q[2+i]), -d*np.cos(q[2+i])]
            out.append(x)
        return np.array(out)

    def rates(t, y):
        q, u = y[:n+3], y[n+3:]
        B, X = directions(q), axles(q)
        v = B @ u
        ahead = q + 1j*STEP*v
        dB, dX = np.imag(directions(ahead))/STEP, np.imag(axles(ahead))/STEP
        M = np.diag([0, 0, I0] + [I]*n).astype(float)
        f = np.array([2*np.cos(q[2]), 2*np.sin(q[2]), 0.3*np.sin(2*t)] + [0.0]*n)
        for mass, x, dx in zip([m0] + [m]*n, X, dX):
            M += mass*x.T @ x
            f -= mass*x.T @ (dx @ v)
        return np.concatenate([v, np.linalg.solve(B.T @ M @ B, B.T @ (f - M @ (dB @ u)))])
    y = integrate(rates, [0, 0, *(0.1*np.arange(n + 1)), 1, 0], end)
    return {"x": y[0], "y": y[1], "θ[0]": y[2], "θ[2]": y[4], "θ[4]": y[6], "θ[0]'": y[8]}


def gimbals(end):
    m, l, k, h = 0.3, 0.05, 0.01, 1e-4

    def relations(_, r, R, u):
        inner, rotor = u[1, 3:] - u[0, 3:], u[2, 3:] - u[1, 3:]
        return np.concatenate([u[0, :5], u[1, :3], [inner @ R[0][:, 1], inner @ R[0][:, 2]],
                               u[2, :3], [rotor @ R[1][:, 0], rotor @ R[1][:, 1]]])

    def forces(t, r, R, u):
        axis, f = R[1][:, 2], np.zeros((3, 6))
        f[0, 5] = -k*u[0, 5]
        f[2, 3:] = -h*((u[2, 3:] - u[1, 3:]) @ axis)*axis
        f[1, 3:] = cross(l*axis, [0, 0, -9.81*m]) - f[2, 3:]
        return f
    bodies = Bodies([(1, (0.02, 0.015, 0.012)), (1, (0.01 + m*l*l, 0.008 + m*l*l, 0.009)),
                     (1, (0.004, 0.004, 0.006))], relations, 0*DOWN, forces)
    N, still = rotation(1.1, 0), [0, 0, 0, 0, 0, 0.2]
    y = bodies.run(np.zeros((3, 3)), [np.eye(3), N, N], [still, still, np.r_[0, 0, 0, [0, 0, 0.2] + 60*N[:, 2]]], end)
    _, R, u = bodies.split(y)
    return {"sin(ψ)": R[0][1, 0], "cos(θ)": R[1][2, 2], "ψ'": u[0, 5],
            "θ'": (u[1, 3:] - u[0, 3:]) @ R[0][:, 0], "φ'": (u[2, 3:] - u[1, 3:]) @ R[1][:, 2]}


def overhead_crane(end):
    """The rope lies along the force that the load's path asks for."""
    mt, m, J, r, g = 10, 100, 0.1, 0.1, 9.81
    mpmath.mp.dps = 40
    powers = {5: 126, 6: -420, 7: 540, 8: -315, 9: 70}

    def sigma(t):
        return sum(k*(t/6)**n for n, k in powers.items())

    def second(t):
        return sum(k*n*(n - 1)*(t/6)**(n - 2) for n, k in powers.items())/36

    def slope(t):
        return -5*second(t)/(mpmath.mpf("9.81") + 2*second(t))

    def s(t):
        return 5*sigma(t) - (4 - 2*sigma(t))*slope(t)

    def l(t):
        return (4 - 2*sigma(t))*mpmath.sqrt(1 + slope(t)**2)
    t = mpmath.mpf(end)
    x, y = 5*second(t), mpmath.mpf("9.81") + 2*second(t)
    out = {"s": s(t), "l": l(t), "θ": mpmath.atan(slope(t)), "s'": mpmath.diff(s, t),
           "effort(s)": mt*mpmath.diff(s, t, 2) + m*x,
           "effort(l)": J/r**2*mpmath.diff(l, t, 2) - m*mpmath.sqrt(x*x + y*y)}
    return {name: float(value) for name, value in out.items()}


def ball_on_free_turntable(end):
    """The force between ball and table from the rolling, differentiated."""
    m, a, I, c = 0.5, 0.1, 0.2, 0.02
    J = 0.4*m*a*a

    def rates(_, s):
        x, y, _, u, v, _, _, w = s
        k = 1/m + a*a/J
        F = np.linalg.solve([[k + y*y/I, -x*y/I], [-x*y/I, k + x*x/I]],
                            [-w*v + c*w/I*y, w*u - c*w/I*x])
        return np.array([u, v, w, F[0]/m, F[1]/m, a*F[1]/J, -a*F[0]/J, (y*F[0] - x*F[1] - c*w)/I])
    s = integrate(rates, [0.3, 0, 0, 0.1, 0.2, 10, 1, 4], end)
    return dict(zip(("x", "y", "χ", "x'", "y'", "p", "q", "χ'"), s))


def damped_train(end):
    """The last car's equation is one of first order for the middle one, whose own gives the first."""
    mpmath.mp.dps = 40
    m2, m3, k, c, a = 2, 3, 50, 20, mpmath.mpf("0.1")
    # c x2' + k x2 = (k - m3) a cos t - c a sin t: x2 = u cos t + v sin t + (start - u) exp(-k t/c)
    u, v = mpmath.lu_solve(mpmath.matrix([[k, c], [-c, k]]), mpmath.matrix([(k - m3)*a, -c*a]))

    def x3(t):
        return a*mpmath.cos(t)

    def x2(t):
        return u*mpmath.cos(t) + v*mpmath.sin(t) + (mpmath.mpf("0.15") - u)*mpmath.exp(-t*k/c)

    def x1(t):
        pulled = k*(x3(t) - x2(t)) + c*(mpmath.diff(x3, t) - mpmath.diff(x2, t))
        return x2(t) + (m2*mpmath.diff(x2, t, 2) - pulled)/k
    t = mpmath.mpf(end)
    return {"x1": x1(t), "x2": x2(t), "x3": x3(t), "x1'": mpmath.diff(x1, t), "x2'": mpmath.diff(x2, t),
            "effort(x1)": mpmath.diff(x1, t, 2) + k*(x1(t) - x2(t))}


def coin_on_slope(end):
    m, a, beta = 0.1, 0.3, 0.35

    def relations(_, r, R, u):
        axis, up = R[0][:, 2], np.array([0, 0, 1])
        steep = up - axis[2]*axis
        return at(u, 0, -a*steep/np.sqrt(steep @ steep))
    k = Bodies([(m, (m*a*a/4, m*a*a/4, m*a*a/2))], relations,
               9.81*np.array([np.sin(beta), 0, -np.cos(beta)]))
    R = rotation(0.4, 2) @ rotation(1.3, 0)
    w = np.array([0, 0, 0.6]) + 0.1*rotation(0.4, 2)[:, 0] - 5*R[:, 2]
    y = k.run([[0, 0, a*np.sin(1.3)]], [R], [np.r_[np.cross(w, a*R[:, 1]), w]], end)
    r, R, u = k.split(y)
    force = k.accelerations(end, y)[1]
    return {"x": r[0, 0], "y": r[0, 1], "cos(θ)": R[0][2, 2], "dot(spin(coin), world.z)": u[0, 5],
            "dot(reaction(P), world.x)": force[0], "dot(reaction(P), world.y)": force[1],
            "dot(reaction(P), world.z)": force[2]}


def chaplygin_ball(end):
    """The momentum about the contact is constant in space."""
    I, a = np.array([0.01, 0.013, 0.018]), 0.2
    D = a*a

    def rates(_, y):
        w, R = y[:3], y[3:12].reshape(3, 3)  # world's axes in the body's
        up = R[2]
        momentum = I*w + D*(w - up*(w @ up))
        M = np.diag(I + D) - D*np.outer(up, up)
        spin = R @ w
        return np.concatenate([np.linalg.solve(M, cross(momentum, w) + D*cross(up, w)*(w @ up)),
                               *[cross(x, w) for x in R], [a*spin[1], -a*spin[0]]])
    y = integrate(rates, np.r_[2, 1, -3, np.eye(3).reshape(-1), 0, 0], end)
    return {"p": y[0], "q": y[1], "r": y[2], "γ": y[9], "γ1": y[10], "γ2": y[11], "x": y[12], "y": y[13]}


def rolling_cone(end):
    """A pendulum: T = 3/40 m h^2 (1 + 5 cos^2 α) ψ'^2 [LandauLifshitz1976, sec. 32, problem 7]."""
    h, alpha, beta = 0.3, 0.4, 0.25
    pull = 9.81*0.75*h*np.cos(alpha)*np.sin(beta)/(0.15*h*h*(1 + 5*np.cos(alpha)**2))
    psi, rate = integrate(lambda _, y: [y[1], -pull*np.sin(y[0])], [1.2, 0.5], end)
    return {"ψ": psi, "ψ'": rate, "φ": (1.2 - psi)/np.sin(alpha), "φ'": -rate/np.sin(alpha)}


def snakeboard(end):
    m, J, Jr, Jw, l = 6, 0.3, 0.2, 0.02, 0.35
    M = np.diag([m, m, 0.0, 0, 0, 0])
    for turns, moment in (([1, 0, 0, 0], J), ([1, 1, 0, 0], Jr), ([1, 0, 1, 0], Jw), ([1, 0, 0, 1], Jw)):
        M[2:, 2:] += moment*np.outer(turns, turns)

    def relations(q):
        front, rear = q[2] + q[4], q[2] + q[5]
        return np.array([[-np.sin(front), np.cos(front), l*np.cos(q[4]), 0, 0, 0],
                         [-np.sin(rear), np.cos(rear), -l*np.cos(q[5]), 0, 0, 0]])

    def rates(t, y):
        q, v = y[:6], y[6:]
        A, turn = relations(q), 0.05*np.sin(3*t)
        dA = np.imag(relations(q + 1j*STEP*v))/STEP
        matrix = np.block([[M, -A.T], [A, np.zeros((2, 2))]])
        return np.concatenate([v, np.linalg.solve(matrix, np.r_[0, 0, 0, 0.6*np.cos(3*t), turn, -turn, -dA @ v])[:6]])
    y = integrate(rates, [0, 0, 0, 0, 0.3, -0.3, 0.5, 0, 0.5*np.tan(0.3)/l, 0, 0, 0], end)
    return {"x": y[0], "y": y[1], "θ": y[2], "ψ": y[3], "φ1": y[4], "x'": y[6], "θ'": y[8], "φ2'": y[11]}


def cardan_joint(end):
    K = rotation(0.6, 0)

    def relations(_, r, R, u):
        pin, other, axis = R[0][:, 0], R[1][:, 1], R[2][:, 2]
        first, second = u[1, 3:] - u[0, 3:], u[1, 3:] - u[2, 3:]
        return np.concatenate([u[0, :5], u[1, :3], [first @ R[0][:, 1], first @ R[0][:, 2]], u[2, :3],
                               [u[2, 3:] @ K[:, 0], u[2, 3:] @ K[:, 1]],
                               [second @ cross(other, axis), second @ axis - (second @ other)*(other @ axis)]])

    def forces(t, r, R, u):
        f = np.zeros((3, 6))
        f[0, 5], f[2, 3:] = 0.3, -0.1*u[2, 3:]
        return f
    k = Bodies([(1, (1, 1, 0.02)), (1, (0.001, 0.001, 0.0018)), (1, (1, 1, 0.05))], relations, 0*DOWN, forces)
    spin = np.array([0, 0, 10.0])
    y = k.run(np.zeros((3, 3)), [np.eye(3), K, K], [np.r_[0, 0, 0, spin], np.r_[0, 0, 0, spin],
                                                    np.r_[0, 0, 0, 10*np.cos(0.6)*K[:, 2]]], end)
    _, R, u = k.split(y)
    return {"cos(α)": R[0][0, 0], "sin(γ)": K[:, 1] @ R[2][:, 0], "cos(γ)": K[:, 0] @ R[2][:, 0],
            "α'": u[0, 5], "γ'": u[2, 3:] @ K[:, 2]}


def sarrus(end):
    """Both legs fold alike: one angle from the vertical."""
    l, m, M = 0.4, 0.5, 2

    def rates(_, y):
        c, s = np.cos(y[0]), np.sin(y[0])
        J = 2*m*l*l*(1/6 + 1/4 + c*c/4 + 9/4*s*s) + 4*M*l*l*s*s
        slope = 8*(m + M)*l*l*s*c
        return [y[1], (9.81*l*(4*m + 2*M)*s - slope*y[1]**2/2)/J]
    a, w = integrate(rates, [0.7, 0], end)
    return {"a1": a, "c2": 2*a, "z": 2*l*np.cos(a), "x": 0.0, "θ": 0.0, "a1'": w, "c1'": -w}


def gyrostat(end):
    """Momentum of the whole, and of each rotor along its axis."""
    axes = np.array([[1, 0, 0], [0, 0.5**0.5, 0.5**0.5]])
    J, K = 0.1, 0.05
    held = np.diag([2.0, 3, 4]) + 2*K*np.eye(3) - K*axes.T @ axes  # without the rotors' moments along their axes

    def rates(t, y):
        w, turn, up = y[:3], y[3:5], y[5:8]
        torque = np.array([0.1*np.sin(t), -0.02*turn[1]])
        momentum = held @ w + J*axes.T @ (axes @ w + turn)
        dw = np.linalg.solve(held, cross([0, 0, 0.3], -1.5*up) - cross(w, momentum) - axes.T @ torque)
        return np.concatenate([dw, torque/J - axes @ dw, cross(up, w), turn])
    y = integrate(rates, [0.5, -0.2, 1, 20, -5, 0, 0, 1, 0, 0], end)
    return {"p": y[0], "q": y[1], "r": y[2], "α'": y[3], "β'": y[4], "dot(F.x, world.z)": y[5], "α": y[8], "β": y[9]}


def roller_in_pipe(end):
    M, m, R, r = 2, 0.7, 0.5, 0.12
    d = R - r

    def rates(_, y):
        c, s = np.cos(y[1]), np.sin(y[1])
        mixed = -m*d*(c + 0.5)
        return np.concatenate([y[2:], np.linalg.solve([[2*M + 1.5*m, mixed], [mixed, 1.5*m*d*d]],
                                                      [-m*d*y[3]**2*s, -m*9.81*d*s])])
    x, psi, v, w = integrate(rates, [0, 0.9, 0.4, 0], end)
    return {"x": x, "ψ": psi, "Φ": x/R, "x'": v, "ψ'": w, "φ'": (v - d*w)/r}


def flexible_joint(end):
    """The twist e of the joint carries what the link asks for: k e + d e' = J2 β'' + G sin β."""
    def path(t):
        s, c = np.sin(t), np.cos(t)
        return s**4, 4*s**3*c, 12*s*s*c*c - 4*s**4, 24*s*c**3 - 40*s**3*c

    def asked(t):
        b, db, ddb, third = path(t)
        return 0.4*ddb + 2*np.sin(b), 0.4*third + 2*np.cos(b)*db
    twist, = integrate(lambda t, y: [(asked(t)[0] - 30*y[0])/0.2], [0], end)
    need, rate = asked(end)
    turn = (need - 30*twist)/0.2
    b, db, ddb, _ = path(end)
    return {"α": twist + b, "β": b, "α'": turn + db, "β'": db,
            "effort(α)": 0.1*((rate - 30*turn)/0.2 + ddb) + need}


CASES = ((bricard, "Bricard's linkage (IFToMM A04)", (0.4, 2.0)), (bennett, "Bennett's linkage", (1.0, 2.0)),
         (particle_chain, "a chain of twenty particles", (1.0,)),
         (spatial_fourbar, "a spatial four-bar linkage", (1.5,)),
         (flyball_governor, "a flyball governor", (1.0, 10.0)), (kovalevskaya, "Kovalevskaya's top", (5.0, 20.0)),
         (roller_racer, "a roller racer", (3.0,)), (trailers, "a tractor with four trailers", (3.0,)),
         (gimbals, "a gyroscope in gimbals", (3.0,)), (overhead_crane, "an overhead crane", (1.0, 2.5)),
         (damped_train, "a train with a damped coupling", (0.5, 4.0)),
         (ball_on_free_turntable, "a ball on a free turntable", (1.0, 5.0)),
         (coin_on_slope, "a coin on a slope", (2.0,)), (chaplygin_ball, "Chaplygin's ball", (5.0,)),
         (rolling_cone, "a cone on a slope", (2.0, 4.0)),
         (snakeboard, "a snakeboard", (2.0, 5.0)), (cardan_joint, "a Cardan joint", (0.5, 2.0)),
         (sarrus, "Sarrus's linkage", (0.1, 0.3)), (gyrostat, "a heavy gyrostat", (3.0, 10.0)),
         (roller_in_pipe, "a roller in a rolling pipe", (1.0, 4.0)),
         (flexible_joint, "a link behind an elastic joint", (1.0, 3.0)))


def main():
    for function, name, ends in CASES:
        rows = {str(end): {k: float(v) for k, v in function(end).items()} for end in ends}
        case = {"name": name, "model": f"reference/{function.__name__}.vv", "tolerance": 1e-11,
                "source": "tests/reference/bodies.py", "rows": rows}
        print(json.dumps(case, ensure_ascii=False))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
