/* The playground as its visitors use it. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, native, openPage, state } from './support.mjs';

let browser;
let page;
let requests;
let faults;

before(async () => {
  browser = await launch();
  ({ page, requests, faults } = await openPage(browser));
});
after(() => browser.close());

const app = (work, argument) => page.evaluate(work, argument);
const messages = () => page.locator('#messages .message.error p').allTextContents();
const clearMessages = () => page.evaluate(() => document.querySelector('#messages').replaceChildren());
const choose = (name) => page.getByLabel('Scene', { exact: true }).selectOption(name);
const waitSteps = (count) =>
  page.waitForFunction((more) => {
    const { simulation } = window.playground.app;
    window.from ??= simulation.steps;
    if (simulation.steps < window.from) window.from = simulation.steps;
    if (simulation.steps - window.from < more) return false;
    window.from = undefined;
    return true;
  }, count);

/** The place of a body of world A on the page. */
function placeOf(index) {
  return app((body) => {
    const { camera, panes, simulation } = window.playground.app;
    const found = simulation.sides[0].world.bodies().find((one) => one.index === body);
    const { size } = panes[0].drawing;
    const box = panes[0].canvas.getBoundingClientRect();
    return {
      x: box.left + size.width / 2 + (found.x - camera.x) * camera.scale,
      y: box.top + size.height / 2 - (found.y - camera.y) * camera.scale,
      worldX: found.x, worldY: found.y,
    };
  }, index);
}

/** The dynamic body that is highest. */
const topBody = () =>
  app(() => {
    const bodies = window.playground.app.simulation.sides[0].world.bodies().filter((body) => body.type === 'dynamic');
    return bodies.reduce((top, body) => (body.y > top.y ? body : top)).index;
  });

test('the first view is PGS beside AMGS auto on Pool 2, running', async () => {
  const [first, second] = await state(page);
  assert.deepEqual([first.name, second.name], ['pool2', 'pool2']);
  assert.deepEqual([first.solver, second.solver], ['pgs', 'amgs:alpha=auto']);
  await waitSteps(5);
});

test('what the paper claims is seen: AMGS auto converges, PGS does not', async () => {
  await app(() => {
    const { app: playground } = window.playground;
    playground.restart();
    playground.setRunning(false);
    for (let i = 0; i < 599; ++i) playground.simulation.step();
    playground.stepOnce();
  });
  const lights = await page.locator('.pane .light').allTextContents();
  assert.deepEqual(lights, ['Not converged', 'Converged']);
  const [pgs, amgs] = await state(page);
  assert.ok(pgs.residual > 1e-4 && amgs.residual < 1e-8, `${pgs.residual}, ${amgs.residual}`);
  assert.match(await page.locator('#headline').textContent(), /PGS has not; AMGS auto has since 3\.\d s/);
});

test('pause holds, a single step is one step', async () => {
  await app(() => window.playground.app.setRunning(true));
  await page.getByRole('button', { name: 'Pause' }).click();
  const [before] = await state(page);
  await page.waitForTimeout(150);
  const [paused] = await state(page);
  assert.equal(paused.steps, before.steps);
  await page.getByRole('button', { name: 'Single step' }).click();
  const [stepped] = await state(page);
  assert.equal(stepped.steps, before.steps + 1);
  assert.notEqual(stepped.hash, before.hash);
});

test('dragging moves a body, and letting go throws it', async () => {
  const steps = (count) => app((more) => {
    for (let i = 0; i < more; ++i) window.playground.app.stepOnce();
  }, count);
  const body = await topBody();
  const from = await placeOf(body);
  const view = await page.locator('.view canvas').first().boundingBox();
  const to = { x: view.x + view.width / 2, y: from.y - 50 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await steps(90);
  const held = await placeOf(body);
  await page.mouse.move(to.x, to.y - 100, { steps: 4 });
  await steps(4);
  await page.mouse.up();
  assert.ok(Math.hypot(held.x - to.x, held.y - to.y) < 12, `is at ${held.x}, ${held.y}, not at ${to.x}, ${to.y}`);
  const speed = await app((index) => window.playground.app.simulation.sides.map((side) => side.world.bodies().find((one) => one.index === index).velocityY), body);
  assert.ok(speed.every((upward) => upward > 1), `thrown at ${speed} m/s in both worlds`);
});

test('another solver changes the residual', async () => {
  await choose('stacking');
  await app(() => {
    const { simulation } = window.playground.app;
    window.playground.app.setRunning(false);
    for (let i = 0; i < 120; ++i) simulation.step();
  });
  const [pgs, auto] = await state(page);
  assert.notEqual(pgs.residual, auto.residual);
  await page.getByLabel('Method of side A').selectOption('amgs');
  await app(() => window.playground.app.restart());
  await app(() => {
    const { simulation } = window.playground.app;
    for (let i = 0; i < 120; ++i) simulation.step();
  });
  const [changed, same] = await state(page);
  assert.equal(changed.solver, 'amgs:alpha=auto');
  assert.equal(changed.residual, same.residual);
  assert.equal(changed.hash, same.hash);
  await page.getByLabel('Method of side A').selectOption('pgs');
});

test('sweeps, substeps, alpha and budget are taken while it runs', async () => {
  await choose('pool1');
  const first = page.locator('fieldset.solver').first();
  await first.getByLabel('Sweeps a substep').fill('1.5');
  await first.getByLabel('Substeps').fill('3');
  await app(() => window.playground.app.stepOnce());
  const sweeps = await app(() => window.playground.app.simulation.sides[0].report.sweeps);
  assert.equal(sweeps, 3 * 32);
  await page.getByLabel('Method of side A').selectOption('amgs');
  await page.locator('fieldset.solver').first().getByLabel('Alpha by itself').uncheck();
  await page.locator('fieldset.solver').first().getByLabel('Alpha', { exact: true }).fill('-1');
  assert.match((await state(page))[0].solver, /^amgs:alpha=0\.1/);
  await page.getByLabel('Method of side A').selectOption('pgs');
});

test('rewinding restores the hash, ten seconds back and more', async () => {
  await choose('pool2');
  const seen = await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    const { simulation } = playground;
    const hashes = {};
    const residuals = {};
    for (let i = 0; i < 900; ++i) {
      simulation.step();
      hashes[simulation.steps] = simulation.sides.map((side) => side.world.hash());
      residuals[simulation.steps] = simulation.sides.map((side) => side.report.residual);
    }
    playground.changed();
    return { hashes, residuals, kept: simulation.rewind.steps(), now: simulation.steps };
  });
  assert.ok(seen.now - seen.kept[0] >= 600, `reaches ${seen.now - seen.kept[0]} steps back`);
  const slider = page.getByLabel('Rewind: the last seconds');
  for (const step of [seen.kept[0], seen.kept[Math.floor(seen.kept.length / 2)]]) {
    await slider.fill(String(step));
    const sides = await state(page);
    assert.equal(sides[0].steps, step);
    assert.deepEqual(sides.map((side) => side.hash), seen.hashes[step]);
    assert.deepEqual(sides.map((side) => side.residual), seen.residuals[step]);
  }
  /* From there it goes the way it went. */
  const from = (await state(page))[0].steps;
  await app(() => window.playground.app.stepOnce());
  assert.deepEqual((await state(page)).map((side) => side.hash), seen.hashes[from + 1]);
});

test('every scene loads and steps', async () => {
  const names = await app(() => window.playground.app.simulation.catalogue.scenes.map((scene) => scene.name));
  await clearMessages();
  for (const name of names) {
    await choose(name);
    await app(() => window.playground.app.setRunning(true));
    await waitSteps(2);
    const [first, second] = await state(page);
    assert.equal(first.name, name);
    assert.ok(first.steps >= 2 && second.steps === first.steps);
  }
  assert.deepEqual(await messages(), []);
});

test('shapes are put in, rain, are deleted, and are blown up, in both worlds', async () => {
  await choose('wall');
  await app(() => window.playground.app.setRunning(false));
  const [before] = await state(page);
  const view = await page.locator('.view canvas').first().boundingBox();
  await page.getByRole('button', { name: 'Add' }).click();
  await page.mouse.click(view.x + view.width / 2, view.y + 20);
  assert.deepEqual((await state(page)).map((side) => side.bodies), [before.bodies + 1, before.bodies + 1]);
  await page.getByRole('button', { name: 'Delete' }).click();
  const top = await placeOf(await topBody());
  await page.mouse.click(top.x, top.y);
  assert.deepEqual((await state(page)).map((side) => side.bodies), [before.bodies, before.bodies]);
  await page.getByRole('button', { name: 'Explode' }).click();
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
  const fastest = await app(() => Math.max(...window.playground.app.simulation.sides[1].world.bodies().map((body) => Math.hypot(body.velocityX, body.velocityY))));
  assert.ok(fastest > 3, `${fastest} m/s`);
  await page.getByRole('button', { name: 'Rain' }).click();
  await waitSteps(30);
  await page.getByRole('button', { name: 'Rain' }).click();
  const [rained] = await state(page);
  assert.ok(rained.bodies >= before.bodies + 3, `${rained.bodies - before.bodies} fell`);
  await page.getByRole('button', { name: 'Drag' }).click();
});

test('gravity turns', async () => {
  await choose('pool1');
  await page.getByLabel('Tilt').fill('180');
  const gravity = await app(() => window.playground.app.simulation.sides.map((side) => side.world.describe().world.gravity[1]));
  assert.ok(gravity.every((upward) => upward > 9), String(gravity));
});

test('the wheel zooms, dragging the ground pans', async () => {
  await choose('pool2');
  const view = await page.locator('.view canvas').first().boundingBox();
  const camera = () => app(() => ({ x: window.playground.app.camera.x, scale: window.playground.app.camera.scale }));
  const before = await camera();
  await page.mouse.move(view.x + 20, view.y + 20);
  await page.mouse.wheel(0, -300);
  await page.waitForTimeout(50);
  const zoomed = await camera();
  assert.ok(zoomed.scale > 1.3 * before.scale);
  await page.mouse.down();
  await page.mouse.move(view.x + 80, view.y + 20, { steps: 3 });
  await page.mouse.up();
  assert.ok((await camera()).x < zoomed.x);
  await page.keyboard.press('0');
  assert.ok(Math.abs((await camera()).scale - before.scale) < 1e-9);
});

test('keys: pause, tools, compare, and a cursor in the view', async () => {
  await page.locator('h1').click();
  await app(() => window.playground.app.setRunning(true));
  await page.keyboard.press('Space');
  assert.equal(await app(() => window.playground.app.loop.running), false);
  await page.keyboard.press('2');
  await page.locator('.view canvas').first().focus();
  const [before] = await state(page);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.equal((await state(page))[0].bodies, before.bodies + 1);
  await page.keyboard.press('1');
  await page.locator('h1').click();
  await page.keyboard.press('c');
  assert.equal((await state(page)).length, 1);
  await page.keyboard.press('c');
  assert.equal((await state(page)).length, 2);
});

/* ---- Files and addresses ------------------------------------------------------------------------------------------------ */

const BALL = '{"format": "modulus-scene", "version": 1, "name": "ball", "bodies": [{"shapes": [{"box": {"half": [10, 1], "center": [0, -1]}}]}, {"type": "dynamic", "position": [0, 4], "shapes": [{"circle": {"radius": 0.5}}]}]}';

/** Drops a file on the page. */
function drop(name, text) {
  return page.evaluate(([file, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], file, { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, text]);
}

test('a dropped scene is shown, saved, and read again by the command', async () => {
  await drop('ball.json', BALL);
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
    const expected = stderr.trim().replace(/^modulus( run)?: /, '').replaceAll(`${folder}/`, '');
    await clearMessages();
    await drop(`bad${place}.json`, text);
    await page.locator('#messages .message.error').waitFor();
    const [shown] = await messages();
    assert.ok(shown.startsWith(`bad${place}.json`), shown);
    assert.equal(shown, expected);
    assert.equal((await state(page))[0].name, 'ball');
  }
  await app(() => window.playground.app.setRunning(true));
  await waitSteps(3);
});

test('an address brings a scene with its settings, or a whole world', async () => {
  await choose('tumbler');
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
    const gravity = await other.page.evaluate(() => window.playground.app.simulation.sides[1].world.describe().world.gravity[1]);
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

/* ---- What goes wrong ---------------------------------------------------------------------------------------------------- */

test('a world that diverges is told in words, and can be restarted', async () => {
  await choose('pool1');
  await clearMessages();
  await page.getByLabel('Method of side A').selectOption('psor');
  await page.locator('fieldset.solver').first().getByLabel('Relaxation').fill('2.6');
  await page.locator('fieldset.solver').first().getByLabel('Sweeps a substep').fill('2.4');
  await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    for (let i = 0; i < 60; ++i) playground.stepOnce();
  });
  assert.match((await messages()).join('\n'), /PSOR relax 2\.6: .*(diverged|leave the world)/);
  await page.getByLabel('Method of side A').selectOption('pgs');
  await page.getByRole('button', { name: 'Restart' }).click();
  await app(() => window.playground.app.setRunning(true));
  await waitSteps(3);
});

test('out of memory is told in words, and the worlds go on', async () => {
  await choose('pool1');
  await clearMessages();
  await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    for (const side of playground.simulation.sides) side.world.set('max_bytes', side.report.bytes + 100);
    for (let i = 0; i < 500; ++i) {
      if (!playground.guard(() => playground.simulation.spawn('ball', 0, 20 + i, 0.2))) break;
    }
  });
  assert.match((await messages()).join('\n'), /memory|allocation/);
  await app(() => {
    for (const side of window.playground.app.simulation.sides) side.world.set('max_bytes', 0);
    window.playground.app.setRunning(true);
  });
  await waitSteps(3);
});

test('a trap of the engine is told in words, and the scene starts over', async () => {
  await choose('dominoes');
  await clearMessages();
  await app(() => {
    const { app: playground } = window.playground;
    const [side] = playground.simulation.sides;
    side.world.step = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    playground.setRunning(true);
  });
  await page.locator('#messages .message.error').waitFor();
  assert.match((await messages())[0], /The engine stopped \(unreachable\)/);
  await page.waitForFunction(() => window.playground.app.simulation.sides.length === 2);
  await app(() => window.playground.app.setRunning(true));
  await waitSteps(3);
});

test('without WebAssembly the page says what it needs', async () => {
  const context = await browser.newContext();
  const bare = await context.newPage();
  await bare.addInitScript(() => delete window.WebAssembly);
  await bare.goto(page.url().split('#')[0]);
  await bare.locator('.fatal[role=alert]').waitFor();
  assert.match(await bare.locator('.fatal').textContent(), /no WebAssembly/);
  await context.close();
});

test('the page asked for nothing but itself, and nothing was thrown', () => {
  assert.deepEqual(requests.filter((address) => !address.startsWith('blob:')).map((address) => address.split('#')[0]), [page.url().split('#')[0]]);
  assert.deepEqual(faults, []);
  assert.ok(page.url().startsWith('file://'));
});
