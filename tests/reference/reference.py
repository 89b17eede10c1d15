"""The perceptron family in exact fractions, written from docs/algorithms.md: slow, plain, independent of the engine."""
from fractions import Fraction as F

M32 = 0xFFFFFFFF


class Rng:
    """Philox4x32-10 with Lemire's bounded draw."""

    def __init__(self, seed, stream):
        self.key, self.stream, self.block, self.words = (seed & M32, seed >> 32), stream, 0, []

    @staticmethod
    def philox(c, k):
        for _ in range(10):
            p, q = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
            c = ((q >> 32) ^ c[1] ^ k[0], q & M32, (p >> 32) ^ c[3] ^ k[1], p & M32)
            k = ((k[0] + 0x9E3779B9) & M32, (k[1] + 0xBB67AE85) & M32)
        return c

    def bounded(self, n):
        while True:
            if not self.words:
                self.words = list(self.philox((self.block & M32, self.block >> 32, self.stream, 0), self.key))
                self.block += 1
            m = self.words.pop(0) * n
            if m & M32 >= (1 << 32) % n:
                return m >> 32

    def shuffle(self, a):
        for i in range(len(a) - 1, 0, -1):
            j = self.bounded(i + 1)
            a[i], a[j] = a[j], a[i]


def dot(a, b):
    return sum(p * q for p, q in zip(a, b))


class Run:
    """rows: augmented (the bias feature last, if any); y: -1 or +1; c: row weights; separable: what an exact proof says of them."""

    def __init__(self, rows, y, c, mistake, step, order, stop, keep="last", start="zero", batch_order=None, eta=F(1), tau=F(1), beta=F(0), C=F(1),
                 batch=None, passes=None, rounds=None, patience=None, max_updates=None, seed=0, early=False, separable=True):
        vars(self).update({k: v for k, v in locals().items() if k != "self"})
        self.n, d = len(rows), len(rows[0])
        self.rng = Rng(seed, 1)
        self.B = batch or min(32, self.n)
        self.V = -(-self.n // self.B) if step == "minibatch" else self.n
        if stop == "passes":
            self.passes = passes or 100
        if stop == "rounds":
            self.rounds = rounds or 100 * self.n
        self.P = patience or 5 * self.n
        self.w = [F(0)] * d
        if start == "random":
            r = Rng(seed, 2)
            self.w = [F(r.bounded(2000001) - 1000000, 10**8) for _ in range(d)]
        self.visits = self.updates = 0
        self.trace, self.alpha, self.sum, self.votes = [], [F(0)] * self.n, [F(0)] * d, []
        self.alpha_sum = [F(0)] * self.n
        self.status = self.recurrence = self.pocket = None

    def wrong(self, i):
        s = dot(self.w, self.rows[i])
        m = self.y[i] * s
        return {"boundary-is-mistake": m <= self.beta, "boundary-is-correct": m < self.beta, "boundary-is-positive": (1 if s >= 0 else -1) != self.y[i]}[self.mistake]

    def multiplier(self, i, size):
        s, norm = dot(self.w, self.rows[i]), dot(self.rows[i], self.rows[i])
        loss = max(F(0), (self.beta or 1) - self.y[i] * s)
        if self.step == "delta":
            c = self.eta if s == 0 and self.mistake == "boundary-is-mistake" else 2 * self.eta
        elif self.step in ("pa", "pa1", "pa2"):
            c = F(0) if norm == 0 else {"pa": loss / norm, "pa1": min(self.C, loss / norm), "pa2": loss / (norm + 1 / (2 * self.C))}[self.step]
        else:
            c = {"unit": F(1), "rate": self.eta, "minibatch": self.tau / size}[self.step]
        return c * self.c[i]

    def mistakes(self):
        return [i for i in range(self.n) if self.wrong(i)]

    def update(self, rows, size, pass_):
        steps = [(i, dot(self.w, self.rows[i]), self.multiplier(i, size)) for i in rows]
        for i, _, c in steps:
            self.w = [w + c * self.y[i] * x for w, x in zip(self.w, self.rows[i])]
            self.alpha[i] += c
        self.updates += 1
        self.trace.append((self.visits, pass_, [s[0] for s in steps], [s[1] for s in steps], [s[2] for s in steps], list(self.w)))

    def clean(self):
        fixed = self.stop in ("passes", "rounds", "patience") and not self.early
        if not fixed or self.order == "random-mistake" or (self.pocket and self.pocket[0] == 0):
            self.status = self.status or "converged"

    def fill_pocket(self):
        count = sum(self.c[i] for i in self.mistakes())
        if self.pocket is None or count < self.pocket[0]:
            self.pocket = (count, list(self.w), list(self.alpha))
            if count == 0:
                self.clean()

    def look(self, seen, pass_):
        for then, updates, w in seen:
            if w == self.w and updates < self.updates and not self.recurrence:
                self.recurrence = (then, pass_)
                if self.stop in ("clean-pass", "no-mistake"):
                    self.status = self.status or "not-separable"
        seen.append((pass_, self.updates, list(self.w)))

    def ask(self):
        """After the work of 64 passes a proof that no separator exists ends a run that waits for one."""
        bias = all(r[-1] == 1 for r in self.rows)
        means_separable = self.mistake == "boundary-is-mistake" or self.beta > 0 or (self.mistake == "boundary-is-positive" and bias)
        due = self.visits == 64 * (1 if self.order == "random-mistake" else self.V)
        if due and means_separable and not self.separable and self.stop in ("clean-pass", "no-mistake"):
            self.status = self.status or "not-separable"

    def capped(self, done):
        for limit, value, status in ((self.rounds, self.visits, "rounds"), (self.passes, done, "passes"), (self.max_updates, self.updates, "not-converged")):
            if limit and value >= limit:
                self.status = self.status or (status if status == self.stop else "not-converged")
        return self.status

    def run(self):  # noqa: C901 - one loop, as the page tells it
        seen, in_a_row, unmoved, clean_pass, at, pass_, done = [], 0, 0, True, 0, 1, 0
        order = list(range(self.n))
        subsets = self.step == "minibatch" and self.batch_order == "random"
        any_row = subsets or self.order == "random"
        if (self.order == "permuted" and not subsets) or self.order == "shuffled":
            self.rng.shuffle(order)
        if self.keep == "pocket":
            self.fill_pocket()
        if (self.order == "random-mistake" or self.stop == "no-mistake") and not self.mistakes():
            self.clean()
        while not self.status and not self.capped(done):
            self.visits += 1
            size = 1
            if subsets:
                for k in range(self.B):
                    j = self.rng.bounded(self.n - k)
                    order[j], order[self.n - 1 - k] = order[self.n - 1 - k], order[j]
                rows, size = order[self.n - self.B:], self.B
            elif self.step == "minibatch":
                rows = order[at * self.B:(at + 1) * self.B]
                size = len(rows)
            elif self.order == "random":
                rows = [self.rng.bounded(self.n)]
            elif self.order == "random-mistake":
                wrong = self.mistakes()
                rows = [wrong[self.rng.bounded(len(wrong))]]
            else:
                rows = [order[at]]
            rows = [i for i in rows if self.wrong(i)]
            at, before = at + 1, list(self.w)
            if rows:
                self.update_batch(rows, size, pass_)
                in_a_row, clean_pass = 0, False
                unmoved = unmoved + 1 if all(c == 0 for c in self.trace[-1][4]) else 0
                if self.order == "first-mistake":
                    at = self.V
                if self.keep == "pocket":
                    self.fill_pocket()
                if (self.order == "random-mistake" or self.stop == "no-mistake") and not self.mistakes():
                    self.clean()
            else:
                in_a_row += 1
                unmoved += 1
                if self.order in ("cyclic", "permuted", "first-mistake") and not subsets and in_a_row == self.V:
                    self.clean()
            if self.stop == "patience" and unmoved >= self.P:
                self.status = self.status or "patience"
            self.sum = [a + b for a, b in zip(self.sum, self.w)]
            if self.keep == "average":
                self.alpha_sum = [a + b for a, b in zip(self.alpha_sum, self.alpha)]
            if before != self.w or not self.votes or rows:
                self.votes.append([list(self.w), 0])
            self.votes[-1][1] += 1
            if at == self.V and (not self.status or self.order == "first-mistake"):
                if not self.status:
                    if (any_row and not self.mistakes()) or (self.order == "shuffled" and not any_row and clean_pass):
                        self.clean()
                if not self.status:
                    self.look(seen, pass_)
                self.ask()
                at, clean_pass, done = 0, True, done + 1
                if not self.status and not self.capped(done):
                    pass_ += 1
                    if self.order == "shuffled":
                        self.rng.shuffle(order)
            self.ask()
        final = {"last": self.w, "vote": self.w, "pocket": self.pocket and self.pocket[1], "average": [s / self.visits for s in self.sum] if self.visits else self.w}[self.keep]
        zero_is_correct = self.mistake == "boundary-is-correct" and self.beta == 0 and not hasattr(self, "classes")
        if zero_is_correct and (self.status == "converged" or self.updates == 0) and not any(final):
            self.status = "vacuous"
        self.final, self.passes_begun = final, pass_
        if self.keep == "pocket":
            self.alpha = self.pocket[2]
        elif self.keep == "average" and self.visits:
            self.alpha = [s / self.visits for s in self.alpha_sum]
        return self

    def update_batch(self, rows, size, pass_):
        """Scores and steps of a mini-batch are those before it."""
        self.update(rows, size, pass_)


class ClassRun(Run):
    """Argmax over classes: w holds one vector a class, one after another; label[i] counts from 0 in sorted order."""

    def __init__(self, rows, label, classes, c, **choices):
        super().__init__(rows, [1] * len(rows), c, **choices)
        self.label, self.classes, self.d = label, classes, len(rows[0])
        self.w = [F(0)] * (classes * self.d)
        if self.start == "random":
            r = Rng(self.seed, 2)
            self.w = [F(r.bounded(2000001) - 1000000, 10**8) for _ in self.w]
        self.sum = [F(0)] * len(self.w)

    def score(self, i, k):
        return dot(self.w[k * self.d:(k + 1) * self.d], self.rows[i])

    def rival(self, i):
        return max((k for k in range(self.classes) if k != self.label[i]), key=lambda k: (self.score(i, k), -k))

    def margin(self, i):
        return self.score(i, self.label[i]) - self.score(i, self.rival(i))

    def wrong(self, i):
        if self.mistake == "boundary-is-mistake":
            return self.margin(i) <= self.beta
        best = max(range(self.classes), key=lambda k: (self.score(i, k), -k))
        return best != self.label[i]

    def update(self, rows, size, pass_):
        (i,) = rows
        m, r, t, c = self.margin(i), self.rival(i), self.label[i], (F(1) if self.step == "unit" else self.eta) * self.c[i]
        for k, sign in ((t, 1), (r, -1)):
            for j, x in enumerate(self.rows[i]):
                self.w[k * self.d + j] += sign * c * x
        self.alpha[i] += c
        self.updates += 1
        self.trace.append((self.visits, pass_, [i], [m], [c], list(self.w), r))
