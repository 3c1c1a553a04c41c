/* Solvers of the playground: one rule for both solvers of a step, their colours, and what the page says about them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build, launch, openPage, root } from './support.mjs';
import { visit } from './visitor.mjs';

const { load } = await import(path.join(build, 'web/package/index.js'));

let browser;
let visitor;
let page;
let app;
let modulus;

before(async () => {
  browser = await launch();
  visitor = await visit(browser);
  ({ page, app } = visitor);
  modulus = await load();
});
after(() => browser.close());

/** Returns both solvers of each world of a page. */
function pairs(of) {
  return of.evaluate(() =>
    window.playground.app.simulation.sides.map((side) => {
      const { solver, position_solver: position } = side.world.describe().world;
      return [solver, position];
    }),
  );
}

/** Returns RES after a number of steps of a built-in scene; of the last step with an awake body. */
function residualAfter(scene, solver, position, steps = 600) {
  const world = modulus.open(scene, position === undefined ? { solver } : { solver, position_solver: position });
  let residual = 0;
  for (let i = 0; i < steps; ++i) {
    world.step();
    const report = world.report();
    if (report.awakeBodies > 0) ({ residual } = report);
  }
  world.close();
  return residual;
}

/* ---- One rule ---------------------------------------------------------------------------------------------------- */

test('a solver names both solvers of a step: in the package, in a running world, in an address and on the page', async () => {
  const world = modulus.open('pool1', { circles: 4, solver: 'pgs' });
  const both = () => [world.describe().world.solver, world.describe().world.position_solver];
  assert.deepEqual(both(), ['pgs', 'pgs']);
  world.set('solver', 'psor');
  assert.deepEqual(both(), ['psor', 'psor']);
  world.set('position_solver', 'auto');
  assert.deepEqual(both(), ['psor', 'auto']);
  world.close();
  const hash = '#scene=pool1&k.circles=20&a=amgs:alpha=0.25&b=pgs&b.position=psor:relax=1.1';
  const other = await openPage(browser, { hash });
  assert.deepEqual(await pairs(other.page), [
    ['amgs:alpha=0.25', 'amgs:alpha=0.25'],
    ['pgs', 'psor:relax=1.1'],
  ]);
  assert.deepEqual(await other.page.locator('.world-view h2').allTextContents(), [
    'AMGS α 0.25',
    'PGS + PSOR relax 1.1',
  ]);
  assert.deepEqual(await other.page.locator('.world-view .roles').allTextContents(), [
    'velocities and positions',
    'velocities + positions',
  ]);
  const address = await other.page.evaluate(() => window.playground.files.address(false));
  assert.equal(new URL(address).hash, hash);
  await other.context.close();
});

test('the page names both solvers when they differ', async () => {
  await page.getByLabel('Position solver of side A').selectOption('auto');
  assert.deepEqual(await pairs(page), [
    ['pgs', 'auto'],
    ['auto', 'auto'],
  ]);
  assert.deepEqual(await page.locator('.world-view h2').allTextContents(), ['PGS + Auto', 'Auto']);
  assert.match(await page.locator('#headline').textContent(), /PGS \+ Auto: .*Auto: /);
  assert.match(await app(() => window.playground.files.address(false)), /a=pgs&a\.position=auto&b=auto$/);
  /* A method with the same name as the position solver is one solver. */
  await page.getByLabel('Method of side A').selectOption('auto');
  assert.deepEqual(await page.locator('.world-view h2').allTextContents(), ['Auto', 'Auto']);
  await page.getByLabel('Method of side A').selectOption('pgs');
  await page.getByLabel('Position solver of side A').selectOption('');
  assert.deepEqual(await pairs(page), [
    ['pgs', 'pgs'],
    ['auto', 'auto'],
  ]);
});

/* ---- Words of the page -------------------------------------------------------------------------------------------- */

test('the worlds of the tour differ in their solvers only', async () => {
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const words = await page.locator('.tour').textContent();
  assert.match(words, /World A solves both with .*PGS.*world B both with Auto.*nothing else differs/);
  const worlds = await app(() =>
    window.playground.app.simulation.sides.map((side) => {
      const { solver, position_solver: position, ...others } = side.world.describe().world;
      return { solver, position, others: JSON.stringify(others), name: side.description.name };
    }),
  );
  assert.equal(worlds[0].others, worlds[1].others);
  assert.equal(worlds[0].name, worlds[1].name);
  assert.deepEqual(
    worlds.map(({ solver, position }) => [solver, position]),
    [
      ['pgs', 'pgs'],
      ['auto', 'auto'],
    ],
  );
  assert.match(words, /with ten sweeps each/);
  assert.match(worlds[0].others, /"iterations":10,.*"position_iterations":(0|10)[,}]/);
  await page.getByRole('button', { name: 'Next' }).click();
  const second = await page.locator('.tour').textContent();
  assert.match(second, /world B is below 1e-8\. World A stays above the target/);
  assert.match(
    second,
    /PGS for velocities and Auto for positions get below 1e-6, Auto for velocities and PGS for positions stay above 1e-4/,
  );
  assert.ok(residualAfter('pool1', 'auto') < 1e-8);
  assert.ok(residualAfter('pool1', 'pgs') > 1e-4);
  assert.ok(residualAfter('pool1', 'pgs', 'auto') < 1e-6);
  assert.ok(residualAfter('pool1', 'auto', 'pgs') > 1e-4);
  await page.keyboard.press('Escape');
});

test('the page says where the default is worse than PGS, and only there', async () => {
  /* These 3D scenes take half a minute each; auto is ahead of PGS on all of them (`modulus run`). */
  const slow = ['spheres', 'pool3', 'pyramid3', 'washer3', 'mesh3'];
  const { scenes, scenes3 } = modulus.catalogue;
  const names = [...scenes, ...scenes3].map(({ name }) => name).filter((name) => !slow.includes(name));
  const worse = names.filter((name) => residualAfter(name, 'auto') > 2 * residualAfter(name, 'pgs'));
  const noted = [];
  await app(() => window.playground.app.setRunning(false));
  for (const name of [...names, ...slow]) {
    await visitor.choose(name);
    if (/default is worse than PGS/.test(await page.locator('#scene-note').textContent())) noted.push(name);
  }
  assert.deepEqual(noted, worse);
});

test('the note on the bridge agrees with the solvers', async () => {
  await visitor.choose('bridge');
  const words = await page.locator('#scene-note').textContent();
  assert.match(words, /after ten seconds its RES is several times larger/);
  assert.match(words, /With Auto for velocities and PGS for positions, RES is about that of PGS/);
  const pgs = residualAfter('bridge', 'pgs');
  assert.ok(residualAfter('bridge', 'auto') > 3 * pgs);
  const mixed = residualAfter('bridge', 'auto', 'pgs');
  assert.ok(mixed < 2 * pgs && mixed > pgs / 3, `${mixed} and ${pgs}`);
  await visitor.choose('pool1');
});

test('abbreviations of methods are spelled out', async () => {
  await page.getByLabel('Method of side A').selectOption('amsor');
  await page.getByText('Accelerated modulus-based SOR').waitFor();
  await page.getByLabel('Method of side A').selectOption('pgs');
  await page.getByText('Projected Gauss-Seidel', { exact: true }).waitFor();
});

/* ---- Colours ------------------------------------------------------------------------------------------------------ */

test('a solver has the colour of the palette on its badge, in its panel and in its plots, in both themes', async () => {
  const text = await readFile(path.join(root, 'src/draw/palette.inc'), 'utf8');
  const palette = new Map(
    [...text.matchAll(/^SOLVER_COLOUR\((\w+), "(#\w+)", "(#\w+)"\)/gm)].map(([, name, ...colours]) => [name, colours]),
  );
  assert.deepEqual([...palette.keys()].sort(), modulus.catalogue.solvers.map(({ name }) => name).sort());
  for (const [theme, scheme] of ['light', 'dark'].entries()) {
    const other = await openPage(browser, { scheme, hash: '#scene=pool1&k.circles=20&a=pgs&b=amgs' });
    for (const [a, b] of [
      ['pgs', 'amgs'],
      ['auto', 'psor'],
    ]) {
      await other.page.getByLabel('Method of side A').selectOption(a);
      await other.page.getByLabel('Method of side B').selectOption(b);
      const shown = await other.page.evaluate(() => {
        const colour = (element, key) => getComputedStyle(element)[key];
        const rgb = (words) =>
          `#${words
            .match(/\d+/g)
            .slice(0, 3)
            .map((n) => Number(n).toString(16).padStart(2, '0'))
            .join('')}`;
        return window.playground.app.views.map((view, index) => ({
          badge: rgb(colour(view.root.querySelector('.badge'), 'backgroundColor')),
          panel: rgb(colour(document.querySelectorAll('fieldset.solver')[index], 'borderLeftColor')),
          curves: view.plots.map((plot) => plot.plot.series[1].stroke()),
        }));
      });
      [a, b].forEach((name, side) => {
        const expected = palette.get(name)[theme].toLowerCase();
        const { badge, panel, curves } = shown[side];
        assert.deepEqual(
          [badge, panel, ...curves.map((curve) => curve.toLowerCase())],
          Array(4).fill(expected),
          `${name}, ${scheme}`,
        );
      });
    }
    await other.context.close();
  }
});

test('the page made no request and threw no error', () => visitor.assertQuiet());
