// Where values on a grid cross a level (marching squares), and runs of cells on one side of it.
import type { Grid } from '../core/types';

export type Segment = [x0: number, y0: number, x1: number, y1: number]; // in the plane

export function contour(grid: Grid, level: number): Segment[] {
  const { nx, ny, values } = grid;
  const dx = (grid.x1 - grid.x0) / (nx - 1);
  const dy = (grid.y1 - grid.y0) / (ny - 1);
  const out: Segment[] = [];
  for (let j = 0; j + 1 < ny; ++j) {
    for (let i = 0; i + 1 < nx; ++i) {
      const k = j * nx + i;
      const corner = [values[k], values[k + 1], values[k + nx + 1], values[k + nx]].map((v) => v - level);
      const ends = crossings(corner);
      for (let e = 0; e + 1 < ends.length; e += 2) {
        const [a, b] = [ends[e], ends[e + 1]];
        const x = grid.x0 + i * dx;
        const y = grid.y0 + j * dy;
        out.push([x + a[0] * dx, y + a[1] * dy, x + b[0] * dx, y + b[1] * dy]);
      }
    }
  }
  return out;
}

const places = [[0, 0], [1, 0], [1, 1], [0, 1]]; // prettier-ignore

/** Points on the sides of a unit square where the values change sign; none, two or four. */
function crossings(corner: number[]): [number, number][] {
  const found: [number, number][] = [];
  for (let s = 0; s < 4; ++s) {
    const [a, b] = [corner[s], corner[(s + 1) % 4]];
    if (a >= 0 === b >= 0) continue;
    const t = a / (a - b);
    const [p, q] = [places[s], places[(s + 1) % 4]];
    found.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
  }
  return found;
}

/** Rows of neighbouring cells whose middles are at least (or below) the level: x0, x1, y0, y1 in the plane. */
export function runs(grid: Grid, level: number, atLeast: boolean): [number, number, number, number][] {
  const { nx, ny, values } = grid;
  const dx = (grid.x1 - grid.x0) / (nx - 1);
  const dy = (grid.y1 - grid.y0) / (ny - 1);
  const out: [number, number, number, number][] = [];
  for (let j = 0; j < ny; ++j) {
    for (let i = 0; i < nx;) {
      const begin = i;
      while (i < nx && values[j * nx + i] >= level === atLeast) ++i;
      const y = grid.y0 + j * dy;
      if (i > begin) out.push([grid.x0 + (begin - 0.5) * dx, grid.x0 + (i - 0.5) * dx, y - dy / 2, y + dy / 2]);
      else ++i;
    }
  }
  return out;
}
