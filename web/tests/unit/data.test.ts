import { expect, test } from 'vitest';
import { delimiterOf, parseCells } from '../../src/data/cells';
import { examples } from '../../src/data/examples';
import {
  csvOf,
  labelOf,
  labelOption,
  rounded,
  trainable,
  withFlipped,
  withMoved,
  withoutPoint,
  withPoint,
} from '../../src/data/table';
import { t } from '../../src/strings';

test('cells of a CSV: quotes, blanks, blank lines, a byte order mark', () => {
  expect(parseCells('\uFEFFa,b\r\n1, 2\r\n\r\n3,4', ',')).toEqual({ header: ['a', 'b'], records: [['1', ' 2'], ['3', '4']] }); // prettier-ignore
  expect(parseCells('a, b\n1, no\n', ',')).toEqual({ header: ['a', 'b'], records: [['1', ' no']] }); // a label is kept as written
  expect(parseCells('\uFEFF1;2\n3;4', ';', false)).toEqual({ header: ['1', '2'], records: [['1', '2'], ['3', '4']] }); // prettier-ignore
  expect(parseCells('a,b\n"x ""y"", z",2\n"two\nlines",3\n', ',').records).toEqual([['x "y", z', '2'], ['two\nlines', '3']]); // prettier-ignore
});

test('a table becomes a CSV with a label column, and back', () => {
  const table = examples.xor();
  expect(csvOf(table)).toBe('x1,x2,class\n0,0,-1\n0,1,1\n1,0,1\n1,1,-1\n');
  expect(csvOf({ ...table, classes: ['a,b', '1'] })).toContain('0,0,"a,b"');
});

test('fields are parted by tabs or semicolons only where the header has no comma', () => {
  expect(['a,b;c', 'a\tb;c', 'a;b', 'a b'].map(delimiterOf)).toEqual([null, '\t', ';', null]);
});

test('the label column has a name of its own, and says it where a column could be meant', () => {
  const named = (...columns: string[]) => ({ ...examples.and(), columns });
  expect(labelOption(named('x', 'z'))).toEqual([]);
  expect(labelOption(named('x', 'y'))).toEqual([['label', 'class']]);
  expect(labelOption(named('class', 'b'))).toEqual([['label', 'label']]);
  expect(csvOf(named('class', 'b'))).toMatch(/^class,b,label\n/);
  const all = ['class', 'label', 'target', 'y', 'species'];
  expect([labelOf(named(...all)), labelOf(named(...all, 'class1'))]).toEqual(['class1', 'class2']);
});

test('points are added, moved, flipped and deleted without touching the old table', () => {
  const table = examples.and();
  const more = withPoint(table, [2, 2], 1);
  expect([more.rows.length, table.rows.length]).toEqual([5, 4]);
  expect(withMoved(more, 4, 3, 3).rows[4]).toEqual([3, 3]);
  expect(withFlipped(more, 4).labels[4]).toBe(0);
  expect(withoutPoint(more, 4)).toEqual(table);
  expect(trainable(withFlipped(table, 3))).toBe(false);
});

test('coordinates have the decimals that the screen tells apart', () => {
  expect(rounded(1.23456, 1 / 100)).toBe(1.2);
  expect(rounded(-0.0001, 1 / 300)).toBe(0);
  expect(rounded(1234.6, 10)).toBe(1235);
});

test('every example has two classes, a name, and is the same each time', () => {
  expect(Object.keys(examples)).toEqual(Object.keys(t.examples));
  for (const make of Object.values(examples)) {
    const table = make();
    expect(trainable(table)).toBe(true);
    expect(make()).toEqual(table);
  }
  expect(examples['iris-setosa']().rows).toHaveLength(100);
  expect(examples['ten-thousand']().rows).toHaveLength(10000);
});
