import { expect, test } from 'vitest';
import { equation, fraction, percent, plural, short, signed, vector, whole } from '../../src/base/format';

test('numbers are short, with a real minus sign', () => {
  expect(short(-3.4000000001)).toBe('\u22123.4');
  expect(short(0)).toBe('0');
  expect(short(-0)).toBe('0');
  expect(short(12345)).toBe('12345');
  expect(short(0.000012345)).toBe('1.23e\u22125');
  expect(short(null)).toBe('\u2013');
  expect(short(Infinity)).toBe('\u221e');
  expect(signed(1)).toBe('+1');
  expect(vector([1, -2.5])).toBe('(1, \u22122.5)');
  expect(percent(0.125)).toBe('12.5\u00a0%');
  expect(plural(1, 'row', 'rows')).toBe('1 row');
});

test('whole numbers are written in full, whatever their size', () => {
  expect([10168108, 0, -3, 2 ** 53 - 1].map(whole)).toEqual(['10168108', '0', '\u22123', '9007199254740991']);
  expect(plural(10168108, 'update', 'updates')).toBe('10168108 updates');
  expect([whole(null), whole(1e300)]).toEqual(['\u2013', '1.0000000e300']);
});

test('exponents have real minus signs too', () => {
  expect(short(-5.0841e-302)).toBe('\u22125.08e\u2212302');
  expect(equation('x = -1e-05', ['x', 'y'])).toBe('x = \u22121e\u221205');
});

test('fractions stay exact while they are short', () => {
  expect(fraction('1/17')).toBe('1/17');
  expect(fraction(null)).toBe('\u2013');
  expect(fraction('1000000000000000000001/2000000000000000000000')).toBe('\u2248 0.5');
});

test('a boundary has real minus signs and no terms that are 0', () => {
  const of = (text: string) => equation(text, ['sepal-length', 'y']);
  expect(of('y = -0.188571 sepal-length + 0')).toBe('y = \u22120.188571 sepal-length');
  expect(of('y = 0 sepal-length - 2.45')).toBe('y = \u22122.45');
  expect(of('y = 2 sepal-length - 1e-05')).toBe('y = 2 sepal-length \u2212 1e\u221205');
  expect(of('sepal-length = -3')).toBe('sepal-length = \u22123');
});
