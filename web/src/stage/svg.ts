// Writes shapes as SVG.
import { headOf, isOpen, type Palette, type Place, type Shape } from './shapes';

const number = (value: number) => String(Number(value.toFixed(2)));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const path = (points: Place[]) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${number(x)} ${number(y)}`).join('');

export function svgOf(shapes: Shape[], palette: Palette, width: number, height: number, title: string): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
  const ground = `<rect width="${width}" height="${height}" fill="${palette.surface}"/>`;
  const body = shapes.map((shape) => element(shape, palette)).join('\n');
  return `${head}\n<title>${escaped(title)}</title>\n${ground}\n${body}\n</svg>\n`;
}

function element(shape: Shape, palette: Palette): string {
  const ink = palette[shape.ink];
  switch (shape.kind) {
    case 'region':
      return `<path d="${path(shape.points)}Z" fill="${ink}" fill-opacity="${shape.alpha}"/>`;
    case 'cells':
      return `<path d="${cells(shape.at)}" fill="${ink}" fill-opacity="${shape.alpha}" shape-rendering="crispEdges"/>`;
    case 'line': {
      const dash = shape.dash ? ` stroke-dasharray="${shape.dash.join(' ')}"` : '';
      return `<path d="${path(shape.points)}" fill="none" stroke="${ink}" stroke-width="${shape.width}"${dash}/>`;
    }
    case 'marks':
      return marks(shape, palette);
    case 'arrow': {
      const head = path([shape.to, ...headOf(shape.from, shape.to, 4 + 3 * shape.width)]);
      const shaft = `<path d="${path([shape.from, shape.to])}" stroke="${ink}" stroke-width="${shape.width}"/>`;
      return `${shaft}<path d="${head}Z" fill="${ink}"/>`;
    }
    case 'text':
      return `<text x="${number(shape.at[0])}" y="${number(shape.at[1])}" fill="${ink}" stroke="${palette.surface}" stroke-width="3" stroke-linejoin="round" paint-order="stroke" font-family="system-ui, sans-serif" font-size="${number(shape.size)}" text-anchor="${shape.anchor}">${escaped(shape.text)}</text>`;
  }
}

function cells(at: number[]): string {
  let d = '';
  for (let i = 0; i < at.length; i += 4) d += `M${at[i]} ${at[i + 1]}h${at[i + 2]}v${at[i + 3]}h${-at[i + 2]}z`;
  return d;
}

function marks(shape: Shape & { kind: 'marks' }, palette: Palette): string {
  const { at, size } = shape;
  const open = isOpen(shape.form);
  const stroke = open ? palette[shape.ink] : shape.outline ? palette[shape.outline] : 'none';
  const style = `fill="${open ? 'none' : palette[shape.ink]}" stroke="${stroke}" stroke-width="${open ? 2 : 1.2}"`;
  let d = '';
  for (let i = 0; i < at.length; i += 2) {
    const [x, y] = [number(at[i]), number(at[i + 1])];
    if (shape.form === 'square' || shape.form === 'box') {
      d += `M${number(at[i] - size)} ${number(at[i + 1] - size)}h${2 * size}v${2 * size}h${-2 * size}z`;
    } else if (shape.form === 'diamond') {
      d += `M${number(at[i] - size)} ${y}l${size} ${-size}l${size} ${size}l${-size} ${size}z`;
    } else d += `M${x} ${y}m${-size} 0a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`;
  }
  return `<path d="${d}" ${style}/>`;
}
