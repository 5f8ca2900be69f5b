"""Statements of the catalogue's methods, written out as claims for any model."""
import re

AXES = 'xyz'


def split(text):
    """Clauses between top-level commas."""
    out, depth, last = [], 0, 0
    for k, ch in enumerate(text):
        depth += (ch in '([') - (ch in ')]')
        if ch == ',' and depth == 0:
            out.append(text[last:k].strip())
            last = k + 1
    return out + [text[last:].strip()]


class Body:
    """A body statement: mass, centre, frame, inertia (entries, axes, place)."""

    def __init__(self, line):
        name, rest = line[len('body '):].split(':', 1)
        self.name, self.axes, self.place = name.strip(), None, None
        for clause in split(rest):
            word, value = clause.split(' ', 1)
            if word == 'mass':
                self.mass = value
            elif word in ('centre', 'center'):
                self.centre = value
            elif word == 'frame':
                self.frame = value
            else:
                m = re.match(r'(.*?)(?: about (\w))?(?: along (\w+))?(?: at (.*))?$', value)
                self.inertia, self.about, self.axes, self.place = m.groups()
        self.axes = self.axes or self.frame

    def spin(self, axis):
        return 'dot(spin(%s), %s.%s)' % (self.name, self.axes, axis)

    def rotation(self):
        """Twice the energy of the motion about the centre."""
        if self.about:
            sum_ = '(%s)*%s^2' % (self.inertia, self.spin(self.about))
        else:
            sum_ = ' + '.join('(%s)*%s^2' % (i, self.spin(x))
                              for i, x in zip(split(self.inertia[1:-1]), AXES))
        if not self.place:
            return sum_
        arm = 'cross(spin(%s), %s - %s)' % (self.name, self.centre, self.place)
        return '%s - (%s)*dot(%s, %s)' % (sum_, self.mass, arm, arm)


def koenig(lines, _):
    """2T = Σ m V_G² + twice the energy about each G [M-KOENIG, M-MOMENTUM]."""
    terms = []
    for line in lines:
        if line.startswith('body '):
            b = Body(line)
            terms += ['(%s)*dot(velocity(%s), velocity(%s))' % (b.mass, b.centre, b.centre),
                      b.rotation()]
        elif line.startswith('mass '):
            m, place = line[5:].split(' at ', 1)
            terms.append('(%s)*dot(velocity(%s), velocity(%s))' % (m, place, place))
    return ['claim identity 2*T = ' + ' + '.join(terms)]


def moving_axes(lines):
    """A frame that is not the world, and a point that moves."""
    frame = [re.match(r'frame (\w+)', s).group(1) for s in lines if s.startswith('frame ')][-1]
    points = [re.match(r'point (\w+)', s).group(1) for s in lines if s.startswith('point ')]
    return frame, points[0] if points else 'world.origin'


def rotation_of(frame, reference=''):
    return ['dot(spin(%s%s), %s.%s)' % (frame, reference and ', ' + reference, frame, x)
            for x in AXES]


def cyclic(form):
    return [form(AXES[k], AXES[(k + 1) % 3], AXES[(k + 2) % 3], (k + 1) % 3, (k + 2) % 3)
            for k in range(3)]


def velocity(lines, _):
    """v = (x' + V + Qz - Ry, ...) [M-TRI-VEL (1)-(2)]."""
    f, p = moving_axes(lines)
    spin = rotation_of(f)
    at = '(%s - %s.origin)' % (p, f)
    return ["claim identity dot(velocity(%s), %s.%s) = (dot(%s, %s.%s))' + "
            "dot(velocity(%s.origin), %s.%s) + %s*dot(%s, %s.%s) - %s*dot(%s, %s.%s)"
            % c for c in cyclic(lambda x, y, z, j, k: (p, f, x, at, f, x, f, f, x, spin[j], at, f,
                                                       z, spin[k], at, f, y))]


def point(lines, check):
    """A point at rest, seen from the moving axes [M-TRI-FIXPT (3)]; at rest in the frame `check` names,
    by default in space."""
    f, _ = moving_axes(lines)
    rest = check.get('at rest', 'world')
    spin = rotation_of(f, rest)
    at = '(%s.x - %s.origin)' % (rest, f)       # the end of a unit vector
    return ["claim identity (dot(%s, %s.%s))' + dot(velocity(%s.origin, %s), %s.%s) + "
            "%s*dot(%s, %s.%s) - %s*dot(%s, %s.%s) = 0"
            % c for c in cyclic(lambda x, y, z, j, k: (at, f, x, f, rest, f, x, spin[j], at, f, z,
                                                       spin[k], at, f, y))]


def direction(lines, check):
    """α' + γQ - βR = 0 and so on for a direction at rest [M-TRI-FIXDIR (4)]."""
    f, _ = moving_axes(lines)
    rest = check.get('at rest', 'world')
    spin = rotation_of(f, rest)
    return ["claim identity (dot(%s.x, %s.%s))' + dot(%s.x, %s.%s)*%s - dot(%s.x, %s.%s)*%s = 0" % c
            for c in cyclic(lambda x, y, z, j, k: (rest, f, x, rest, f, z, spin[j], rest, f, y,
                                                   spin[k]))]


def acceleration(lines, _):
    """J = dV/dt in the axes + Ω × V [M-TRI-ACC (5)]."""
    f, p = moving_axes(lines)
    spin = rotation_of(f)
    v = 'velocity(%s)' % p
    return ["claim identity dot(acceleration(%s), %s.%s) = (dot(%s, %s.%s))' + %s*dot(%s, %s.%s) - "
            "%s*dot(%s, %s.%s)" % c
            for c in cyclic(lambda x, y, z, j, k: (p, f, x, v, f, x, spin[j], v, f, z, spin[k], v,
                                                   f, y))]


def rolling(lines, _):
    """V_G + ω × GP is the velocity of the touched point of the support [M-ROLL-KIN]."""
    out = []
    bodies = {b.name: b for b in (Body(s) for s in lines if s.startswith('body '))}
    for s in lines:
        m = re.match(r'rolling (\w+) on (\w+) at (\w+)', s)
        if not m:
            continue
        b, support, p = bodies[m.group(1)], m.group(2), m.group(3)
        arm = 'cross(spin(%s), %s - %s)' % (b.name, p, b.centre)
        for x in AXES:
            given = '0' if support == 'world' else \
                'dot(velocity(%s.origin) + cross(spin(%s), %s - %s.origin), world.%s)' % (
                    support, support, p, support, x)
            out.append('claim equation dot(velocity(%s) + %s, world.%s) = %s'
                       % (b.centre, arm, x, given))
    if not out:         # stated as constraints between velocities
        for s in lines:
            if s.startswith('constraint '):
                out += ['claim equation ' + c for c in split(s[len('constraint '):])]
    return out


def pivot(lines, _):
    """No slip; the relative rotation is a part along the normal and one across it; the contact moves with the
    same velocity on both bodies, so that its curves have equal arcs [M-ROLL-PIVOT]."""
    out = []
    for s in lines:
        m = re.match(r'rolling (\w+) on (\w+) at (\w+)', s)
        if not m:
            continue
        b, support, p = m.groups()
        n = 'unit(normal(%s))' % b if 'normal' in s or 'gravity' in ' '.join(lines) else None
        out += ['claim equation dot(slip(%s), world.%s) = 0' % (b, x) for x in AXES]
        out += ['claim equation dot(velocity(%s, %s) - velocity(%s, %s), world.%s) = 0'
                % (p, b, p, support, x) for x in AXES]
        if n:
            out += ['claim identity dot(rolling(%s), %s) = 0' % (b, n)]
            out += ['claim identity dot(spin(%s, %s) - rolling(%s) - pivoting(%s)*%s, world.%s) = 0'
                    % (b, support, b, b, n, x) for x in AXES]
    if not out:         # by Darboux's elements: the sides of the relations are the velocities on both
        sides = [c.split('=') for s in lines if s.startswith('constraint ')
                 for c in split(s[len('constraint '):])][:2]
        out = ['claim equation %s' % ' = '.join(side) for side in sides]
        out += ['claim equation %s = %s' % tuple(' + '.join('(%s)^2' % side[k] for side in sides)
                                                 for k in range(2))]
    return out


def parts(check, names):
    """Texts of T2, T0, U, U_Q in what check reports; None when one is not printed."""
    out = []
    for name in names:
        rows = check.get('energies', {}).get(name) or check.get('forces', {}).get(name) or []
        out.append(rows[0]['text'] if rows and isinstance(rows[0], dict) else None)
    return out


def energy(lines, check):
    """T - U, the given forces' own function included [M-VISVIVA]."""
    return ['claim integral T - U' + (' - (%s)' % check['U_Q'] if check.get('U_Q') else '')]


def painleve(lines, check):
    """T2 - T0 - U [M-PAINLEVE]; T itself where T is homogeneous."""
    t2, t0 = parts(check, ['T2', 'T0'])
    if t2 is None:
        return energy(lines, check)
    return ['claim integral %s - (%s) - U' % (t2, t0) +
            (' - (%s)' % check['U_Q'] if check.get('U_Q') else '')]


TEMPLATES = {f.__name__: f for f in (koenig, velocity, point, direction, acceleration, rolling, pivot, energy,
                                     painleve)}
