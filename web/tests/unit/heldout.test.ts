import { expect, test } from 'vitest';
import { examples } from '../../src/data/examples';
import { heldOut, parted, shareOf } from '../../src/data/heldout';
import { philox, Philox } from '../../src/data/philox';

test('Philox4x32-10 gives the words that its authors publish', () => {
  const ones = 0xffffffff;
  expect(philox([0, 0, 0, 0], [0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
  expect(philox([ones, ones, ones, ones], [ones, ones])).toEqual([0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]);
});

test('a shuffle has every number once, and the seed decides', () => {
  const order = (seed: bigint) => {
    const list = Array.from({ length: 50 }, (_, i) => i);
    new Philox(seed, 3).shuffle(list);
    return list;
  };
  expect(order(1n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  expect(order(1n)).toEqual(order(1n));
  expect(order(1n)).not.toEqual(order(2n));
  expect(order(1n)).not.toEqual(order(1n + (1n << 32n)));
});

test('of each class the rounded share is held out, and the parts make the table', () => {
  const labels = Array.from({ length: 35 }, (_, i): 0 | 1 => (i < 10 ? 0 : 1));
  const held = heldOut(labels, 0.3, 5n);
  expect(held.slice(0, 10).reduce((a, b) => a + b)).toBe(3);
  expect(held.slice(10).reduce((a, b) => a + b)).toBe(8); // 7.5 is rounded up
  const table = examples.noisy();
  const { train, places, test } = parted(table, 0.2, '7');
  expect([train.rows.length, test.rows.length]).toEqual([48, 12]);
  places.forEach((place, i) => expect(train.rows[i]).toBe(table.rows[place]));
});

test('a share lies between 0 and 1', () => {
  expect(['0.3', '0', '1', '', 'half', undefined].map(shareOf)).toEqual([0.3, null, null, null, null, null]);
});
