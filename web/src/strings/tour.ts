// The nine scenes of the tour.

export const tour = {
  tour: {
    intro: 'Nine short scenes. Each sets the stage and asks one question.',
    scene: (number: number, title: string) => `${number}. ${title}`,
    next: 'Next scene',
    check: 'Check',
    leave: 'Leave the tour',
    answer: 'Your answer',
    right: 'Right. ',
    wrong: 'Not yet. ',
  },

  scenes: {
    converges: {
      title: 'It converges',
      text: [
        'The perceptron looks at one row after the other. A row on the wrong side moves w by y x; a row on the right side changes nothing.',
        'Watch the arrow: w stands at a right angle on the boundary and points to the positive side.',
      ],
      task: 'Press One update until the run has ended; the last press finds nothing to update. How many updates did it take?',
      right: 'The last pass had no mistake, so the run stopped by itself.',
      hint: 'Run to the end; the Meters tab counts the updates.',
    },
    order: {
      title: 'Order and start matter',
      text: [
        'Every separating line is a fixed point. Which one the perceptron finds depends on the order of the rows and on where it starts.',
        'The Learner tab has both: Order and Start (for example 5,-5,1).',
      ],
      task: 'Run it. Then change the order (or the start) so that the run makes a different number of updates, and run to the end again.',
      right: 'Another order, another line; both separate.',
      hint: 'The number of updates must differ from that of the first run. In the Learner tab choose Order: random-mistake, or Start: 5,-5,1, then press Run.',
    },
    bound: {
      title: 'The bound and the margin',
      text: [
        'A perceptron from zero makes at most R²/γ² updates: each raises w·w* by at least γ and ‖w‖² by at most R².',
        'The dashed lines in the Meters tab are the two bounds. Here the margin γ is small, so the bound is large.',
      ],
      task: 'What is the bound for these points (whole number, Meters tab)?',
      right: 'The run needed far fewer: the bound holds for the worst order.',
      hint: 'The Meters tab says “k of at most …”.',
    },
    xor: {
      title: 'XOR never ends',
      text: [
        'No line separates XOR. The perceptron would run for ever; here it stops because its weights come back, which is a proof.',
        'The Verdict tab shows the witness: rows whose signed sum is zero. Their two hulls cross.',
      ],
      task: 'How many mistakes are unavoidable for any line?',
      right: 'One row must be wrong, whatever the line.',
      hint: 'Look at the Verdict tab, below the witness.',
    },
    pocket: {
      title: 'Pocket on noise',
      text: [
        'On noisy points the last weights may be bad. Pocket keeps the best weights it has seen, counted on all rows.',
        'The Meters tab draws the mistakes after each visit and the fewest so far.',
      ],
      task: 'Change Keep to last, run, and compare; then go back to pocket. How many training mistakes has the pocket model?',
      right: 'The pocket never gets worse.',
      hint: 'Keep must be pocket; the table in the Meters tab has the count.',
    },
    batch: {
      title: 'Mini-batches and step length',
      text: [
        'The subgradient preset takes B rows at a time and moves by τ/B for each mistake among them.',
        'Small steps change little; with one row a batch it is the perceptron again.',
      ],
      task: 'Set the batch size to 1 and run to the end.',
      right: 'Each visit is now one row.',
      hint: 'Batch size B is in the Learner tab, under Numbers.',
    },
    logistic: {
      title: 'Logistic regression and its threshold',
      text: [
        'Logistic regression gives each point a probability. Where to cut is a choice: 0.5 is not always right.',
        'The slider at the end of the Learner tab moves the cut; the Meters tab counts errors at it.',
      ],
      task: 'Move the threshold until there are no false positives.',
      right: 'Fewer false positives cost false negatives.',
      hint: 'Larger thresholds predict +1 more rarely.',
    },
    margin: {
      title: 'The hard margin and its conditions',
      text: [
        'The hard-margin machine takes the widest band. Only rows on its edge have α > 0: the support vectors.',
        'The KKT residuals in the Meters tab are zero but for rounding: that proves the optimum.',
      ],
      task: 'How many support vectors are there?',
      right: 'All other rows could be taken away without a change.',
      hint: 'The boxes on the stage; the Meters tab counts them.',
    },
    kernel: {
      title: 'Kernels',
      text: [
        'A kernel measures how alike two points are; the boundary becomes a curve.',
        'Rings cannot be separated by a line. With the RBF kernel they can.',
      ],
      task: 'Choose the RBF kernel (Learner tab) and bring the training mistakes to 0.',
      right: 'The inner ring is one region now.',
      hint: 'Kernel: rbf.',
    },
  },
};
