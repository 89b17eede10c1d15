// The rows as marks: filled where they were learned from, open where they are held out; rings and boxes say what else they are.
import type { Scene } from './picture';
import type { Shape } from './shapes';
import { toScreen } from './view';

export function marks(scene: Scene): Shape[] {
  const { view, table, wrong, current, selected, support, unavoidable } = scene;
  const n = table.rows.length;
  const size = n > 3000 ? 2 : n > 400 ? 3.5 : 6;
  const of = (rows: number[]) =>
    rows.filter((i) => i >= 0 && i < n).flatMap((i) => toScreen(view, table.rows[i][0], table.rows[i][1]));
  return [
    ...rowMarks(scene, size),
    { kind: 'marks', ink: 'text', form: 'ring', size: size + 3.5, at: of(wrong.slice(0, 2000)) },
    { kind: 'marks', ink: 'witness', form: 'box', size: size + 3, at: of(support) },
    { kind: 'marks', ink: 'update', form: 'diamond', size: size + 9, at: of(unavoidable) },
    { kind: 'marks', ink: 'update', form: 'ring', size: size + 8, at: of([current]) },
    { kind: 'marks', ink: 'cursor', form: 'box', size: size + 6, at: of([selected]) },
  ];
}

function rowMarks({ view, table, held }: Scene, size: number): Shape[] {
  const learned: [number[], number[]] = [[], []];
  const apart: [number[], number[]] = [[], []];
  table.rows.forEach(([x, y], i) => (held?.[i] ? apart : learned)[table.labels[i]].push(...toScreen(view, x, y)));
  const outline = table.rows.length > 3000 ? undefined : 'surface';
  return [
    { kind: 'marks', ink: 'positive', form: 'circle', size, outline, at: learned[1] },
    { kind: 'marks', ink: 'negative', form: 'square', size: size * 0.88, outline, at: learned[0] },
    { kind: 'marks', ink: 'positive', form: 'ring', size: size - 1, at: apart[1] },
    { kind: 'marks', ink: 'negative', form: 'box', size: size * 0.88 - 1, at: apart[0] },
  ];
}
