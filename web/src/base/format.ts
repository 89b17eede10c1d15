// Numbers as the page writes them: short, a real minus sign, no trailing zeros.

const minus = (text: string) => text.replaceAll('-', '\u2212'); // that of an exponent too

/** At most `digits` significant digits. */
export function short(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '\u2013';
  if (!Number.isFinite(value)) return value > 0 ? '\u221e' : '\u2212\u221e';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e7 || size < 1e-4) return minus(value.toExponential(Math.max(0, digits - 2)).replace('e+', 'e'));
  if (Number.isInteger(value)) return minus(String(value));
  return minus(String(Number(value.toPrecision(digits))));
}

/** A whole number in full: no count of rows or updates is written with an exponent. */
export const whole = (value: number | null | undefined): string =>
  Number.isSafeInteger(value) ? minus(String(value)) : short(value, 9);

export const signed = (value: number, digits = 4): string => (value > 0 ? `+${short(value, digits)}` : short(value, digits));

export const vector = (values: ArrayLike<number>, digits = 4): string => {
  const shown = Array.from({ length: Math.min(values.length, 6) }, (_, i) => short(values[i], digits));
  return `(${shown.join(', ')}${values.length > 6 ? ', \u2026' : ''})`;
};

export const percent = (share: number): string => `${minus((100 * share).toFixed(1).replace(/\.0$/, ''))}\u00a0%`;

/** A fraction of whole numbers as the module writes it, "12/34", as it is where it is short, else a decimal. */
export function fraction(text: string | null | undefined): string {
  if (!text) return '\u2013';
  if (text.length <= 14) return minus(text);
  const [above, below = '1'] = text.split('/');
  const digits = Math.max(above.length, below.length) - 15;
  const cut = (whole: string) => Number(digits > 0 ? whole.slice(0, -digits) || '0' : whole);
  return `\u2248 ${short(cut(above) / cut(below))}`;
}

export const plural = (count: number, one: string, more: string): string => `${whole(count)} ${count === 1 ? one : more}`;

/** A boundary as the module writes it, "y = -2 x + 0", with real minus signs and without terms that are 0. */
export function equation(text: string, columns: string[]): string {
  const [head, middle] = [`${columns[1]} = `, ` ${columns[0]} `];
  const cut = text.indexOf(middle, head.length);
  const tail = /^([+-]) (\S+)$/.exec(text.slice(cut + middle.length));
  if (!text.startsWith(head) || cut < 0 || tail === null) return text.replace(/ -?[\d.]+(e[+-]?\d+)?$/, minus);
  const slope = text.slice(head.length, cut);
  const [sign, constant] = [tail[1] === '-' ? '\u2212' : '+', minus(tail[2])];
  if (Number(slope) === 0) return `${head}${sign === '+' ? '' : sign}${constant}`;
  return `${head}${minus(slope)} ${columns[0]}${Number(tail[2]) === 0 ? '' : ` ${sign} ${constant}`}`;
}
