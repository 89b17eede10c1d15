// One Chromium for a file of tests, a fresh profile for each page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { serve } from '../../serve.mjs';
import { encodeState, type Shared } from '../../src/state/link';

/** The program, where it is built: copied commands are run with it. */
export const program = process.env.HALFSPACE ?? resolve(import.meta.dirname, '../../../build/test/halfspace');

export const built = resolve(import.meta.dirname, '../../../build/web/page');

export class Lab {
  browser!: Browser;
  serving!: Awaited<ReturnType<typeof serve>>;
  readonly problems: string[] = [];

  async open(): Promise<void> {
    this.serving = await serve(built);
    this.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--headless', '--disable-gpu', '--disable-quic', '--no-first-run'].concat(
        '--disable-background-networking --disable-component-update --disable-sync'.split(' '),
      ),
    });
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.serving.server.closeAllConnections();
    this.serving.server.close();
  }

  /** A page in a fresh profile, with the module loaded. */
  async page(fragment = '', options: BrowserContextOptions = {}, ready = true): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
      ...options,
    });
    const page = await context.newPage();
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (!/Failed to load resource|net::ERR|blocked by Playwright/.test(message.text()))
        this.problems.push(`${message.type()}: ${message.text()}`);
    });
    await prepare?.(page);
    await page.goto(this.serving.url + fragment);
    if (ready) await idle(page);
    return page;
  }
}

/** The page anew, in the state that a link has. */
export async function openState(lab: Lab, page: Page, state: Shared): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${lab.serving.url}#${await encodeState(state)}`);
  await idle(page);
}

/** A folder for the time of `use`. */
export async function inFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'halfspace-page-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Set by whoever wants to do something to every page before it loads. */
export let prepare: ((page: Page) => Promise<void>) | null = null;
export const setPrepare = (work: typeof prepare) => (prepare = work);

/** Waits until the module has answered all that it was asked. */
export async function idle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('footer p')?.textContent?.includes('halfspace '));
  await page.waitForFunction(() => document.querySelector('[data-busy="false"]') !== null);
}

export const tab = (page: Page, name: string) => page.click(`#tab-${name}`);
export const text = (page: Page, selector: string) => page.locator(selector).innerText();

/** Takes points, a learner and flags, and runs to the end. */
export async function run(page: Page, example: string, learner: string, flags: Record<string, string> = {}): Promise<void> {
  await page.selectOption('#example', example);
  await tab(page, 'learner');
  await page.getByRole('radio', { name: learner, exact: true }).check();
  for (const [name, value] of Object.entries(flags)) {
    const field = page.locator(name === 'preset' ? '#preset' : `#flag-${name}`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else {
      await field.fill(value);
      await field.press('Enter');
    }
  }
  await idle(page);
  const end = page.locator('#run');
  if (await end.isEnabled()) await end.click();
  await idle(page);
}
