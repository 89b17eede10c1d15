// Without a network, without a server, without the module; and nothing is sent anywhere.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built, idle, Lab, run, tab, text } from './browser';

const lab = new Lab();
beforeAll(() => lab.open());
afterAll(() => lab.close());

const zipped = (name: string) => gzipSync(readFileSync(join(built, name)), { level: 9 }).length;

test('the page without the module is under 150 KB gzipped', () => {
  const size = ['index.html', 'page.js', 'styles.css', 'icon.svg', 'sw.js'].reduce((sum, name) => sum + zipped(name), 0);
  expect(size).toBeLessThan(150 * 1024);
});

test('after a visit the page opens and computes without a server', async () => {
  const page = await lab.page('', { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await idle(page);
  await page.click('#run');
  expect(await text(page, '#words')).toContain('converged');
  await page.context().close();
});

test('nothing is asked of other hosts', async () => {
  const context = await lab.browser.newContext();
  const page = await context.newPage();
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(lab.serving.url);
  await idle(page);
  await run(page, 'noisy', 'Logistic regression');
  expect([...hosts].filter((host) => host !== '')).toEqual([new URL(lab.serving.url).host]);
  await context.close();
});

test('opened as a file', async () => {
  const context = await lab.browser.newContext();
  const page = await context.newPage();
  await page.goto(`file://${built}/index.html`);
  await idle(page);
  await page.click('#run');
  expect(await text(page, '#words')).toContain('converged');
  await context.close();
});

test('without the module there is a message, not a blank page, and a way on', async () => {
  const page = await lab.page('', {}, false);
  await page.context().close();
  const context = await lab.browser.newContext({ serviceWorkers: 'block' });
  const bare = await context.newPage();
  await bare.route('**/halfspace.wasm', (route) => route.fulfill({ status: 503 }));
  await bare.goto(lab.serving.url);
  await bare.waitForSelector('.notice.bad');
  expect(await text(bare, '.notices')).toContain('could not be loaded');
  await bare.unroute('**/halfspace.wasm');
  await bare.getByRole('button', { name: 'Try again' }).click();
  await idle(bare);
  await context.close();
});

test('a module that traps is started anew; points and settings are kept', async () => {
  const context = await lab.browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  // A worker whose first run traps, as the module does when there is no memory.
  await page.addInitScript(() => {
    const Real = window.Worker;
    let trapped = false;
    window.Worker = class extends Real {
      override postMessage(message: { id: number; name: string }) {
        if (message.name !== 'run' || trapped) return super.postMessage(message);
        trapped = true;
        const data = { id: message.id, error: 'unreachable', fatal: true };
        setTimeout(() => this.onmessage?.(new MessageEvent('message', { data })));
      }
    } as typeof Worker;
  });
  await page.goto(lab.serving.url);
  await page.waitForSelector('#problem');
  expect(await text(page, '#problem')).toContain('points and settings are kept');
  await tab(page, 'data');
  expect(await page.locator('.points tbody tr').count()).toBe(4);
  await page.selectOption('#example', 'or');
  await page.waitForSelector('#problem', { state: 'detached' });
  await context.close();
});

test('the module lies beside the page, as bytes and as a script', () => {
  expect(existsSync(join(built, 'halfspace.wasm'))).toBe(true);
  expect(statSync(join(built, 'halfspace.wasm.js')).size).toBeGreaterThan(statSync(join(built, 'halfspace.wasm')).size);
});
