// Files for the reader's own disk. Nothing is sent anywhere.
import { ModuleTrap } from '../core/client';
import { csvOf } from '../data/table';
import type { Play } from '../state/play.svelte';
import { t } from '../strings';
import { paint } from '../stage/canvas';
import { picture } from '../stage/picture';
import { sceneOf } from '../stage/scene';
import { paletteOf } from '../stage/shapes';
import { svgOf } from '../stage/svg';
import { wordsAt } from './words';

export function save(name: string, content: string | Uint8Array | Blob, type = 'text/plain'): void {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const downloadCsv = (play: Play): void => save('points.csv', csvOf(play.table), 'text/csv');

export const downloadPart = (play: Play, part: 'train' | 'test'): void => save(`${part}.csv`, csvOf(play.parts![part]), 'text/csv');

export function downloadSvg(play: Play): void {
  const { width, height } = play.view;
  const palette = paletteOf(document.getElementById('stage')!);
  save('halfspace.svg', svgOf(picture(sceneOf(play)), palette, width, height, wordsAt(play)), 'image/svg+xml');
}

export function downloadPng(play: Play): void {
  const { width, height } = play.view;
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  const context = canvas.getContext('2d')!;
  const palette = paletteOf(document.getElementById('stage')!);
  context.scale(2, 2);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, height);
  paint(context, picture(sceneOf(play)), palette);
  canvas.toBlob((blob) => blob && save('halfspace.png', blob));
}

async function fromModule(play: Play, pick: 'model' | 'certificate' | 'table', name: string, type: string): Promise<void> {
  try {
    const file = await play.client.ask('files', { pick });
    if (file.length > 0) save(name, file, type);
  } catch (error) {
    play.notice = error instanceof ModuleTrap ? t.trapped(error.message) : (error as Error).message;
  }
}

export const downloadModel = (play: Play) => fromModule(play, 'model', 'model.hs', 'application/octet-stream');
export const downloadCertificate = (play: Play) =>
  fromModule(play, 'certificate', play.parts ? 'train.cert.json' : 'points.cert.json', 'application/json');
export const downloadTrace = (play: Play) => fromModule(play, 'table', 'visits.csv', 'text/csv');
