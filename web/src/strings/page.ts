// Words of the page as a whole: head, notices, tabs.

export const page = {
  title: 'halfspace playground',
  tagline: 'Linear classifiers, step by step, with their proofs',
  loading: 'Loading the module…',
  failed: (why: string) => `The module could not be loaded, so nothing can be computed: ${why}`,
  retry: 'Try again',
  trapped: (why: string) =>
    `The module ran out of memory or failed (${why}). Your points and settings are kept; the next change starts it anew.`,
  stopped: 'Stopped. The next change starts a new run.',
  stop: 'Stop',
  working: 'Computing…',
  stale: 'The picture and the meters still show the previous run.',
  oneClass: 'All points have one label. Add a point of the other class.',
  holdoutLeaves: 'Too few rows are left to train or to test on. Choose another share to hold out, or add points.',
  noPoints: 'No points yet. Click on the plane to add one.',
  close: 'Close',
  newerLink: 'This link comes from a newer version of the page. What this version understands was opened.',
  damagedLink: 'This link is damaged, so it was not opened.',
  offline: 'Everything runs in this browser; nothing is sent anywhere.',
  theme: 'Theme',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' } as Record<string, string>,
  skip: 'Skip to the stage',

  tabs: {
    learner: 'Learner',
    meters: 'Meters',
    verdict: 'Verdict',
    neuron: 'Neuron',
    data: 'Data',
    share: 'Share',
    tour: 'Tour',
  } as Record<string, string>,

  footer: (version: string) => `halfspace ${version}`,
};
