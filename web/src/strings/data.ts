// Words of tables, links and downloads.
import { plural, short, whole } from '../base/format';

export const data = {
  data: {
    paste: 'Paste or drop a CSV',
    pasteHelp:
      'A header line, numbers, and a label column (label, class, target, y or species). Commas, tabs or semicolons separate the fields.',
    open: 'Open a file…',
    pasted: 'The pasted text',
    large: (name: string, bytes: number) => `${name} has ${short(bytes / 1e6, 3)} MB: it is read, but not shown here.`,
    read: 'Read it',
    text: 'CSV text',
    label: 'Label column',
    skipped: 'Lines above the table (skip-lines)',
    bare: 'The first line is data (no-header)',
    leftOut: (rows: number) =>
      `${plural(rows, 'row has', 'rows have')} a missing cell in these columns and ${rows === 1 ? 'is' : 'are'} left out.`,
    unlabelled: (rows: number) => `${plural(rows, 'row has', 'rows have')} no label and ${rows === 1 ? 'is' : 'are'} left out.`,
    guessed: (name: string) =>
      `No column is named as a label; “${name}” is taken as one. For another, name it under “Label column” and read again.`,
    columns: 'Columns',
    allColumns: 'all numeric columns',
    classes: 'Classes',
    use: 'Use these rows',
    sampled: (taken: number, total: number) =>
      `${plural(total, 'row', 'rows')} were read; a sample of ${whole(taken)} (seed 0) is used here. The command line takes all of them.`,
    table: 'All points',
    row: 'row',
    score: 'score',
    shown: (count: number, total: number) => `The first ${whole(count)} of ${whole(total)} rows.`,
    more: (count: number) => `Show ${whole(count)} more`,
    class: 'class',
    flip: 'flip',
    remove: 'delete',
    flipRow: (row: number) => `Flip row ${row}`,
    removeRow: (row: number) => `Delete row ${row}`,
    cell: (column: string, row: number) => `${column} of row ${row}`,
    noNumber: (found: string, column: string, row: number, kept: number) =>
      `${column} of row ${row}: found “${found.slice(0, 40)}”, expected a number such as 1.5 or -2e3. The row keeps ${short(kept)}.`,
    addRow: 'Add a point',
    twoClasses: 'Choose two different classes.',
    fewColumns: 'At least two numeric columns are needed.',
  },

  share: {
    link: 'Copy link',
    linkNote: 'The whole state is in the part of the link behind #, which browsers do not send.',
    tooLong: 'There are too many points for a link. Download the CSV instead.',
    copied: 'Copied.',
    copyFailed: 'The browser did not allow copying; select the text instead.',
    command: 'Copy as command',
    commandNote: 'With points.csv (below) it gives the numbers of this page.',
    heldNote: 'The other calls and the certificate are about train.csv, the rows that are not held out.',
    trainCsv: 'Training rows (CSV)',
    testCsv: 'Test rows (CSV)',
    python: 'Copy as Python',
    pythonNote: 'Needs pandas. A line that Python names is a row counted from 1: line 1 is row 0 here, line 2 of the file.',
    downloads: 'Downloads',
    csv: 'Points (CSV)',
    svg: 'Picture (SVG)',
    png: 'Picture (PNG)',
    model: 'Model',
    certificate: 'Certificate',
    trace: 'Table of visits (CSV)',
    linkText: 'Link',
    traceCommand: 'All visits',
  },
};
