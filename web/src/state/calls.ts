// The run of the page as calls of the program and of Python.
import type { Option } from '../core/types';
import type { Learner } from './flags';

const plain = /^[A-Za-z0-9_.,+\/-]+$/;
const word = (value: string) => (plain.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`);

/** The call of the program that makes the same run. */
export function commandOf(verb: string, file: string, learner: Learner, options: Option[]): string {
  const words = options.map(
    ([name, value]) => `--${name}${value === '' ? '' : `${value.startsWith('-') ? '=' : ' '}${word(value)}`}`,
  );
  const portable = learner === 'perceptron' ? [] : ['--simd portable'];
  return ['halfspace', verb, file, `--algorithm ${learner}`, ...words, ...portable].join(' ');
}

/** The same run from Python, and the errors on a file of rows held out. */
export function pythonOf(
  file: string,
  learner: Learner,
  options: Option[],
  reading: Option[] = [],
  test: string | null = null,
): string {
  const named = options.map(([name, value]) => `${name.replaceAll('-', '_')}=${pythonValue(name, value)}`);
  const portable = learner === 'perceptron' ? [] : ['simd="portable"'];
  const list = [`algorithm="${learner}"`, ...named, ...portable].join(', ');
  const read = (name: string) =>
    `halfspace.read_csv(${[JSON.stringify(name), ...reading.map(([n, v]) => `${n}=${JSON.stringify(v)}`)].join(', ')})`;
  const training = `import halfspace\n\ntable = ${read(file)}\nrun = halfspace.train(table.frame(), table.y, ${list})  # frame: with names\nprint(run)\n`;
  return test === null ? training : `${training}test = ${read(test)}\nprint(run.model.evaluate(test.frame(), test.y))\n`;
}

/** Whole numbers stay as they are, whatever their size; a label is a text. */
function pythonValue(name: string, value: string): string {
  if (name === 'positive') return JSON.stringify(value);
  if (/^[+-]?\d+$/.test(value)) return BigInt(value).toString();
  return value !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : JSON.stringify(value);
}
