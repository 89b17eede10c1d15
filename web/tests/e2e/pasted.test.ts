// Tables of one's own: whatever the module reads, the page runs with the same rows, or says what is wrong.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idle, Lab, tab, text } from './browser';

const lab = new Lab();
let page: Page;
beforeAll(() => lab.open());
afterAll(() => lab.close());
beforeEach(async () => {
  await page?.context().close();
  page = await lab.page();
  await tab(page, 'data');
  await page.click('summary');
});

async function use(csv: string, label = ''): Promise<void> {
  await page.fill('#paste', csv);
  await page.fill('#paste-label', label);
  await page.click('#read');
  await page.click('#use');
  await page.waitForSelector('#use', { state: 'detached' });
  await idle(page);
}

const rows = () => page.locator('.points tbody tr').count();

test.each(['x,y', 'x,group', 'class,b', 'x,target', 'class,y', 'x,species'])(
  'columns %s beside a label column run, and the command names that column',
  async (columns) => {
    await use(`${columns},label\n1,2,a\n3,4,b\n2,1,a\n`, 'label');
    expect(await page.locator('#problem').count()).toBe(0);
    expect(await rows()).toBe(3);
    expect(await text(page, '#words')).toContain('The run ended');
    await tab(page, 'meters');
    expect(await text(page, '#on-training td:nth-child(2)')).toBe('3');
    await tab(page, 'verdict');
    expect(await text(page, '#verdict')).toBe('Separable');
    await tab(page, 'share');
    const named = columns === 'x,group' ? '' : columns.startsWith('class') ? '--label label ' : '--label class ';
    expect(await text(page, '#command')).toContain(`train points.csv --algorithm perceptron ${named}--preset`);
  },
);

test('blanks after commas lose no rows', async () => {
  await use('x1, x2, label\n0, 0, no\n1, 0, yes\n0, 1, yes\n');
  expect(await rows()).toBe(3);
  expect(await page.locator('.points tbody .plain').first().innerText()).toBe('no');
  await page.click('summary');
  await page.click('summary');
  await use('a,b,label\n1,2, x\n3,4,y\n2,2, x\n');
  expect(await rows()).toBe(3);
  await use('a,b,label\n1,2, 1\n3,4,2\n2,2,1.0\n'); // one label, since all are numbers
  expect(await rows()).toBe(3);
});

test('rows with missing cells are left out, and that is said', async () => {
  await use('a,b,label\n1,2,x\n,4,y\n2,NA,x\n5,5,y\n0,0,x\n');
  expect(await rows()).toBe(3);
  expect(await text(page, '.notices')).toContain('2 rows have a missing cell in these columns and are left out.');
});

test('rows without a label are left out too, and that is said', async () => {
  await use('a,b,class\n1,2,\n1,2,NA\n1,2,?\n1,2,x\n2,3,y\n');
  expect(await rows()).toBe(2);
  expect(await text(page, '.notices')).toContain('3 rows have no label and are left out.');
  await page.click('summary');
  await page.click('summary');
  await use('a,b,class\n1,2,x\n2,3,y\n3,3,z\n'); // rows of a third class have one
  expect(await page.locator('.notices').innerText()).toBe('');
});

test('a label column that is guessed is named, and another can be chosen', async () => {
  const read = async (csv: string) => {
    await page.fill('#paste', csv);
    await page.click('#read');
    await page.waitForSelector('#use');
    return page.inputValue('#paste-label');
  };
  const csv = 'a,b,c,d\n1,2,x,u\n2,3,y,u\n3,3,x,v\n';
  expect(await read('a,b,c\n1,2,x\n2,3,y\n3,3,z\n')).toBe('c');
  expect(await text(page, '#guessed')).toContain('“c” is taken as one');
  expect(await read('id,n,group\n1,0,3\n2,1,4\n5,1,5\n')).toBe('group'); // the guess of the table before is none here
  expect(await read('a,b,class\n1,2,x\n2,3,y\n')).toBe('');
  expect(await page.locator('#guessed').count()).toBe(0);
  const guess = await read(csv);
  await page.fill('#paste-label', guess === 'c' ? 'd' : 'c');
  await page.click('#read');
  await page.waitForSelector('#use');
  expect(await page.locator('#guessed').count()).toBe(0);
  expect(await page.locator('#columns select').nth(2).locator('option').allInnerTexts()).toEqual(
    guess === 'c' ? ['u', 'v'] : ['x', 'y'],
  );
  await page.click('#use');
  await page.waitForSelector('#use', { state: 'detached' });
  expect(await rows()).toBe(3);
});

test('tabs, semicolons, decimal commas, lines above the header, no header', async () => {
  await use('a\tb\tlabel\n1\t2\tx\n3\t4\ty\n');
  expect(await rows()).toBe(2);
  await use('a;b;label\n1,5;2;x\n3;4;y\n');
  expect(await page.locator('.points tbody .cell').first().inputValue()).toBe('1.5');
  await page.fill('#paste-skip', '2');
  await use('made by hand\n\na;b;label\n1;2;x\n3;4;y\n4;4;y\n');
  expect(await rows()).toBe(3);
  await page.fill('#paste-skip', '');
  await page.check('#paste-bare');
  await use('1,2,x\n3,4,y\n');
  expect(await rows()).toBe(2);
  expect(await page.locator('.points thead th').allInnerTexts()).toEqual(['row', 'x1', 'x2', 'class', 'score', 'delete']);
});

test('a cell that holds no number is marked, and the message says what was found and what is kept', async () => {
  const cell = page.locator('.points tbody .cell').first();
  for (const bad of ['abc', '1,5', '', 'NaN', '1e999']) {
    await cell.fill(bad);
    await cell.press('Enter');
    expect(await cell.getAttribute('aria-invalid'), bad).toBe('true');
    expect(await text(page, '#wrong-cell')).toContain(`x1 of row 0: found “${bad}”`);
    expect(await text(page, '#wrong-cell')).toContain('The row keeps 0.');
  }
  await cell.fill('0.5');
  await cell.press('Enter');
  expect(await cell.getAttribute('aria-invalid')).toBe('false');
  expect(await page.locator('#wrong-cell').innerText()).toBe('');
});

test('nothing is written on the console', () => expect(lab.problems).toEqual([]));
