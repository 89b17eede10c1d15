// Paints shapes on a canvas.
import { paintMarks } from './pixels';
import { headOf, type Palette, type Shape } from './shapes';

export function paint(context: CanvasRenderingContext2D, shapes: Shape[], palette: Palette): void {
  for (const shape of shapes) {
    context.globalAlpha = 1;
    context.setLineDash([]);
    context.fillStyle = context.strokeStyle = palette[shape.ink];
    paintShape(context, shape, palette);
  }
  context.globalAlpha = 1;
}

function trace(context: CanvasRenderingContext2D, points: [number, number][]): void {
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

function paintShape(context: CanvasRenderingContext2D, shape: Shape, palette: Palette): void {
  switch (shape.kind) {
    case 'region':
      context.globalAlpha = shape.alpha;
      trace(context, shape.points);
      context.fill();
      return;
    case 'cells':
      context.globalAlpha = shape.alpha;
      context.beginPath();
      for (let i = 0; i < shape.at.length; i += 4) {
        context.rect(shape.at[i], shape.at[i + 1], shape.at[i + 2], shape.at[i + 3]);
      }
      context.fill();
      return;
    case 'line':
      context.lineWidth = shape.width;
      context.setLineDash(shape.dash ?? []);
      trace(context, shape.points);
      context.stroke();
      return;
    case 'marks':
      paintMarks(context, shape, palette);
      return;
    case 'arrow':
      context.lineWidth = shape.width;
      trace(context, [shape.from, shape.to]);
      context.stroke();
      trace(context, [shape.to, ...headOf(shape.from, shape.to, 4 + 3 * shape.width)]);
      context.fill();
      return;
    case 'text':
      context.font = `${shape.size}px system-ui, sans-serif`;
      context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor;
      context.lineWidth = 3; // a halo: text stays legible on lines and points
      context.lineJoin = 'round';
      context.strokeStyle = palette.surface;
      context.strokeText(shape.text, ...shape.at);
      context.fillText(shape.text, ...shape.at);
  }
}
