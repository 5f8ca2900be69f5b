"""Numbers that judge the verdicts: eigenvalues, Floquet multipliers, runs, all from the
right-hand side of `mechanism.Dynamics` differentiated numerically."""
import random

import numpy as np

# Dormand and Prince, order 5(4): stages, weights, difference to order 4
A = [[], [1/5], [3/40, 9/40], [44/45, -56/15, 32/9],
     [19372/6561, -25360/2187, 64448/6561, -212/729],
     [9017/3168, -355/33, 46732/5247, 49/176, -5103/18656],
     [35/384, 0, 500/1113, 125/192, -2187/6784, 11/84]]
C = [0, 1/5, 3/10, 4/5, 8/9, 1, 1]
E = [71/57600, 0, -71/16695, 71/1920, -17253/339200, 22/525, -1/40]


class NoMotion(Exception):
    """The motion leaves the region where its equations are defined, or takes too many steps."""


def integrate(f, t, x, end, tolerance=1e-10, most=20000):
    x = np.array(x, float)
    h = min(1e-2, abs(end - t))
    k0 = f(t, x)
    for _ in range(most):
        if t >= end - 1e-14*max(1, abs(end)):
            return x
        h = min(h, end - t)
        k = [k0]
        for a, c in zip(A[1:], C[1:]):
            y = x + h*sum(w*s for w, s in zip(a, k) if w)
            if not np.all(np.isfinite(y)) or np.abs(y).max() > 1e8:
                raise NoMotion
            k.append(f(t + c*h, y))
        error = np.abs(h*sum(w*s for w, s in zip(E, k))).max()/(tolerance*(1 + np.abs(x).max()))
        if error <= 1:
            t, x, k0 = t + h, y, k[-1]
        h *= min(4, max(0.2, 0.9*(1e-10 + error)**-0.2))
        if h < 1e-12:
            raise NoMotion
    raise NoMotion


def jacobian(f, t, x, step=1e-5):
    """Central differences of fourth order."""
    n = len(x)
    J = np.zeros((n, n))
    for j in range(n):
        d = np.zeros(n)
        d[j] = step
        J[:, j] = (8*(f(t, x + d) - f(t, x - d)) - (f(t, x + 2*d) - f(t, x - 2*d)))/(12*step)
    return J


def is_equilibrium(f, x, period, n):
    times = [0.3] if not period else [0.1, 0.37*period, 0.71*period, 0.93*period]
    return all(np.abs(f(t, x)[n:]).max() < 1e-9 for t in times)


def equilibria(f, reach, tries=40):
    """States of rest within +-reach, by Newton's method from random points; double roots are left out."""
    r, found = random.Random(3), []
    for _ in range(tries):
        x = np.array([r.uniform(-reach, reach) for _ in range(f.n)] + [0.0]*f.n)
        try:
            for _ in range(30):
                a = f(0.0, x)[f.n:]
                K = jacobian(f, 0.0, x)[f.n:, :f.n]
                x[:f.n] -= np.linalg.solve(K, a)
                if np.abs(a).max() < 1e-12:
                    break
            simple = abs(np.linalg.det(K)) > 1e-3 and np.abs(f(0.0, x)).max() < 1e-10
        except (ValueError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
            continue
        if simple and np.abs(x).max() < reach and all(np.abs(x - y).max() > 1e-6 for y in found):
            found.append(x)
    return found


def linear_verdict(exponents, margin):
    """True: asymptotically stable; False: unstable; None: on the boundary."""
    worst = max(exponents)
    return False if worst > margin else True if worst < -margin else None


def separated(roots):
    return all(abs(a - b) > 1e-3 for i, a in enumerate(roots) for b in roots[:i])


def stability(m, f, x):
    """True, False or None (not known) for the solution x = const of the mechanism."""
    n = f.n
    if not is_equilibrium(f, x, m.period, n):
        return None
    if not m.smooth or f.k:
        return None
    if m.period:
        return periodic_stability(m, f, x)
    roots = np.linalg.eigvals(jacobian(f, 0.0, x))
    verdict = linear_verdict(roots.real, 1e-5)
    if verdict is None and m.linear and separated(roots) and np.abs(roots.real).max() < 1e-9:
        return True
    return verdict


def periodic_stability(m, f, x):
    n = 2*f.n
    J = lambda t: jacobian(f, t, x, 1e-4)

    def variational(t, y):
        return (J(t) @ y.reshape(n, n)).ravel()
    try:
        monodromy = integrate(variational, 0.0, np.eye(n).ravel(), m.period, 1e-9).reshape(n, n)
    except NoMotion:
        return None
    roots = np.linalg.eigvals(monodromy)
    verdict = linear_verdict(np.abs(roots) - 1, 1e-4)
    if verdict is None and m.linear and separated(roots) and np.abs(np.abs(roots) - 1).max() < 1e-6:
        return True
    return verdict


def along(f, e, states):
    """Largest |dE/dt| of a compiled expression e(t, x) along the motion, relative to its scale. Where it depends on
    the step, as beside a pole of the chart, it is known to be neither 0 nor not."""
    worst = 0.0
    for t, x in states:
        v = f(t, x)
        forward = lambda s: e(t + s, rk4(f, t, x, s))[0]
        slope = lambda h: (8*(forward(h) - forward(-h)) - (forward(2*h) - forward(-2*h)))/(12*h)
        d, finer = abs(slope(1e-4)), abs(slope(5e-5))
        size = max(d, finer)/(1 + np.abs(v).max() + abs(e(t, x)[0]))
        worst = max(worst, size if abs(d - finer) < 0.1*max(d, finer) else min(size, 1e-6))
    return worst


def rk4(f, t, x, h):
    a = f(t, x)
    b = f(t + h/2, x + h/2*a)
    c = f(t + h/2, x + h/2*b)
    d = f(t + h, x + h*c)
    return x + h/6*(a + 2*b + 2*c + d)
