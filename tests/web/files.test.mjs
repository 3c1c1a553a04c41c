/* Scenes in and out of the page: files that are dropped and saved, addresses. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, native, openPage, state } from './support.mjs';
import { visit } from './visitor.mjs';

let browser;
let visitor;
let page;
let app;

before(async () => {
  browser = await launch();
  visitor = await visit(browser);
  ({ page, app } = visitor);
});
after(() => browser.close());

const BALL =
  '{"format": "modulus-scene", "version": 1, "name": "ball", "bodies": [{"shapes": [{"box": {"half": [10, 1], "center": [0, -1]}}]}, {"type": "dynamic", "position": [0, 4], "shapes": [{"circle": {"radius": 0.5}}]}]}';

test('a dropped scene is shown, saved, and read again by the command', async () => {
  await visitor.drop('ball.json', BALL);
  await page.waitForFunction(() => window.playground.app.simulation.description.name === 'ball');
  await app(() => window.playground.app.setRunning(false));
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = await (await waiting).path();
  const { stdout } = await native('run', saved, '--steps', '1', '--json', '--quiet');
  assert.match(stdout, /"hash"/);
  assert.equal(JSON.parse(await readFile(saved, 'utf8')).bodies.length, 2);
});

test('a bad scene shows the message of the native reader, and the page goes on', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'modulus-'));
  const bad = [
    BALL.replace('"radius": 0.5', '"radius": "x"'),
    BALL.replace('"bodies"', '"bodys"'),
    BALL.replace('"version": 1', '"version": 2'),
    BALL.replace('{"half"', '{"half" 3'),
    BALL.slice(0, -2),
    '',
  ];
  for (const [place, text] of bad.entries()) {
    const file = path.join(folder, `bad${place}.json`);
    await writeFile(file, text);
    const { stderr } = await native('run', file, '--steps', '1');
    const expected = stderr
      .trim()
      .replace(/^modulus( run)?: /, '')
      .replaceAll(`${folder}/`, '');
    await visitor.clearMessages();
    await visitor.drop(`bad${place}.json`, text);
    await page.locator('#messages .message.error').waitFor();
    const [shown] = await visitor.messages();
    assert.ok(shown.startsWith(`bad${place}.json`), shown);
    assert.equal(shown, expected);
    assert.equal((await state(page))[0].name, 'ball');
  }
  await visitor.runFor(3);
});

test('an address brings a scene with its settings, or a whole world', async () => {
  await visitor.choose('tumbler');
  await page.getByLabel('Count', { exact: true }).fill('50');
  await page.getByLabel('Count', { exact: true }).press('Enter');
  await page.getByLabel('Gravity').fill('3.5');
  await page.getByRole('button', { name: 'Share' }).click();
  const address = await page.getByLabel('Address').inputValue();
  assert.match(address, /#scene=tumbler&k\.count=50&a=pgs&b=amgs:alpha=auto/);
  await page.getByLabel('The world as it is now').check();
  await page.waitForFunction(() => document.querySelector('#share-link').value.includes('z='));
  const whole = await page.getByLabel('Address').inputValue();
  await page.locator('#share-dialog').getByRole('button', { name: 'Close' }).click();
  for (const link of [address, whole]) {
    const other = await openPage(browser, { hash: link.slice(link.indexOf('#')) });
    const [first] = await state(other.page);
    assert.equal(first.name, 'tumbler');
    assert.equal(first.bodies, 51);
    const gravity = await other.page.evaluate(
      () => window.playground.app.simulation.sides[1].world.describe().world.gravity[1],
    );
    assert.ok(Math.abs(gravity + 3.5) < 1e-12, `${gravity}`);
    await other.context.close();
  }
});

test('an address that is cut says so, and the first view comes', async () => {
  const other = await openPage(browser, { hash: '#name=x&z=AAAA' });
  assert.equal((await state(other.page))[0].name, 'pool2');
  const [shown] = await other.page.locator('.message.error p').allTextContents();
  assert.match(shown, /cut or changed/);
  await other.context.close();
});

test('the page asked for nothing but itself, and nothing was thrown', () => visitor.assertQuiet());
