// Words of the plane and the names of the example sets.
import { plural, short } from '../base/format';

export const stage = {
  stage: {
    name: 'Stage',
    label: (points: number) =>
      `The plane with ${plural(points, 'point', 'points')}. Arrow keys move the marker, N next point, 1 and 0 add, F flips, Delete removes, plus and minus zoom. All points are in the Data tab as a table.`,
    add: 'New points are',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
    remove: 'Delete point',
    flip: 'Flip point',
    clear: 'Clear',
    example: 'Points',
    own: 'your own points',
    help: 'Click adds a point, drag moves it, double click flips it, right click or long press deletes it. Drag the plane to pan, wheel or pinch to zoom.',
    projected: (columns: number, threshold: number | null) =>
      `The learner sees ${short(columns)} columns. Drawn across is the score of each row; the boundary stands ${
        threshold === null ? 'at 0' : `where P = ${short(threshold)}`
      }.`,
    projectedHelp:
      'Click chooses a point, double click flips it, right click or long press deletes it. Points are added in the Data tab.',
    upward: 'Upward:',
    score: 'score',
    notHere: 'This picture shows scores, so points cannot be put or moved here: use the table in the Data tab.',
    best: 'largest margin',
    witness: 'witness',
    added: (label: string, x: number, y: number) => `Point ${label} added at ${short(x)}, ${short(y)}.`,
    moved: (index: number, x: number, y: number) => `Row ${index} moved to ${short(x)}, ${short(y)}.`,
    flipped: (index: number, label: string) => `Row ${index} is now ${label}.`,
    removed: (index: number) => `Row ${index} deleted.`,
    chosen: (index: number, label: string, x: number, y: number) => `Row ${index}, ${label}, at ${short(x)}, ${short(y)}.`,
  },

  examples: {
    and: 'AND',
    or: 'OR',
    xor: 'XOR',
    'iris-setosa': 'Iris: setosa, versicolor',
    'iris-overlap': 'Iris: versicolor, virginica',
    'wide-margin': 'Wide margin',
    'small-margin': 'Small margin',
    noisy: 'Noisy clouds',
    moons: 'Moons',
    rings: 'Rings',
    credit: 'Credit approval (A3, A8)',
    'ten-thousand': '10,000 points',
  } as Record<string, string>,
};
