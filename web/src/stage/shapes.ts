// What a picture consists of, in pixels; painted on a canvas or written as SVG.
export type Ink =
  | 'positive' | 'negative' | 'boundary' | 'margin' | 'witness' | 'weight' | 'update' | 'rule' | 'text' | 'cursor' | 'surface'; // prettier-ignore

export type Place = [x: number, y: number];

export type Shape =
  | { kind: 'region'; ink: Ink; points: Place[]; alpha: number }
  | { kind: 'cells'; ink: Ink; at: number[]; alpha: number } // x, y, width, height of each
  | { kind: 'line'; ink: Ink; points: Place[]; width: number; dash?: number[] }
  | {
      kind: 'marks';
      ink: Ink;
      form: 'circle' | 'square' | 'ring' | 'box' | 'diamond'; // the last three are open
      at: number[];
      size: number;
      outline?: Ink;
    }
  | { kind: 'arrow'; ink: Ink; from: Place; to: Place; width: number }
  | { kind: 'text'; ink: Ink; at: Place; text: string; size: number; anchor: 'start' | 'middle' | 'end' };

export type Marks = Shape & { kind: 'marks' };

export type Palette = Record<Ink, string>;

const inks: Ink[] = [
  'positive',
  'negative',
  'boundary',
  'margin',
  'witness',
  'weight',
  'update',
  'rule',
  'text',
  'cursor',
  'surface',
];

export const isOpen = (form: string): boolean => form === 'ring' || form === 'box' || form === 'diamond';

/** The colours of the theme that is on. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(inks.map((ink) => [ink, style.getPropertyValue(`--${ink}`).trim() || '#888'])) as Palette;
}

/** Pixels of the letters: 12, and more where the page's own letters are larger. */
export const lettersOf = (): number => Math.max(12, 0.8 * parseFloat(getComputedStyle(document.documentElement).fontSize));

/** The two strokes of an arrow's head. */
export function headOf(from: Place, to: Place, size: number): [Place, Place] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const back: Place = [to[0] - ux * size, to[1] - uy * size];
  const side = size * 0.5;
  return [
    [back[0] - uy * side, back[1] + ux * side],
    [back[0] + uy * side, back[1] - ux * side],
  ];
}
