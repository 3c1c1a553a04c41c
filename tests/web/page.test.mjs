/* The playground, used as a visitor does. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, state } from './support.mjs';
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

test('the default view runs PGS beside auto on Pool 1', async () => {
  const [first, second] = await state(page);
  assert.deepEqual([first.name, second.name], ['pool1', 'pool1']);
  assert.deepEqual([first.solver, second.solver], ['pgs', 'auto']);
  await visitor.runFor(5);
});

test('after ten seconds auto has converged and PGS has not', async () => {
  await app(() => window.playground.app.restart());
  await visitor.steps(600);
  const lights = await page.locator('.world-view .light').allTextContents();
  assert.equal(lights[0], 'Not solved');
  assert.match(lights[1], /^Solved for \d+ s$/);
  const [pgs, auto] = await state(page);
  assert.ok(pgs.residual > 1e-4 && auto.residual < 1e-8, `${pgs.residual}, ${auto.residual}`);
  assert.match(await page.locator('#headline').textContent(), /PGS: no\. Auto: yes, since \d\.\d s/);
});

test('the headline says that a sleeping world is asleep, and at which RES', async () => {
  await visitor.choose('pyramid');
  assert.match(await page.locator('#headline').textContent(), /PGS: (not started|no)\. Auto: (not started|no|yes)/);
  await app(() => window.playground.app.setRunning(false));
  const last = await app(() => {
    const { app: playground } = window.playground;
    const { simulation } = playground;
    const seen = simulation.sides.map(() => undefined);
    for (let i = 0; i < 3000 && simulation.sides.some((side) => side.report.awakeBodies > 0 || i < 2); ++i) {
      simulation.step();
      simulation.sides.forEach((side, index) => {
        if (side.report.awakeBodies > 0) seen[index] = side.report.residual;
      });
    }
    playground.changed();
    return simulation.sides.map((side, index) => [side.report.awakeBodies, seen[index]]);
  });
  const headline = await page.locator('#headline').textContent();
  const found = /PGS: asleep at RES (\S+)\. Auto: asleep at RES (\S+)\.$/.exec(headline);
  assert.ok(found !== null, `${headline} ${JSON.stringify(last)}`);
  assert.deepEqual(await page.locator('.number-res dd').allTextContents(), ['–', '–']);
  last.forEach(([, residual], side) => {
    const shown = Number(found[side + 1]);
    assert.ok(Math.abs(shown - residual) <= 0.06 * residual, `${shown} for ${residual}`);
  });
  /* One world asleep, the other one not. */
  await visitor.choose('funnel');
  await app(() => window.playground.app.restart());
  await visitor.steps(450);
  assert.match(await page.locator('#headline').textContent(), /PGS: no\. Auto: asleep at RES \d\S*\.$/);
  await visitor.choose('pool1');
  await visitor.runFor(3);
});

test('a scene that is chosen while paused runs', async () => {
  await app(() => window.playground.app.setRunning(false));
  await visitor.choose('stacking');
  await page.waitForFunction(() => window.playground.app.simulation.steps > 3, undefined, { timeout: 10000 });
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await visitor.choose('pool1');
});

test('every method starts with the relaxation of the command', async () => {
  /* Paused, because some methods diverge on this scene. */
  await app(() => window.playground.app.setRunning(false));
  const names = await app(() => window.playground.app.simulation.catalogue.solvers.map((solver) => solver.name));
  for (const name of names) {
    await page.getByLabel('Method of side A').selectOption(name);
    const solver = await app(() => window.playground.app.simulation.sides[0].world.describe().world.solver);
    assert.equal(solver.split(':')[0], name);
    /* The engine writes the relaxation only if it differs from the default. */
    assert.doesNotMatch(solver, /relax/);
  }
  await page.getByLabel('Method of side A').selectOption('pgs');
  await app(() => window.playground.app.restart());
  await visitor.steps(300);
});

test('the status light changes at most twice in five seconds', async () => {
  /* Scenes whose residual crosses the target 6 to 21 times in five seconds. */
  for (const name of ['stacking', 'dominoes', 'ragdolls', 'funnel']) {
    await visitor.choose(name);
    const changes = await app(() => {
      const { app: playground } = window.playground;
      playground.setRunning(false);
      playground.restart();
      const lights = playground.views.map(() => []);
      for (let i = 0; i < 600; ++i) {
        playground.simulation.step();
        playground.views.forEach((view, index) => {
          view.update(playground.simulation.sides[index]);
          lights[index].push(view.root.dataset.light);
        });
      }
      return lights.map((states) => {
        const at = states.map((state, i) => i > 0 && state !== states[i - 1]);
        return Math.max(...at.map((_, i) => at.slice(i, i + 300).filter(Boolean).length));
      });
    });
    assert.ok(
      changes.every((count) => count <= 2),
      `${name}: ${changes}`,
    );
  }
  await visitor.choose('pool1');
});

test('the status light turns to solved after a second below the target, and back after half a second above it', async () => {
  await visitor.choose('pool1');
  const seen = await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    playground.restart();
    const { simulation } = playground;
    const [side] = simulation.sides;
    const { report } = side;
    const light = (residual, steps) => {
      for (let i = 0; i < steps; ++i) {
        side.report = { ...report, steps: side.report.steps + 1, residual, awakeBodies: 1 };
        side.history.add(side.report, simulation.target);
      }
      playground.changed();
      const element = document.querySelector('.light');
      return [element.textContent, element.classList.contains('converged'), side.history.convergedSince];
    };
    return [light(1, 5), light(1e-6, 59), light(1e-6, 1), light(1, 29), light(1, 1), light(1e-6, 60), light(1, 1)];
  });
  assert.deepEqual(
    seen,
    [
      ['Not solved', false, null],
      ['Not solved', false, null],
      ['Solved for 1 s', true, 6],
      ['Solved for 1 s', true, 6],
      ['Not solved', false, null],
      ['Solved for 1 s', true, 96],
      ['Solved for 1 s', true, 96],
    ].map(([words, isOn, since]) => [words, isOn, since ?? undefined]),
  );
  await app(() => window.playground.app.restart());
});

test('the status light has the colour of its text at once, and abbreviations are spelled out', async () => {
  const durations = await app(() =>
    [...document.querySelectorAll('.light')].map((light) => getComputedStyle(light).transitionDuration),
  );
  assert.deepEqual(durations, ['0s', '0s']);
  const words = await page.locator('#glossary').textContent();
  for (const word of ['RES: the residual', 'PGS: projected Gauss-Seidel', 'Sweep: one pass']) {
    assert.ok(words.includes(word), words);
  }
});

test('pause stops the simulation, and a single step advances it by one step', async () => {
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

test('a dragged body follows the mouse, and a released one is thrown', async () => {
  const body = await visitor.topBody();
  const from = await visitor.positionOf(body);
  const view = await page.locator('.view canvas').first().boundingBox();
  const to = { x: view.x + view.width / 2, y: from.y - 50 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await visitor.steps(90);
  const held = await visitor.positionOf(body);
  await page.mouse.move(to.x, to.y - 100, { steps: 4 });
  await visitor.steps(4);
  await page.mouse.up();
  assert.ok(Math.hypot(held.x - to.x, held.y - to.y) < 12, `is at ${held.x}, ${held.y}, not at ${to.x}, ${to.y}`);
  const speed = await app(
    (index) =>
      window.playground.app.simulation.sides.map(
        (side) => side.world.bodies().find((one) => one.index === index).velocityY,
      ),
    body,
  );
  assert.ok(
    speed.every((upward) => upward > 1),
    `thrown at ${speed} m/s in both worlds`,
  );
});

test('the residual depends on the chosen solver', async () => {
  await visitor.choose('stacking');
  await visitor.steps(120);
  const [pgs, auto] = await state(page);
  assert.notEqual(pgs.residual, auto.residual);
  await page.getByLabel('Method of side A').selectOption('auto');
  await app(() => window.playground.app.restart());
  await visitor.steps(120);
  const [changed, same] = await state(page);
  assert.equal(changed.solver, 'auto');
  assert.equal(changed.residual, same.residual);
  assert.equal(changed.hash, same.hash);
  await page.getByLabel('Method of side A').selectOption('pgs');
});

test('sweeps, substeps and alpha can change while the simulation runs', async () => {
  await visitor.choose('pool1');
  const first = page.locator('fieldset.solver').first();
  await first.getByLabel('Sweeps per substep').fill('1.5');
  await first.getByLabel('Substeps').fill('3');
  await app(() => window.playground.app.stepOnce());
  const sweeps = await app(() => window.playground.app.simulation.sides[0].report.sweeps);
  assert.equal(sweeps, 3 * 32);
  await page.getByLabel('Method of side A').selectOption('amgs');
  await page.locator('fieldset.solver').first().getByLabel('Alpha', { exact: true }).fill('-1');
  assert.match((await state(page))[0].solver, /^amgs:alpha=0\.1/);
  await page.getByLabel('Method of side A').selectOption('pgs');
});

test('rewinding restores the hash, at least ten seconds back', async () => {
  await visitor.choose('pool1');
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
  const slider = page.getByLabel('Rewind the last seconds');
  for (const step of [seen.kept[0], seen.kept[Math.floor(seen.kept.length / 2)]]) {
    await slider.fill(String(step));
    const sides = await state(page);
    assert.equal(sides[0].steps, step);
    assert.deepEqual(
      sides.map((side) => side.hash),
      seen.hashes[step],
    );
    assert.deepEqual(
      sides.map((side) => side.residual),
      seen.residuals[step],
    );
  }
  /* From there the simulation repeats itself. */
  const from = (await state(page))[0].steps;
  await app(() => window.playground.app.stepOnce());
  assert.deepEqual(
    (await state(page)).map((side) => side.hash),
    seen.hashes[from + 1],
  );
});

test('every scene loads and runs', async () => {
  const names = await app(() => window.playground.app.simulation.catalogue.scenes.map((scene) => scene.name));
  await visitor.clearMessages();
  for (const name of names) {
    await visitor.choose(name);
    await visitor.runFor(2);
    const [first, second] = await state(page);
    assert.equal(first.name, name);
    assert.ok(first.steps >= 2 && second.steps === first.steps);
  }
  assert.deepEqual(await visitor.messages(), []);
});

test('add, rain, delete and explode apply to both worlds', async () => {
  await visitor.choose('wall');
  await app(() => window.playground.app.setRunning(false));
  const [before] = await state(page);
  const view = await page.locator('.view canvas').first().boundingBox();
  await page.getByRole('button', { name: 'Add' }).click();
  await page.mouse.click(view.x + view.width / 2, view.y + 20);
  assert.deepEqual(
    (await state(page)).map((side) => side.bodies),
    [before.bodies + 1, before.bodies + 1],
  );
  await page.getByRole('button', { name: 'Delete' }).click();
  const top = await visitor.positionOf(await visitor.topBody());
  await page.mouse.click(top.x, top.y);
  assert.deepEqual(
    (await state(page)).map((side) => side.bodies),
    [before.bodies, before.bodies],
  );
  await page.getByRole('button', { name: 'Explode' }).click();
  await page.mouse.click(view.x + view.width / 2, view.y + view.height / 2);
  const fastest = await app(() =>
    Math.max(
      ...window.playground.app.simulation.sides[1].world
        .bodies()
        .map((body) => Math.hypot(body.velocityX, body.velocityY)),
    ),
  );
  assert.ok(fastest > 3, `${fastest} m/s`);
  await page.getByRole('button', { name: 'Rain' }).click();
  await visitor.runFor(30);
  await page.getByRole('button', { name: 'Rain' }).click();
  const [rained] = await state(page);
  assert.ok(rained.bodies >= before.bodies + 3, `${rained.bodies - before.bodies} shapes were added`);
  await page.getByRole('button', { name: 'Drag' }).click();
});

test('the tilt slider turns gravity', async () => {
  await visitor.choose('pool1');
  await page.getByLabel('Tilt').fill('180');
  const gravity = await app(() =>
    window.playground.app.simulation.sides.map((side) => side.world.describe().world.gravity[1]),
  );
  assert.ok(
    gravity.every((upward) => upward > 9),
    String(gravity),
  );
});

test('the wheel zooms, and dragging the background pans', async () => {
  await visitor.choose('pool1');
  const view = await page.locator('.view canvas').first().boundingBox();
  const camera = () => app(() => ({ x: window.playground.app.camera.x, scale: window.playground.app.camera.scale }));
  const until = (condition, argument) => page.waitForFunction(condition, argument, { timeout: 10000 });
  const before = await camera();
  await page.mouse.move(view.x + 20, view.y + 20);
  await page.mouse.wheel(0, -300);
  await until((scale) => window.playground.app.camera.scale > 1.3 * scale, before.scale);
  const zoomed = await camera();
  await page.mouse.down();
  await page.mouse.move(view.x + 80, view.y + 20, { steps: 3 });
  await page.mouse.up();
  await until((x) => window.playground.app.camera.x < x, zoomed.x);
  await page.keyboard.press('0');
  await until((scale) => Math.abs(window.playground.app.camera.scale / scale - 1) < 0.05, before.scale);
});

test('shortcuts pause, select tools and compare; arrow keys move a cursor in the view', async () => {
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

test('the page made no request and threw no error', () => visitor.assertQuiet());
