"""Theorems on motions near a position, for kernel.py: exponents in blocks of directions, uniform motions, resonance, and
signs in a box. Independent of src/verify/*_premises.c."""
import itertools
import mpmath


def fits(k, moves):
    """N, if the lists of K, the forces and, if it moves, of M and G, fit N directions."""
    p = k.p
    N = len(k.square("stiffness"))
    k.need(len(p["force"]) == N and p["coordinate"] and len(p["direction"]) == N * len(p["coordinate"]) and
           k.are_symbols("coordinate") and k.are_symbols("speed"))
    k.need(not moves or len(p["mass"]) == N * N == len(p["damping"]) and len(p["speed"]) == N)
    return N


def along(k, node, row):
    """The derivative of an expression along direction `row`."""
    p, b, nq = k.p, k.b, len(k.p["coordinate"])
    return b.add(*[(1, b.mul((b.derivative(node, q), 1), (p["direction"][row * nq + a], 1))) for a, q in enumerate(p["coordinate"])])


def by_position(k, i, j):
    """K_ij is minus the derivative of force i along direction j."""
    N = len(k.p["force"])
    k.zero.append(k.b.add((1, k.p["stiffness"][i * N + j]), (1, along(k, k.p["force"][i], j))))


def by_speed(k, i, j):
    N = len(k.p["force"])
    k.zero.append(k.b.add((1, k.p["damping"][i * N + j]), (1, k.b.derivative(k.p["force"][i], k.p["speed"][j]))))


def higher_minimum(k):
    p = k.p
    k.need(len(p["force"]) == 1 and p["coordinate"] and len(p["direction"]) == len(p["coordinate"]) and k.are_symbols("coordinate") and
           len(p["degree"]) == 1)
    (order,) = k.integers("degree", 3, 8)
    k.need(order % 2)
    node = p["force"][0]
    for _ in range(order):
        k.zero.append(node)
        node = along(k, node, 0)
    k.settle()
    k.sign(node, -1)


# ---- boxes -------------------------------------------------------------------------------------------------

def in_box(k):
    """The position is the only zero of the system in the box; each force is one of its equations."""
    p = k.p
    k.need(len(p["by"]) == len(p["force"]))
    for force, which in zip(p["force"], k.integers("by", 0, len(p["system"]) - 1)):
        k.equal(force, p["system"][which])
    k.zero_isolated()
    k.boxed = True


def sign_in_box(k, box, node):
    """+1, -1 or, if it is not certain, 0."""
    iv = mpmath.iv
    old, iv.dps = iv.dps, 60
    try:
        middle = [k.c.nodes[i][2] for i in k.p["middle"]]
        r = k.c.nodes[k.p["radius"][0]][2]
        wide = iv.mpf([-1, 1]) * r.numerator / r.denominator
        at = dict(zip(k.p["unknown"], [iv.mpf(q.numerator) / q.denominator + wide for q in middle]))
        (x,) = box(k.c, at, k.f["rules"]).run([node])
        return (x.a > 0) - (x.b < 0)
    finally:
        iv.dps = old


def small_quantities(k):
    p, b = k.p, k.b
    k.need(len(p["bound"]) == 1 and p["goal"])
    k.zero_isolated()
    k.boxed = True
    for e in p["goal"]:
        k.sign(b.add((1, p["bound"][0]), (1, e)), 1)
        k.sign(b.add((1, p["bound"][0]), (-1, e)), 1)


# ---- motions that continue or grow ---------------------------------------------------------------------------

def drift(k):
    p, b, rules = k.p, k.b, k.f["rules"]
    nq, n = len(p["coordinate"]), len(p["speed"])
    k.need(len(p["unknown"]) == 2 == len(set(p["unknown"])) and n and len(p["force"]) >= n and len(p["direction"]) == n * nq and
           all(k.are_symbols(key) for key in ("unknown", "coordinate", "speed")))
    s, u = p["unknown"]
    for x in (s, u):
        k.need(k.c.signs[k.c.nodes[x][2]] == "any" and x not in rules and
               all(b.is_num(b.derivative(e, x), 0) for e in k.f["positive"] + k.f["nonzero"]))
    for a, q in enumerate(p["coordinate"]):
        way = rules.get(q, q)
        k.zero.append(b.add((1, b.mul((u, 1), (b.derivative(way, s), 1))),
                            *[(-1, b.mul((p["direction"][j * nq + a], 1), (w, 1))) for j, w in enumerate(p["speed"])]))
        k.zero.append(b.derivative(way, u))
    rates = []
    for w in p["speed"]:
        value = rules.get(w, w)
        rates.append(b.derivative(value, u))
        k.equal(value, b.mul((u, 1), (rates[-1], 1)))
        k.zero.append(b.derivative(value, s))
    k.zero += p["force"]
    k.settle()
    k.need(any(is_nonzero(k, r) for r in rates))


def is_nonzero(k, node):
    return not k.b.is_num(node, 0) and (k.point(node, lambda x: x) or not k.ask.modular(
        k.c, {"kind": "zero", "of": [node], "facts": k.p["facts"]})[0])


def resonance(k):
    p, b = k.p, k.b
    K, M = k.square("stiffness"), k.square("mass")
    n = len(K)
    k.need(len(M) == n == len(p["direction"]) == len(p["force"]) and len(p["factor"]) == 1)
    for i, j in itertools.combinations(range(n), 2):
        k.equal(K[i][j], K[j][i])
        k.equal(M[i][j], M[j][i])
    for i in range(n):
        k.zero.append(b.add(*[(1, b.mul((b.add((1, K[i][j]), (-1, b.mul((p["factor"][0], 1), (M[i][j], 1)))), 1), (p["direction"][j], 1)))
                              for j in range(n)]))
    k.settle()
    k.sign(p["factor"][0], 1, False)
    k.need(is_nonzero(k, b.add(*[(1, b.mul((f, 1), (v, 1))) for f, v in zip(p["force"], p["direction"])])))


# ---- exponents -----------------------------------------------------------------------------------------------

def constant(k, nodes):
    moving = set(k.p["coordinate"]) | set(k.p["speed"])
    k.need(not moving & set(k.c.order({}, list(nodes))))


def exponents(k, linear, grows):
    p = k.p
    N = fits(k, True)
    M, G, K = (k.square(key) for key in ("mass", "damping", "stiffness"))
    blocks = len(p["degree"])
    k.need(len(p["rows"]) == N and 0 < blocks == len(p["zeros"]))
    of = k.integers("rows", -1 if grows else 0, blocks - 1)
    if linear:
        constant(k, p["mass"] + p["damping"] + p["stiffness"] + p["direction"])
    else:
        k.zero += p["force"]
    for i, j in itertools.product(range(N), repeat=2):
        by_position(k, i, j)
        by_speed(k, i, j)
        if of[i] != of[j]:
            k.zero += [M[i][j], G[i][j], K[i][j]]
    k.settle()
    factor, rest, broken = list(p["factor"]), list(p["rest"]), False
    for which, (zeros, degree) in enumerate(zip(k.integers("zeros", 0, 2 * N), k.integers("degree", 1, 8))):
        rows = [i for i in range(N) if of[i] == which]
        k.need(rows and zeros + degree == 2 * len(rows) and len(factor) > degree)
        a, factor = factor[:degree + 1], factor[degree + 1:]
        even = degree % 2 == 0 and all(k.b.is_num(x, 0) for x in a[1::2])
        k.need(grows or not zeros and (linear or not even))
        polynomial(k, rows, (M, G, K), a, zeros)
        conditions = k.conditions_of(a)
        k.need(len(rest) >= len(conditions))
        for (condition, gap), one in zip(conditions, rest):
            k.equal(condition, one)
            if grows:
                broken |= bool(gap if k.b.is_num(one, 0) else 1 not in k.signs.of(one) and k.point(one, lambda x: x < 0))
            else:
                k.sign(one, 1)
        rest = rest[len(conditions):]
        k.settle()
    k.need(not factor and not rest)
    if grows and not broken:
        k.none_violated(p["rest"])


def polynomial(k, rows, matrices, a, zeros):
    """det(y^2 M + y G + K) is a multiple of y^zeros times the factor."""
    b, (M, G, K), sides = k.b, matrices, []
    for name in ("y", "z"):
        y = b.symbol(name)
        det = b.det([[b.add((1, b.mul((y, 2), (M[i][j], 1))), (1, b.mul((y, 1), (G[i][j], 1))), (1, K[i][j])) for j in rows] for i in rows])
        sides.append((det, b.mul((y, zeros), (b.add((1, a[0]), *[(1, b.mul((a[n], 1), (y, n))) for n in range(1, len(a))]), 1))))
    k.same_polynomial(sides)
