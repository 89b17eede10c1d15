// The build: one page, one classic script, one style sheet, the module as bytes. All paths are relative, so the folder
// works wherever it lies; a page opened as a file gets the module from a script, since files cannot be fetched.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const out = resolve(import.meta.dirname, '../build/web/page');
const moduleFolder = resolve(process.env.HALFSPACE_WASM ?? resolve(import.meta.dirname, '../build/wasm'));
const modules = ['halfspace.wasm', 'halfspace-all.wasm'];

/** Module scripts are refused by browsers on file:// pages; a deferred classic one is not. */
function classicScript(): Plugin {
  return {
    name: 'classic-script',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: (html) => html.replace(/<script type="module" crossorigin/g, '<script defer').replace(/ crossorigin/g, ''),
  };
}

/** Copies the module, writes its twin as a script, and the service worker with the list of all files. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    closeBundle() {
      for (const name of modules) {
        if (!existsSync(join(moduleFolder, name))) continue;
        const bytes = readFileSync(join(moduleFolder, name));
        writeFileSync(join(out, name), bytes);
        writeFileSync(join(out, `${name}.js`), `(globalThis.halfspaceModules??={})['${name}']='${bytes.toString('base64')}'`);
      }
      const files = readdirSync(out)
        .filter((name) => name !== 'sw.js' && !name.endsWith('.wasm.js'))
        .sort();
      const hash = createHash('sha256');
      for (const name of files) hash.update(name).update(readFileSync(join(out, name)));
      const worker = readFileSync(resolve(import.meta.dirname, 'src/offline.js'), 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 16))
        .replace('__FILES__', JSON.stringify(['./', ...files]));
      writeFileSync(join(out, 'sw.js'), worker);
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), classicScript(), offlineFiles()],
  worker: { format: 'iife' },
  build: {
    outDir: out,
    emptyOutDir: true,
    assetsDir: '.',
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
    },
  },
  test: { include: ['tests/unit/**/*.test.ts'], environment: 'node' },
});
