/* The browser computes the same bits as the native library. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, nativeHash, openPage, root } from './support.mjs';

const STEPS = 1000;
const STEPS_3D = 500;
let browser;
let page;
let scenes;

before(async () => {
  browser = await launch();
  ({ page } = await openPage(browser));
  await page.evaluate(() => window.playground.app.setRunning(false));
  scenes = await page.evaluate(() => window.playground.app.simulation.catalogue.scenes.map((scene) => scene.name));
});
after(() => browser.close());

function hashInPage(name, settings = {}, observed = {}) {
  return page.evaluate(
    async ([scene, values, recorded, steps]) => {
      const modulus = await window.playground.modulus();
      const world = modulus.open(scene, values);
      world.observe(recorded);
      for (let i = 0; i < steps; ++i) world.step();
      return world.hash();
    },
    [name, settings, observed, STEPS],
  );
}

test(`after ${STEPS} steps every built-in scene has the native hash`, async () => {
  assert.ok(scenes.length >= 12, `${scenes.length} scenes`);
  for (const name of scenes) {
    const [inPage, native] = await Promise.all([hashInPage(name), nativeHash(name, '--steps', String(STEPS))]);
    assert.equal(inPage, native, name);
  }
});

test(`after ${STEPS_3D} steps every built-in 3D scene has the native hash`, async () => {
  const names = await page.evaluate(() =>
    window.playground.app.simulation.catalogue.scenes3.map((scene) => scene.name),
  );
  assert.ok(names.length >= 18, `${names.length} scenes`);
  const inPage = (name) =>
    page.evaluate(
      async ([scene, steps]) => {
        const modulus = await window.playground.modulus();
        const world = modulus.open3(scene);
        for (let i = 0; i < steps; ++i) world.step();
        const hash = world.hash();
        world.close();
        return hash;
      },
      [name, STEPS_3D],
    );
  for (const name of names) {
    const [found, native] = await Promise.all([inPage(name), nativeHash(name, '--steps', String(STEPS_3D))]);
    assert.equal(found, native, name);
  }
});

test('a scene with settings has the native hash', async () => {
  const settings = { solver: 'pgs', iterations: 7, substeps: 2, seed: 5 };
  const words = Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
  const [inPage, native] = await Promise.all([
    hashInPage('ragdolls', settings),
    nativeHash('ragdolls', '--steps', String(STEPS), ...words),
  ]);
  assert.equal(inPage, native);
});

test('observing contacts and sweeps does not change the hash', async () => {
  const name = 'bridge';
  assert.equal(
    await hashInPage(name, {}, { contacts: true, sweeps: true }),
    await nativeHash(name, '--steps', String(STEPS)),
  );
});

test('a scene file has the native hash', async () => {
  const file = path.join(root, 'scenes/funnel.json');
  const text = await readFile(file, 'utf8');
  const inPage = await page.evaluate(async (scene) => {
    const modulus = await window.playground.modulus();
    const world = modulus.readText(scene, 'funnel.json');
    for (let i = 0; i < 200; ++i) world.step();
    return world.hash();
  }, text);
  assert.equal(inPage, await nativeHash(file, '--steps', '200'));
});

test('a 3D scene file has the native hash', async () => {
  const file = path.join(root, 'scenes/washer3.json');
  const text = await readFile(file, 'utf8');
  const inPage = await page.evaluate(async (scene) => {
    const modulus = await window.playground.modulus();
    const world = modulus.readText3(scene, 'washer3.json');
    for (let i = 0; i < 50; ++i) world.step();
    return world.hash();
  }, text);
  assert.equal(inPage, await nativeHash(file, '--steps', '50'));
});
