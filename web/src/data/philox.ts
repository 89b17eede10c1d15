// The random numbers of the module (docs/algorithms.md, 8): Philox4x32-10 by seed and stream, draws below n by Lemire,
// Fisher-Yates from the end. With them the page holds out the rows that `train --holdout` holds out.
type Words = [number, number, number, number];

export const holdoutStream = 3;

/** The high word of a product of two words. */
function high(a: number, b: number): number {
  const [a0, a1, b0, b1] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = a1 * b0 + Math.floor((a0 * b0) / 65536);
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor((a0 * b1 + (middle % 65536)) / 65536);
}

const low = (a: number, b: number) => Math.imul(a, b) >>> 0;

export function philox(counter: Words, key: [number, number]): Words {
  let c = counter;
  let [k0, k1] = key;
  for (let round = 0; round < 10; ++round) {
    c = [
      (high(0xcd9e8d57, c[2]) ^ c[1] ^ k0) >>> 0,
      low(0xcd9e8d57, c[2]),
      (high(0xd2511f53, c[0]) ^ c[3] ^ k1) >>> 0,
      low(0xd2511f53, c[0]),
    ];
    k0 = (k0 + 0x9e3779b9) >>> 0;
    k1 = (k1 + 0xbb67ae85) >>> 0;
  }
  return c;
}

export class Philox {
  private readonly key: [number, number];
  private readonly stream: number;
  private block = 0;
  private words: number[] = [];

  constructor(seed: bigint, stream: number) {
    this.key = [Number(seed & 0xffffffffn), Number((seed >> 32n) & 0xffffffffn)];
    this.stream = stream;
  }

  word(): number {
    if (this.words.length === 0) this.words = philox([this.block++, 0, this.stream, 0], this.key);
    return this.words.shift()!;
  }

  /** Uniform in 0 .. n-1, for n up to 2^32. */
  bounded(n: number): number {
    const short = 2 ** 32 % n; // low words below it would favour small results
    let word = this.word();
    while (low(word, n) < short) word = this.word();
    return high(word, n);
  }

  shuffle(list: number[]): void {
    for (let i = list.length - 1; i > 0; --i) {
      const j = this.bounded(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
  }
}
