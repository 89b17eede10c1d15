// Nine scenes: what each sets up, what it says and how its exercise is checked. Numbers to compare with are the module's.
import type { Play } from '../state/play.svelte';
import type { Shared } from '../state/link';

export interface Scene {
  title: string;
  text: string[];
  task: string;
  state: Shared;
  /** An exercise with a number to find; else it is done when `done` says so. */
  answer?: (play: Play) => number | null;
  done?: (play: Play) => boolean;
  right: string;
  hint: string;
}

const perceptron = (example: string, flags: Record<string, string>, step: number | undefined = 0): Shared => ({
  example,
  learner: 'perceptron',
  flags,
  ...(step === undefined ? {} : { step }),
});

export const scenes: Scene[] = [
  {
    title: 'It converges',
    text: [
      'The perceptron looks at one row after the other. A row on the wrong side moves w by y x; a row on the right side changes nothing.',
      'Watch the arrow: w stands at a right angle on the boundary and points to the positive side.',
    ],
    task: 'Press One update until the run has ended. How many updates did it take?',
    state: perceptron('and', { preset: 'cyclic' }),
    answer: (play) => play.run?.report.updates ?? null,
    right: 'The last pass had no mistake, so the run stopped by itself.',
    hint: 'Run to the end; the Meters tab counts the updates.',
  },
  {
    title: 'Order and start matter',
    text: [
      'Every separating line is a fixed point. Which one the perceptron finds depends on the order of the rows and on where it starts.',
      'The Learner tab has both: Order and Start (for example 5,-5,1).',
    ],
    task: 'Run it. Then change the order (or the start) so that the run makes a different number of updates, and run to the end again.',
    state: perceptron('wide-margin', { preset: 'cyclic' }),
    done: (play) =>
      play.atEnd && play.run !== null && ('order' in play.flags || 'start' in play.flags) && play.run.report.status === 'converged',
    right: 'Another order, another line; both separate.',
    hint: 'In the Learner tab choose Order: shuffled, then press Run.',
  },
  {
    title: 'The bound and the margin',
    text: [
      'A perceptron from zero makes at most R²/γ² updates: each raises w·w* by at least γ and ‖w‖² by at most R².',
      'The dashed lines in the Meters tab are the two bounds. Here the margin γ is small, so the bound is large.',
    ],
    task: 'What is the bound for these points (whole number, Meters tab)?',
    state: perceptron('small-margin', { preset: 'cyclic' }, undefined),
    answer: (play) => play.run?.report.bound?.updates_at_most ?? null,
    right: 'The run needed far fewer: the bound holds for the worst order.',
    hint: 'The Meters tab says “k of at most …”.',
  },
  {
    title: 'XOR never ends',
    text: [
      'No line separates XOR. The perceptron would run for ever; here it stops because its weights come back, which is a proof.',
      'The Verdict tab shows the witness: rows whose signed sum is zero. Their two hulls cross.',
    ],
    task: 'How many mistakes are unavoidable for any line?',
    state: perceptron('xor', { preset: 'cyclic' }, undefined),
    answer: (play) => play.run?.verdict?.fewest_mistakes?.at_least ?? null,
    right: 'One row must be wrong, whatever the line.',
    hint: 'Look at the Verdict tab, below the witness.',
  },
  {
    title: 'Pocket on noise',
    text: [
      'On noisy points the last weights may be bad. Pocket keeps the best weights it has seen, counted on all rows.',
      'The Meters tab draws the mistakes after each visit and the fewest so far.',
    ],
    task: 'Change Keep to last, run, and compare; then go back to pocket. How many training mistakes has the pocket model?',
    state: perceptron('noisy', { preset: 'pocket', rounds: '300' }, undefined),
    answer: (play) => (play.run?.report.settings.keep === 'pocket' ? (play.run.report.train?.mistakes ?? null) : null),
    right: 'The pocket never gets worse.',
    hint: 'Keep must be pocket; the table in the Meters tab has the count.',
  },
  {
    title: 'Mini-batches and step length',
    text: [
      'The subgradient preset takes B rows at a time and moves by τ/B for each mistake among them.',
      'Small steps change little; with one row a batch it is the perceptron again.',
    ],
    task: 'Set the batch size to 1 and run to the end.',
    state: perceptron('wide-margin', { preset: 'subgradient', batch: '8', rounds: '200' }),
    done: (play) => play.flags.batch === '1' && play.atEnd && play.run !== null,
    right: 'Each visit is now one row.',
    hint: 'Batch size B is in the Learner tab, under Numbers.',
  },
  {
    title: 'Logistic regression and its threshold',
    text: [
      'Logistic regression gives each point a probability. Where to cut is a choice: 0.5 is not always right.',
      'The slider at the end of the Learner tab moves the cut; the Meters tab counts errors at it.',
    ],
    task: 'Move the threshold until there are no false positives.',
    state: { example: 'noisy', learner: 'logistic', flags: { C: '1' } },
    done: (play) => play.learner === 'logistic' && play.atEnd && play.falsePositives === 0,
    right: 'Fewer false positives cost false negatives.',
    hint: 'Larger thresholds predict +1 more rarely.',
  },
  {
    title: 'The hard margin and its conditions',
    text: [
      'The hard-margin machine takes the widest band. Only rows on its edge have α > 0: the support vectors.',
      'The KKT residuals in the Meters tab are zero but for rounding: that proves the optimum.',
    ],
    task: 'How many support vectors are there?',
    state: { example: 'iris-setosa', learner: 'svm', flags: { C: 'inf' } },
    answer: (play) => play.run?.report.support_vectors ?? null,
    right: 'All other rows could be taken away without a change.',
    hint: 'The boxes on the stage; the Meters tab counts them.',
  },
  {
    title: 'Kernels',
    text: [
      'A kernel measures how alike two points are; the boundary becomes a curve.',
      'Rings cannot be separated by a line. With the RBF kernel they can.',
    ],
    task: 'Choose the RBF kernel (Learner tab) and bring the training mistakes to 0.',
    state: { example: 'rings', learner: 'svm', flags: { C: '10' } },
    done: (play) => play.atEnd && play.run !== null && play.run.report.weights === null && play.run.report.train?.mistakes === 0,
    right: 'The inner ring is one region now.',
    hint: 'Kernel: rbf.',
  },
];
