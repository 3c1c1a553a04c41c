/* Loading and saving scenes: dropped files, saved files, shared addresses. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
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

test('a dropped scene is shown, and the saved file is readable by the command', async () => {
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

test('an invalid scene shows the message of the command, and the page keeps working', async () => {
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

test('an address restores a scene with its settings, or a world in its current state', async () => {
  await visitor.choose('tumbler');
  await page.getByLabel('Count', { exact: true }).fill('50');
  await page.getByLabel('Count', { exact: true }).press('Enter');
  await page.getByLabel('Gravity').fill('3.5');
  await page.getByRole('button', { name: 'Share' }).click();
  const address = await page.getByLabel('Address').inputValue();
  assert.match(address, /#scene=tumbler&k\.count=50&a=pgs&b=auto/);
  await page.getByLabel('World A in its current state').check();
  await page.waitForFunction(() => document.querySelector('#share-link').value.includes('z='));
  const current = await page.getByLabel('Address').inputValue();
  await page.locator('#share-dialog').getByRole('button', { name: 'Close' }).click();
  for (const link of [address, current]) {
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

test('an address of an older version still selects auto and the position solver', async () => {
  const hash = '#scene=pool1&k.circles=20&a=pgs&a.recovery=amgs:alpha=auto&b=amgs:alpha=auto&b.recovery=pgs';
  const other = await openPage(browser, { hash });
  const solvers = await other.page.evaluate(() =>
    window.playground.app.simulation.sides.map((side) => {
      const { solver, position_solver: position } = side.world.describe().world;
      return [solver, position];
    }),
  );
  assert.deepEqual(solvers, [
    ['pgs', 'auto'],
    ['auto', 'pgs'],
  ]);
  await other.context.close();
});

test('an address with an unknown position solver shows a message and the default view', async () => {
  const other = await openPage(browser, { hash: '#scene=wall&a=pgs&a.position=%3Cb%3Ebest%0Aiterations=9' });
  assert.equal((await state(other.page))[0].name, 'pool1');
  const [shown] = await other.page.locator('.message.error p').allTextContents();
  assert.match(shown, /position_solver/);
  await other.context.close();
});

test('a truncated address shows a message and the default view', async () => {
  const other = await openPage(browser, { hash: '#name=x&z=AAAA' });
  assert.equal((await state(other.page))[0].name, 'pool1');
  const [shown] = await other.page.locator('.message.error p').allTextContents();
  assert.match(shown, /cut or changed/);
  await other.context.close();
});

test('an address with too many sweeps or bodies is lowered to the limits of the page, which says so', async () => {
  const hash = '#scene=pool1&k.circles=900000&a=pgs&a.iterations=9007199254740992&a.substeps=900&b=auto';
  const other = await openPage(browser, { hash });
  const worlds = await other.page.evaluate(() =>
    window.playground.app.simulation.sides.map((side) => {
      const { iterations, substeps } = side.world.describe().world;
      return [iterations, substeps, side.report.bodies <= 3010, side.choice.iterations];
    }),
  );
  assert.deepEqual(worlds[0], [1000, 16, true, 1000]);
  assert.equal(worlds[1][2], true);
  const shown = (await other.page.locator('.message.error p').allTextContents()).join('\n');
  assert.match(shown, /iterations 9007199254740992 is lowered to 1000/);
  assert.match(shown, /substeps 900 is lowered to 16/);
  assert.match(shown, /circles 900000 is lowered to 3000/);
  await other.context.close();
});

test('a file with too many sweeps is lowered too', async () => {
  await visitor.clearMessages();
  await visitor.drop('many.json', BALL.replace('"bodies"', '"world": {"position_iterations": 1e15}, "bodies"'));
  await page.locator('#messages .message.error').waitFor();
  assert.match((await visitor.messages())[0], /position_iterations 1000000000000000 is lowered to 1000/);
  await visitor.clearMessages();
});

test('an address that expands to 600 MB is refused after 16 MB', async () => {
  const zeros = deflateRawSync(Buffer.alloc(600 * 2 ** 20, ' '), { level: 9 });
  const text = zeros.toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const other = await openPage(browser, { hash: `#name=x&z=${text}` });
  const [shown] = await other.page.locator('.message.error p').allTextContents();
  assert.match(shown, /more than 16 MB, which is too large for this page/);
  assert.equal((await state(other.page))[0].name, 'pool1');
  await other.context.close();
});

test('a deeply nested scene shows a message, and the engine is not reloaded', async () => {
  for (const text of ['['.repeat(1e5) + ']'.repeat(1e5), '['.repeat(1e5)]) {
    await visitor.clearMessages();
    await visitor.drop('deep.json', text);
    await page.locator('#messages .message.error').waitFor();
    assert.match((await visitor.messages())[0], /^deep\.json.*nested deeper than \d+ levels$/);
  }
  await visitor.clearMessages();
});

test('the name of a scene cannot change the address or the folder of its file', async () => {
  await visitor.drop('evil.json', BALL.replace('"ball"', '"a:https://example.com/x:../b"'));
  await page.waitForFunction(() => window.playground.app.simulation.description.name.startsWith('a:'));
  const dragged = await app(() => {
    const transfer = new DataTransfer();
    document.querySelector('#save').dispatchEvent(new DragEvent('dragstart', { dataTransfer: transfer }));
    return transfer.getData('DownloadURL');
  });
  assert.match(dragged, /^application\/json:a_https_example_com_x_b\.json:blob:/);
});

test('the page made no request and threw no error', () => visitor.assertQuiet());
