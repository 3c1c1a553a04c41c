/* Failures: the page shows a message and keeps working. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from './support.mjs';
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

test('a diverging world shows a message, and the scene can be restarted', async () => {
  await visitor.choose('pool1');
  await visitor.clearMessages();
  await page.getByLabel('Method of side A').selectOption('psor');
  await page.locator('fieldset.solver').first().getByLabel('Relaxation').fill('2.6');
  await page.locator('fieldset.solver').first().getByLabel('Sweeps per substep').fill('2.4');
  /* From the start, because a pool that has settled need not diverge. */
  await app(() => {
    window.playground.app.setRunning(false);
    window.playground.app.restart();
  });
  await visitor.steps(60);
  assert.match((await visitor.messages()).join('\n'), /PSOR relax 2\.6: .*(diverged|leave the world)/);
  await page.getByLabel('Method of side A').selectOption('pgs');
  await page.getByRole('button', { name: 'Restart' }).click();
  await visitor.runFor(3);
});

test('running out of memory shows a message, and the worlds keep running', async () => {
  await visitor.choose('pool1');
  await visitor.clearMessages();
  await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    for (const side of playground.simulation.sides) side.world.set('max_bytes', side.report.bytes + 100);
    for (let i = 0; i < 500; ++i) {
      const spawn = (world) => world.spawn('ball', 0, 20 + i, 0.2);
      if (!playground.guard(() => playground.simulation.apply(spawn))) break;
    }
  });
  assert.match((await visitor.messages()).join('\n'), /memory|allocation/);
  await app(() => {
    for (const side of window.playground.app.simulation.sides) side.world.set('max_bytes', 0);
    window.playground.app.setRunning(true);
  });
  await visitor.runFor(3);
});

test('a trap in the engine shows a message, and the scene restarts', async () => {
  await visitor.choose('dominoes');
  await visitor.clearMessages();
  await app(() => {
    const { app: playground } = window.playground;
    const [side] = playground.simulation.sides;
    side.world.at = 0x7ffffff0; /* outside of the module's memory */
    playground.setRunning(true);
  });
  await page.locator('#messages .message.error').waitFor();
  assert.match((await visitor.messages())[0], /The engine stopped \(memory access out of bounds\)/);
  await page.waitForFunction(() => window.playground.app.simulation.sides.length === 2);
  await visitor.runFor(3);
});

test('without WebAssembly the page says that it needs it', async () => {
  const context = await browser.newContext();
  const bare = await context.newPage();
  await bare.addInitScript(() => delete window.WebAssembly);
  await bare.goto(page.url().split('#')[0]);
  await bare.locator('.fatal[role=alert]').waitFor();
  assert.match(await bare.locator('.fatal').textContent(), /no WebAssembly/);
  await context.close();
});

test('the page made no request and threw no error', () => visitor.assertQuiet());
