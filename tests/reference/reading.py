"""The modelling language read into plain trees; see doc/language.md for what it means."""
import re
import unicodedata

from series import Refusal

GREEK = dict(alpha='α', beta='β', gamma='γ', delta='δ', epsilon='ε', zeta='ζ', eta='η', theta='θ',
             iota='ι', kappa='κ', lambda_='λ', mu='μ', nu='ν', xi='ξ', rho='ρ', sigma='σ', tau='τ',
             phi='φ', chi='χ', psi='ψ', omega='ω', Omega='Ω', Gamma='Γ', Delta='Δ', Phi='Φ',
             Psi='Ψ', Theta='Θ')
GREEK['lambda'] = GREEK.pop('lambda_')


TOKEN = re.compile(r"(?P<num>\d+(\.\d+)?([eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<dots>\.\.)"
                   r"|(?P<op>[-+*/^()\[\],.'=:<>≤≥≠])|(?P<str>\"[^\"]*\")")


def canonical(name):
    m = re.fullmatch(r'([A-Za-z]+)(\d*)', name)
    if m and m.group(1) in GREEK:
        return GREEK[m.group(1)] + m.group(2)
    return name


def tokens(line):
    line = unicodedata.normalize('NFC', line).replace('ϕ', 'φ').replace('µ', 'μ').replace('′', "'")
    line = line.replace('ϑ', 'θ')
    out, i = [], 0
    while i < len(line):
        if line[i] == '#':
            break
        if line[i].isspace():
            if line[i + 1:i + 2] == '[':
                end = line.index(']', i)
                unit = line[i + 2:end]
                if unit == 'deg':
                    out.append(('unit', 'deg'))
                i = end + 1
                continue
            i += 1
            continue
        m = TOKEN.match(line, i)
        if not m:
            raise Refusal('character %r in: %s' % (line[i], line))
        kind = m.lastgroup
        text = m.group()
        if kind is None or m.group('num'):
            kind = 'num'
        if m.group('name'):
            kind, text = 'name', canonical(text)
        out.append((kind, text))
        i = m.end()
    return out


def statements(path):
    pending, number = [], 0
    for k, line in enumerate(open(path, encoding='utf-8'), 1):
        row = tokens(line)
        if not row:
            continue
        if not pending:
            number = k
        pending += row
        depth = sum((t in '([') - (t in ')]') for kind, t in pending if kind == 'op')
        if depth > 0 or (pending[-1][0] == 'op' and pending[-1][1] in '+-*/^=,:'):
            continue
        yield number, pending
        pending = []
    if pending:
        raise Refusal('unfinished statement at line %d' % number)


class Reader:
    def __init__(self, toks):
        self.t, self.i = toks, 0

    def peek(self, k=0):
        return self.t[self.i + k] if self.i + k < len(self.t) else ('end', '')

    def next(self):
        t = self.peek()
        self.i += 1
        return t

    def accept(self, *words):
        for k, w in enumerate(words):
            if self.peek(k)[1] != w or self.peek(k)[0] == 'str':
                return False
        self.i += len(words)
        return True

    def expect(self, word):
        if not self.accept(word):
            raise Refusal("expected '%s' before '%s'" % (word, self.peek()[1]))

    def name(self):
        kind, text = self.next()
        if kind != 'name':
            raise Refusal("expected a name, found '%s'" % text)
        return text

    def done(self):
        return self.i >= len(self.t)

    # expressions
    def expr(self):
        e = self.term()
        while self.peek()[1] in ('+', '-') and self.peek()[0] == 'op':
            op = self.next()[1]
            e = (op, e, self.term())
        return e

    def term(self):
        e = self.unary()
        while self.peek()[1] in ('*', '/') and self.peek()[0] == 'op':
            op = self.next()[1]
            e = (op, e, self.unary())
        return e

    def unary(self):
        if self.accept('-'):
            return ('neg', self.unary())
        if self.accept('+'):
            return self.unary()
        return self.powers()

    def powers(self):
        e = self.postfix()
        if self.accept('^'):
            return ('^', e, self.unary())
        return e

    def postfix(self):
        e = self.primary()
        while self.accept("'"):
            e = ('rate', e)
        if self.peek()[0] == 'unit':
            self.next()
            e = ('*', e, ('/', ('name', 'pi'), ('num', '180')))
        return e

    def primary(self):
        kind, text = self.next()
        if kind == 'num':
            return ('num', text)
        if kind == 'name':
            if text == 'sum' and self.peek()[1] == '(':
                self.next()
                body = self.expr()
                self.expect('for')
                var = self.name()
                self.expect('in')
                lo = self.expr()
                self.expect('..')
                hi = self.expr()
                self.expect(')')
                return ('sum', body, var, lo, hi)
            e = ('name', text)
            primes = 0
            while self.peek()[1] == "'" and self.peek()[0] == 'op':
                # f'(x): primes before a bracket belong to the function
                k = primes
                while self.peek(k)[1] == "'":
                    k += 1
                if self.peek(k)[1] == '(' and self.peek(k)[0] == 'op':
                    while self.accept("'"):
                        primes += 1
                break
            if self.peek()[1] == '[':
                self.next()
                index = self.expr()
                self.expect(']')
                e = ('index', text, index)
            elif self.peek()[1] == '(' and self.peek()[0] == 'op':
                self.next()
                args = [self.expr()]
                while self.accept(','):
                    args.append(self.expr())
                self.expect(')')
                e = ('call', text, primes, args)
            while self.peek()[1] == '.' and self.peek()[0] == 'op':
                self.next()
                e = ('attr', e, self.name())
            return e
        if text == '(':
            e = self.expr()
            if self.accept(','):
                parts = [e, self.expr()]
                while self.accept(','):
                    parts.append(self.expr())
                self.expect(')')
                if self.accept('in'):
                    return ('components', parts, self.name())
                return ('tuple', parts)
            self.expect(')')
            return e
        raise Refusal("unexpected '%s'" % text)


def tuple_of(tree, n):
    if tree[0] != 'tuple' or len(tree[1]) != n:
        raise Refusal('expected %d entries in brackets' % n)
    return tree[1]


class Model:
    def __init__(self, path):
        self.path = path
        self.parameter = {}        # name -> tree or None
        self.assumed = []
        self.coordinate = []
        self.family = {}           # coordinate or point families: name -> (lo, hi)
        self.let, self.speed, self.given = {}, {}, {}
        self.function = {}         # name -> (arguments, tree or None)
        self.auxiliary = {}
        self.frame, self.point, self.body = {}, {}, {}
        self.free = {}             # frame -> (parent, [p, q, r], along)
        self.direction = []        # (names, vector tree, frame)
        self.masses = []           # (mass, point tree, bindings)
        self.kinetic, self.potential, self.force_function = [], [], []
        self.gravity = None
        self.apparent = None
        self.force, self.torque, self.spring, self.damper, self.work = [], [], [], [], []
        self.rolling, self.constraint, self.servo = [], [], []
        self.claim, self.start = [], []
        self.integer = {}
        for number, toks in statements(path):
            try:
                self.read(Reader(toks), number)
            except Refusal as r:
                raise Refusal('%s:%d: %s' % (path, number, r))

    def read(self, r, number):
        head = r.next()[1]
        if head in ('surface', 'curve', 'relation'):
            raise Refusal("'%s' is beyond this reader" % head)
        if head in ('system', 'shape', 'show', 'run', 'output', 'input', 'box', 'when'):
            return
        method = {'kinetic': self.read_kinetic, 'force': self.read_force}.get(head)
        method = method or getattr(self, 'read_' + head, None)
        if method is None:
            raise Refusal("unknown statement '%s'" % head)
        method(r)
        if not r.done():
            raise Refusal("left over: '%s'" % r.peek()[1])

    def read_parameter(self, r):
        while True:
            n = r.name()
            self.parameter[n] = r.expr() if r.accept('=') else None
            tree = self.parameter[n]
            if tree and tree[0] == 'num' and re.fullmatch(r'\d+', tree[1]):
                self.integer[n] = int(tree[1])
            while r.peek()[0] == 'unit':
                r.next()
            if not r.accept(','):
                return

    def read_assume(self, r):
        while True:
            a = r.expr()
            op = r.next()[1]
            b = r.expr()
            self.assumed.append((op, a, b))
            if not r.accept(','):
                return

    def integer_value(self, tree):
        if tree[0] == 'num':
            return int(tree[1])
        if tree[0] == 'name' and tree[1] in self.integer:
            return self.integer[tree[1]]
        if tree[0] in '+-*':
            a, b = (self.integer_value(x) for x in tree[1:])
            return a + b if tree[0] == '+' else a - b if tree[0] == '-' else a * b
        raise Refusal('an index that is not an integer')

    def read_coordinate(self, r):
        while True:
            n = r.name()
            if r.accept('['):
                lo = self.integer_value(r.expr())
                r.expect('..')
                hi = self.integer_value(r.expr())
                r.expect(']')
                self.family[n] = (lo, hi)
                self.coordinate += ['%s[%d]' % (n, k) for k in range(lo, hi + 1)]
            else:
                self.coordinate.append(n)
            r.accept('dependent')
            if not r.accept(','):
                return

    def read_let(self, r):
        n = r.name()
        r.expect('=')
        self.let[n] = r.expr()

    def read_given(self, r):
        n = r.name()
        r.expect('=')
        self.given[n] = r.expr()

    def read_function(self, r):
        while True:
            n = r.name()
            r.expect('(')
            args = [r.name()]
            while r.accept(','):
                args.append(r.name())
            r.expect(')')
            self.function[n] = (args, r.expr() if r.accept('=') else None)
            if not r.accept(','):
                return

    def read_speed(self, r):
        while True:
            n = r.name()
            r.expect('=')
            self.speed[n] = r.expr()
            if not r.accept(','):
                return

    def read_auxiliary(self, r):
        n = r.name()
        r.expect("'")
        r.expect('=')
        self.auxiliary[n] = r.expr()

    def loop(self, r):
        """An optional 'for i in a..b' at the end of a statement."""
        if not r.accept('for'):
            return [{}]
        var = r.name()
        r.expect('in')
        lo = self.integer_value(r.expr())
        r.expect('..')
        hi = self.integer_value(r.expr())
        return [{var: k} for k in range(lo, hi + 1)]

    def indexed(self, r):
        n = r.name()
        return (n, r.expr()) if r.accept('[') and not r.accept(']') else (n, None)

    def read_frame(self, r):
        n = r.name()
        r.expect('=')
        parent = r.name()
        steps, origin = [], None
        if r.accept('free'):
            names = [x[1] for x in tuple_of(r.expr(), 3)]
            self.free[n] = (parent, names, r.name() if r.accept('along') else n)
            for w in names:
                self.speed.setdefault(w, None)
            return
        if r.accept('turning'):
            self.frame[n] = ('turning', parent, r.expr())
            return
        while True:
            if r.accept('at'):
                origin = r.expr()
            elif r.accept('turned'):
                while True:
                    angle = r.expr()
                    r.expect('about')
                    axis = r.name() if r.peek()[1] in ('x', 'y', 'z') else r.expr()
                    steps.append((angle, axis))
                    if not r.accept(','):
                        break
            else:
                break
        self.frame[n] = ('turned', parent, steps, origin)

    def read_point(self, r):
        n = r.name()
        index = None
        if r.accept('['):
            index = r.expr()
            r.expect(']')
        r.expect('=')
        tree = r.expr()
        for b in self.loop(r):
            if index is None:
                self.point[n] = (tree, b)
            else:
                var = index[1] if index[0] == 'name' and index[1] in b else None
                k = b[var] if var else self.integer_value(index)
                self.point['%s[%d]' % (n, k)] = (tree, b)

    def read_mass(self, r):
        m = r.expr()
        r.expect('at')
        p = r.expr()
        for b in self.loop(r):
            self.masses.append((m, p, b))

    def read_body(self, r):
        n = r.name()
        r.expect(':')
        d = {'inertia': None, 'frame': 'world', 'centre': None, 'at': None}
        while True:
            word = r.name()
            if word == 'mass':
                d['mass'] = r.expr()
            elif word in ('centre', 'center'):
                d['centre'] = r.expr()
            elif word == 'frame':
                d['frame'] = r.name()
            elif word == 'inertia':
                d['inertia'] = r.expr()
                d['about'] = r.name() if r.accept('about') else None
                d['along'] = r.name() if r.accept('along') else None
                d['at'] = r.expr() if r.accept('at') else None
            else:
                raise Refusal("unknown property '%s'" % word)
            if not r.accept(','):
                break
        self.body[n] = d

    def read_gravity(self, r):
        self.gravity = r.expr()

    def read_apparent(self, r):
        r.expect('gravity')
        g = r.expr()
        r.expect('in')
        self.apparent = (g, r.name())

    def read_rolling(self, r):
        b = r.name()
        r.expect('on')
        k = r.name()
        r.expect('at')
        p = r.expr()
        while r.accept(','):
            word = r.name()
            r.expr()
            if word not in ('normal', 'friction', 'static', 'resistance', 'pivoting'):
                raise Refusal("unknown '%s' of a rolling" % word)
        self.rolling.append((b, k, p))

    def read_constraint(self, r):
        a = r.expr()
        r.expect('=')
        tree = ('-', a, r.expr())
        for b in self.loop(r):
            self.constraint.append((tree, b))

    def read_servo(self, r):
        a = r.expr()
        r.expect('=')
        tree = ('-', a, r.expr())
        r.expect('through')
        through = [r.expr()]
        while r.accept(','):
            through.append(r.expr())
        if r.accept('='):
            r.expr()
        self.servo.append((tree, through))

    def read_direction(self, r):
        names = [x[1] for x in tuple_of(r.expr(), 3)]
        r.expect('=')
        v = r.expr()
        r.expect('in')
        frame = r.name()
        for k, n in enumerate(names):
            self.let[n] = ('call', 'dot', 0, [v, ('attr', ('name', frame), 'xyz'[k])])

    def read_kinetic(self, r):
        r.expect('energy')
        self.kinetic.append(r.expr())

    def read_potential(self, r):
        self.potential.append(r.expr())

    def read_force(self, r):
        if r.accept('function'):
            self.force_function.append(r.expr())
            return
        f = r.expr()
        r.expect('at')
        self.force.append((f, r.expr()))

    def read_torque(self, r):
        f = r.expr()
        r.expect('on')
        self.torque.append((f, r.name()))

    def read_spring(self, r):
        k = r.expr()
        r.expect('between')
        a = r.expr()
        r.expect('and')
        b = r.expr()
        l0 = ('num', '0')
        if r.accept(','):
            r.expect('length')
            l0 = r.expr()
        self.spring.append((k, a, b, l0))

    def read_damper(self, r):
        c = r.expr()
        r.expect('on')
        self.damper.append((c, r.expr()))

    def read_work(self, r):
        self.work.append(r.expr())

    def read_perturbation(self, r):
        f = r.expr()
        r.expect('on')
        self.work.append(('*', f, ('call', 'δ', 0, [r.expr()])))

    def read_start(self, r):
        while True:
            left = r.expr()
            r.expect('=')
            self.start.append((left, r.expr()))
            if not r.accept(','):
                return

    def read_claim(self, r):
        text = ' '.join(t for _, t in r.t[1:])
        negated = r.accept('not')
        kind = r.name()
        if kind in ('equation', 'identity', 'combination'):
            a = r.expr()
            r.expect('=')
            tree = ('-', a, r.expr())
        elif kind == 'integral':
            tree = r.expr()
        else:
            tree = None
        rest = not r.done()
        r.i = len(r.t)
        self.claim.append((kind, negated, tree, text, rest or tree is None))
