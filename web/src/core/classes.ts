// The order of two classes is the module's to say: numbers by value, texts by bytes, the last is +1 unless `positive` names the other.
import { csvOf, type Table } from '../data/table';
import { CoreError } from './abi';
import type { Core } from './core';

const CLASSES = 'classes.csv';

/** Would the module take the first of these classes for +1? */
export function isTurned(core: Core, classes: Table['classes']): boolean {
  core.abi.write(CLASSES, csvOf({ columns: ['x'], classes, rows: [[0], [1]], labels: [0, 1] }));
  try {
    const { class_balance } = core.inspect<{ class_balance: { label: string }[] }>(`/${CLASSES}`, []);
    return class_balance.length === 2 && class_balance[0].label === classes[1];
  } catch (error) {
    if (error instanceof CoreError) return false; // no labels of two classes: the run says so
    throw error;
  }
}
