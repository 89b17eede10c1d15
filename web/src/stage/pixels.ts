// Paints equal marks. Of thousands one is painted, and its pixels are copied to every place on whole pixels of the screen.
import { isOpen, type Marks, type Palette } from './shapes';

const manyMarks = 400; // beyond, one mark is painted and its pixels are copied: a path of thousands of arcs takes 50 ms

export function paintMarks(context: CanvasRenderingContext2D, shape: Marks, palette: Palette): void {
  if (shape.at.length <= 2 * manyMarks) outlineMarks(context, shape, shape.at, palette);
  else copyMarks(context, shape, palette);
}

function outlineMarks(context: CanvasRenderingContext2D, shape: Marks, at: number[], palette: Palette): void {
  const { size, ink } = shape;
  context.beginPath();
  for (let i = 0; i < at.length; i += 2) {
    if (shape.form === 'circle' || shape.form === 'ring') {
      context.moveTo(at[i] + size, at[i + 1]);
      context.arc(at[i], at[i + 1], size, 0, 2 * Math.PI);
    } else if (shape.form === 'diamond') {
      context.moveTo(at[i] - size, at[i + 1]);
      for (const [x, y] of [[0, -size], [size, 0], [0, size]]) context.lineTo(at[i] + x, at[i + 1] + y); // prettier-ignore
      context.closePath();
    } else context.rect(at[i] - size, at[i + 1] - size, 2 * size, 2 * size);
  }
  const open = isOpen(shape.form);
  context.fillStyle = palette[ink];
  if (!open) context.fill();
  if (open || shape.outline) {
    context.strokeStyle = open ? palette[ink] : palette[shape.outline ?? ink];
    context.lineWidth = open ? 2 : 1.2;
    context.stroke();
  }
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true })!;
}

function copyMarks(context: CanvasRenderingContext2D, shape: Marks, palette: Palette): void {
  const dense = context.getTransform().a;
  const half = Math.ceil((shape.size + 2) * dense);
  const one = canvasOf(2 * half, 2 * half);
  one.scale(dense, dense);
  outlineMarks(one, shape, [half / dense, half / dense], palette);
  const { width, height } = context.canvas;
  const layer = canvasOf(width, height);
  const all = layer.createImageData(width, height);
  const mark = new Uint32Array(one.getImageData(0, 0, 2 * half, 2 * half).data.buffer);
  const places = shape.at.map((place) => Math.round(place * dense) - half);
  copyPixels(mark, 2 * half, new Uint32Array(all.data.buffer), width, height, places);
  layer.putImageData(all, 0, 0);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(layer.canvas, 0, 0);
  context.restore();
}

/** Copies the square `mark` of side `side` to places (left, top) of a picture; what is transparent leaves what is there. */
export function copyPixels(
  mark: Uint32Array,
  side: number,
  to: Uint32Array,
  width: number,
  height: number,
  places: number[],
): void {
  const filled = [...mark.keys()].filter((k) => mark[k] >>> 24 > 0); // the high byte is the opacity
  for (let p = 0; p < places.length; p += 2) {
    for (const k of filled) {
      const x = places[p] + (k % side);
      const y = places[p + 1] + Math.floor(k / side);
      if (x < 0 || y < 0 || x >= width || y >= height) continue;
      const at = y * width + x;
      if (mark[k] >>> 24 > 127 || to[at] === 0) to[at] = mark[k];
    }
  }
}
