// A straight boundary w1 x + w2 y + b = level in a box of the plane: geometry of the screen.
import type { Box } from '../core/types';

export interface Line {
  w: [number, number];
  b: number;
}

const corners = (box: Box): [number, number][] => [
  [box.x0, box.y0],
  [box.x1, box.y0],
  [box.x1, box.y1],
  [box.x0, box.y1],
];

/** The part of a polygon where the left side is at least the level (or at most, for sign -1). */
export function clipped(points: [number, number][], line: Line, level: number, sign: 1 | -1 = 1): [number, number][] {
  const side = ([x, y]: [number, number]) => sign * (line.w[0] * x + line.w[1] * y + line.b - level);
  const out: [number, number][] = [];
  points.forEach((p, i) => {
    const q = points[(i + 1) % points.length];
    const [a, c] = [side(p), side(q)];
    if (a >= 0) out.push(p);
    if (a >= 0 !== c >= 0) {
      const t = a / (a - c);
      out.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
    }
  });
  return out;
}

export const halfPlane = (line: Line, level: number, box: Box, sign: 1 | -1 = 1): [number, number][] =>
  clipped(corners(box), line, level, sign);

/** The two ends of the line in the box; null where it does not meet it. */
export function chord(line: Line, level: number, box: Box): [[number, number], [number, number]] | null {
  const side = ([x, y]: [number, number]) => line.w[0] * x + line.w[1] * y + line.b - level;
  const around = corners(box);
  const ends: [number, number][] = [];
  around.forEach((p, i) => {
    const q = around[(i + 1) % 4];
    const [a, c] = [side(p), side(q)];
    if (a >= 0 === c >= 0) return;
    const t = a / (a - c);
    ends.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
  });
  return ends.length === 2 ? [ends[0], ends[1]] : null;
}

/** The point of the line that is nearest to a place. */
export function foot(line: Line, x: number, y: number): [number, number] {
  const square = line.w[0] ** 2 + line.w[1] ** 2;
  const t = (line.w[0] * x + line.w[1] * y + line.b) / square;
  return [x - t * line.w[0], y - t * line.w[1]];
}

export const isLine = (line: Line | null): line is Line => line !== null && (line.w[0] !== 0 || line.w[1] !== 0);
