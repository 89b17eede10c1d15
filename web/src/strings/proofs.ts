// Words of the verdict and of the neuron.
import { plural, short } from '../base/format';

export const proofs = {
  verdict: {
    titles: {
      separable: 'Separable',
      'quasi-separable': 'Quasi-separable',
      overlapping: 'Not separable',
      undecided: 'Undecided',
    } as Record<string, string>,
    meanings: {
      separable: 'Some line has every point strictly on its right side. The band is the widest that fits.',
      'quasi-separable': 'Some line has no point on the wrong side, but none has all strictly on the right side.',
      overlapping: 'No line can do it. The witness proves it: the two hulls of its rows meet.',
      undecided: 'The module gave no answer.',
    } as Record<string, string>,
    exact: 'Decided in exact arithmetic.',
    marginSquared: 'Margin², exact',
    augmented: 'Margin² with the bias as a weight',
    radius: 'R²',
    bound: 'Mistake bound R²/γ²',
    witness: 'Witness',
    sum: 'The sum of λ y (x, 1) over these rows is zero. Any line with all of them right would make it positive.',
    meet: (point: string) => `The hulls meet at ${point}.`,
    support: 'Support vectors of the largest margin',
    fewest: 'Fewest mistakes of any line',
    fewestExact: (count: number) =>
      `${plural(count, 'mistake is', 'mistakes are')} unavoidable; a line with so few exists (exact).`,
    fewestBetween: (low: number, high: number) => `At least ${short(low)}, at most ${short(high)}.`,
    unavoidable: 'Mark the rows on the stage',
    unavoidableRows: (rows: number[], exact: boolean) => {
      const list = `${rows.slice(0, 20).join(', ')}${rows.length > 20 ? ', …' : ''}`;
      const why = exact
        ? 'one line with so few mistakes is wrong there and nowhere else. Another line may be wrong on as few other rows.'
        : 'the best line found is wrong there.';
      return `A diamond marks ${rows.length === 1 ? 'row' : 'rows'} ${list}: ${why}`;
    },
    heldNote: 'The verdict is about the training rows; held-out rows are not asked about.',
    row: 'row',
    label: 'label',
    lambda: 'λ',
    alpha: 'α',
    kernelNote: 'The verdict is about lines in the plane, not about the kernel’s feature space.',
    none: 'Both classes need a point.',
    failed: 'The module could not answer for these rows.',
    certificate: 'Download certificate',
  },

  neuron: {
    picture: 'A neuron',
    describe: (row: number, sum: string, out: string) => `Neuron for row ${row}: weighted sum ${sum}, output ${out}.`,
    row: 'Row',
    sum: 'Σ',
    graphs: 'Functions of the score',
    losses: 'Losses of the margin y s',
    marks: 'Points mark the rows at their present scores.',
    noWeights: 'With a kernel the score is a sum over rows: Σ α y k(x, ·) + b.',
    names: {
      sign: 'sgn',
      step: 'step',
      sigmoid: 'σ',
      'zero-one': '0/1 loss',
      perceptron: 'perceptron loss',
      hinge: 'hinge loss',
      'squared-hinge': 'squared hinge',
      logistic: 'logistic loss',
    } as Record<string, string>,
  },
};
