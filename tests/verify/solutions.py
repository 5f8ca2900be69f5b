"""All solutions of equations by cases, for kernel.py: a tree in which each case adds an equation or the value of an
unknown. Independent of src/verify/solution_premises.c."""
SOLVED, SPLIT, ANGLE = 1, 2, 3


class Cases:
    def __init__(self, check, wrong):
        self.k, self.c, self.b, self.p = check, check.c, check.b, dict(check.p)
        self.wrong = wrong
        self.base, self.facts = check.p["facts"], check.f
        n = len(self.p["parent"])
        check.need(n and all(len(self.p[key]) == n for key in ("known", "end", "given", "splits", "rest")) and
                   self.p["unknown"] and self.p["goal"] and check.are_symbols("unknown"))
        self.parent = check.integers("parent", -1, n - 1)
        self.known = check.integers("known", -1, len(self.p["unknown"]) - 1)
        self.end = check.integers("end", SOLVED, ANGLE)
        check.need(all((p < i and p >= 0) if i else p == -1 for i, p in enumerate(self.parent)))
        self.below = [[j for j in range(n) if self.parent[j] == i] for i in range(n)]

    def path(self, at):
        while at > 0:
            yield at
            at = self.parent[at]

    def enter(self, at):
        """Facts of this case: values above it; equations of the cases that come before one of these do not hold."""
        rules, apart = {}, list(self.facts["nonzero"])
        for i in self.path(at):
            if self.known[i] >= 0:
                rules.setdefault(self.p["unknown"][self.known[i]], self.p["given"][i])
            apart += [self.p["given"][j] for j in self.below[self.parent[i]] if j < i and self.known[j] < 0]
        rules = {**self.facts["rules"], **rules}
        if self.c.order(rules, list(rules)) is None:
            raise self.wrong("values refer to each other")
        self.c.facts.append(dict(self.facts, rules=rules, nonzero=apart))
        self.k.p = dict(self.p, facts=len(self.c.facts) - 1)
        self.k.f = self.k.signs.f = self.c.facts[-1]

    def leave(self):
        self.k.p, self.k.f = self.p, self.facts
        self.k.signs.f = self.facts

    def needs(self, node, rules):
        order = self.c.order(rules, [node])
        return set(order) if order is not None else set(range(len(self.c.nodes)))

    def is_free(self, node):
        rules = self.k.f["rules"]
        return not any(x in self.needs(node, rules) for x in self.p["unknown"] if x not in rules)

    def never_zero(self, node):
        op, kids, w = self.c.nodes[node]
        if 0 not in self.k.signs.of(node):
            return True
        if self.is_free(node):
            return self.k.point(node, lambda x: x) or not self.vanishes_modulo_primes(node)
        if op == "mul":
            return all(e <= 0 or self.never_zero(k) for e, k in zip(w, kids))
        return op == "add" and len(kids) == 1 and w[0] != 0 and self.never_zero(kids[0])

    def vanishes_modulo_primes(self, node):
        return self.k.ask.modular(self.c, {"kind": "zero", "of": [node], "facts": self.k.p["facts"]})[0]

    def must_not_vanish(self, node):
        self.k.unknown |= not self.never_zero(node)

    def is_given(self, at, node):
        return node in self.p["equation"] or any(self.known[i] < 0 and self.p["given"][i] == node for i in self.path(at))

    def split(self, at):
        p, b = self.p, self.b
        parts = [(p["rest"][at], 1)]
        for i in self.below[at]:
            one = p["given"][i]
            parts.append((b.add((1, p["unknown"][self.known[i]]), (-1, one)) if self.known[i] >= 0 else one, 1))
        self.k.equal(p["splits"][at], b.mul(*parts))
        self.k.settle()
        self.must_not_vanish(p["rest"][at])

    def repeats(self, node, x, memo):
        """With x + 2 pi for x nothing changes, by the form of the expression."""
        if node not in memo:
            op, kids, w = self.c.nodes[node]
            whole = False
            if op in ("sin", "cos", "tan"):
                inner, terms, q = self.c.nodes[kids[0]]
                whole = kids[0] == x or inner == "add" and all(
                    r.denominator == 1 if k == x else x not in self.needs(k, {}) for k, r in zip(terms, q))
            memo[node] = node != x and (whole or all([self.repeats(k, x, memo) for k in kids]))
        return memo[node]

    def is_angle(self, at, x):
        memo, f = {}, self.k.f
        added = [self.p["given"][i] for i in self.path(at) if self.known[i] < 0]
        return self.c.signs[self.c.nodes[x][2]] == "any" and x not in f["rules"] and \
            all(self.repeats(e, x, memo) for e in self.p["equation"] + self.p["goal"] + added + f["nonzero"]) and \
            not any(x in self.needs(e, {}) for e in f["positive"] + list(f["rules"].values()))

    def angle(self, at):
        p, b, below = self.p, self.b, self.below[at]
        self.k.need(1 <= len(below) <= 2 and min(self.known[i] for i in below) >= 0 and len({self.known[i] for i in below}) == 1)
        x, f = p["unknown"][self.known[below[0]]], p["splits"][at]
        self.k.unknown |= not self.is_angle(at, x)
        first = b.derivative(f, x)
        second = b.derivative(first, x)
        self.k.zero.append(b.add((1, first), (1, b.derivative(second, x))))
        self.k.equal(p["rest"][at], b.add((1, b.mul((first, 2))), (1, b.mul((second, 2)))))
        self.k.settle()
        self.must_not_vanish(p["rest"][at])
        if len(below) == 2:
            apart = b.add((1, p["given"][below[0]]), (-1, p["given"][below[1]]))
            self.must_not_vanish(b.add((1, b.num(1)), (-1, b.make("cos", (apart,)))))
        for i in below:
            self.enter(i)
            self.k.zero += [f] if len(below) == 2 else [f, first]
            self.k.settle()

    def run(self):
        try:
            for at, end in enumerate(self.end):
                self.enter(at)
                if end == SOLVED:
                    self.k.zero += self.p["goal"]
                    self.k.settle()
                    continue
                if not self.is_given(at, self.p["splits"][at]):
                    raise self.wrong("not one of the equations")
                if end == SPLIT:
                    self.split(at)
                else:
                    self.angle(at)
        finally:
            self.leave()
