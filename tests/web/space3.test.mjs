/* 3D scenes in the playground: the same bits, the camera, dragging, rewinding, showcases, and browsers without WebGL2. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launch, nativeHash, openPage, root, shoot, state } from './support.mjs';
import { visit } from './visitor.mjs';

let browser;
let visitor;
let page;
let app;

before(async () => {
  browser = await launch();
  visitor = await visit(browser, { hash: '#scene=tower3' });
  ({ page, app } = visitor);
});
after(() => browser.close());

/** Draws a frame and returns how many pixels of the first view differ from their left neighbour. */
function painted(of) {
  return of.evaluate(async () => {
    const { app: playground } = window.playground;
    playground.draw(1);
    const copy = document.createElement('canvas');
    const { canvas } = playground.views[0];
    Object.assign(copy, { width: canvas.width, height: canvas.height });
    const context = copy.getContext('2d');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let other = 0;
    for (let i = 4; i < data.length; i += 4) other += data[i] !== data[i - 4] ? 1 : 0;
    return other;
  });
}

function camera(of = page) {
  return of.evaluate(() => {
    const { yaw, pitch, distance, target, follows } = window.playground.app.camera3;
    return { yaw, pitch, distance, target: [...target], follows };
  });
}

/** Returns the position on the page of a body of world A. */
function positionOf(index) {
  return app((body) => {
    const { camera3, views, simulation } = window.playground.app;
    const found = simulation.sides[0].world.bodies().find((one) => one.index === body);
    const [x, y] = camera3.toView(found.position, views[0].renderer.size);
    const box = views[0].canvas.getBoundingClientRect();
    return { x: box.left + x, y: box.top + y, place: found.position, velocity: found.velocity };
  }, index);
}

function topBody() {
  return app(() => {
    const bodies = window.playground.app.simulation.sides[0].world.bodies();
    const dynamic = bodies.filter((body) => body.type === 'dynamic');
    return dynamic.reduce((top, body) => (body.position[1] > top.position[1] ? body : top)).index;
  });
}

const view = () => page.locator('.view canvas').first().boundingBox();

/* ---- Scenes ------------------------------------------------------------------------------------------------------- */

test('the list has the 2D scenes, the showcases and the other 3D scenes, each once', async () => {
  const groups = await page.evaluate(() =>
    [...document.querySelectorAll('#scene-panel optgroup')].map((group) => [
      group.label,
      [...group.children].map((option) => option.value),
    ]),
  );
  const { scenes, scenes3 } = await app(() => window.playground.app.simulation.catalogue);
  assert.deepEqual(
    groups.map(([label]) => label),
    ['2D', '3D, with something to look at', '3D'],
  );
  assert.deepEqual(
    groups[0][1],
    scenes.map(({ name }) => name),
  );
  assert.deepEqual(groups[1][1], ['pucks3', 'mass_ratio3', 'arch3', 'grip3']);
  assert.deepEqual([...groups[1][1], ...groups[2][1]].sort(), scenes3.map(({ name }) => name).sort());
});

/* tests/web/hash.test.mjs has the hashes after 500 steps. */
test('every 3D scene is drawn, and steps on the page with the native hash', async () => {
  const names = await app(() => window.playground.app.simulation.catalogue.scenes3.map(({ name }) => name));
  assert.ok(names.length >= 19, `${names.length} scenes`);
  for (const name of names) {
    const { hash, pixels, moved } = await page.evaluate(async (scene) => {
      const { app: playground } = window.playground;
      playground.setRunning(false);
      /* One world, as the command opens it. */
      const choice = { method: 'auto', alpha: 0.25, relax: 1.2, stopsAtTarget: false };
      playground.start({ kind: 'builtin', name: scene, keys: {} }, [choice]);
      for (let i = 1; i < 60; ++i) playground.simulation.step();
      playground.stepOnce();
      const { world } = playground.simulation.sides[0];
      return {
        hash: world.hash(),
        pixels: playground.views[0].canvas.width * playground.views[0].canvas.height,
        moved: playground.simulation.steps,
      };
    }, name);
    assert.equal(moved, 60);
    assert.equal(hash, await nativeHash(name, '--steps', '60'), name);
    const share = (await painted(page)) / pixels;
    /* The T-handle of spinner3 floats before an empty background. */
    assert.ok(
      share > (name === 'spinner3' ? 0.003 : 0.01),
      `${name}: ${(100 * share).toFixed(1)} % of the pixels differ from their neighbour`,
    );
  }
  assert.deepEqual(await visitor.messages(), []);
});

test('a 3D scene file can be dropped on the page, and a scene with its state can be shared', async () => {
  const text = await readFile(path.join(root, 'scenes/net3.json'), 'utf8');
  await app(() => window.playground.app.setRunning(false));
  await visitor.drop('net3.json', text);
  await page.waitForFunction(() => window.playground.app.simulation.source.kind === 'document');
  assert.ok((await painted(page)) > 1000);
  await visitor.steps(3);
  const address = await app(() => window.playground.files.address(true));
  const other = await openPage(browser, { hash: new URL(address).hash });
  const [shared] = await state(other.page);
  const [original] = await state(page);
  assert.deepEqual([shared.name, shared.bodies], [original.name, original.bodies]);
  await other.context.close();
});

test('the view changes between 2D and 3D scenes, and both are drawn again and again without new contexts', async () => {
  for (let i = 0; i < 12; ++i) {
    await visitor.choose('pool1');
    await visitor.steps(2);
    await visitor.choose('arch3');
    await visitor.steps(2);
  }
  assert.ok((await painted(page)) > 1000);
  assert.equal(await app(() => window.playground.app.knownViews.size), 4);
});

test('what the sides differ in is what the showcase says, and the scene shows it', async () => {
  const outcome = async (name, steps) => {
    await app(() => window.playground.app.setRunning(false));
    await visitor.choose(name);
    await app(() => window.playground.app.setRunning(false));
    await app(() => window.playground.app.restart());
    const words = await page.locator('#look').textContent();
    const headline = await page.locator('#headline').textContent();
    await visitor.steps(steps);
    await shoot(page, `3d-${name}`);
    return app(
      ([look, top]) => {
        const sides = window.playground.app.simulation.sides.map(({ world, report, history }) => ({
          settings: world.describe().world,
          bodies: world.bodies().filter((body) => body.type === 'dynamic'),
          report,
          since: history.convergedSince,
        }));
        const [a, b] = sides.map(({ settings }) => settings);
        const keys = Object.keys(a).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
        return { words: look, headline: top, sides, keys };
      },
      [words, headline],
    );
  };
  const stop = ({ bodies }, norm) => bodies.map(({ position: [x, , z] }) => norm(x, z));
  const spread = (values) => Math.max(...values) - Math.min(...values);

  const pucks = await outcome('pucks3', 200);
  assert.deepEqual(pucks.keys, ['friction_law']);
  assert.match(pucks.words, /Only the law of friction differs/);
  assert.match(pucks.headline, /Only the law of friction differs/);
  /* Half of the way of the first step, in two directions. */
  const small = 2 * (6 / 60 / 2);
  assert.ok(spread(stop(pucks.sides[0], (x, z) => Math.abs(x) + Math.abs(z))) < small);
  assert.ok(spread(stop(pucks.sides[1], Math.hypot)) < small);
  assert.ok(spread(stop(pucks.sides[0], Math.hypot)) > 1);

  const ratio = await outcome('mass_ratio3', 300);
  assert.deepEqual(ratio.keys.sort(), ['position_solver', 'solver']);
  assert.match(ratio.words, /Only the solver differs, for velocities and for positions/);
  assert.match(ratio.headline, /Only the solver of velocities and the solver of positions differ\./);
  assert.ok(ratio.sides[0].report.penetrationMax > 0.02 && ratio.sides[1].report.penetrationMax < 0.001);
  assert.ok(ratio.sides[0].since === undefined && ratio.sides[1].since !== undefined);

  const arch = await outcome('arch3', 240);
  assert.deepEqual(arch.keys.sort(), ['position_solver', 'solver']);
  const crown = ({ bodies }) => Math.max(...bodies.map(({ position }) => position[1]));
  assert.ok(crown(arch.sides[0]) < 2.93 && crown(arch.sides[1]) > 2.98, `${arch.sides.map(crown)}`);
  /* "Auto solves them within two" seconds: from a step before 120 on. */
  assert.ok(arch.sides[0].since === undefined && arch.sides[1].since < 120, `${arch.sides.map(({ since }) => since)}`);

  const grip = await outcome('grip3', 300);
  assert.deepEqual(grip.keys, ['iterations']);
  assert.match(grip.headline, /Only the number of sweeps differs/);
  const box = ({ bodies }) => bodies.find(({ mass }) => mass > 100).position[1];
  assert.ok(box(grip.sides[0]) < 0.3 && box(grip.sides[1]) > 0.9, `${grip.sides.map(box)}`);
});

test('bodies can be coloured by how well their contacts are solved', async () => {
  await visitor.choose('mass_ratio3');
  await app(() => window.playground.app.setRunning(false));
  await app(() => window.playground.app.restart());
  await visitor.steps(150);
  await page.getByLabel('Colour bodies by how well their contacts are solved').check();
  /* Floats of an instance: position, rotation, colour, opacity. */
  const reds = await app(() => {
    window.playground.app.draw(1);
    return window.playground.app.views.map(({ renderer: { instances } }) => {
      const colours = Array.from({ length: instances.length / 11 }, (_value, i) =>
        instances.data.slice(11 * i + 7, 11 * i + 10),
      );
      return colours.map(([red, , blue]) => red > blue);
    });
  });
  /* PGS: all ten boxes are orange or red; Auto: all are blue. */
  assert.deepEqual(reds, [Array(10).fill(true), Array(10).fill(false)]);
  await shoot(page, '3d-grades');
  await page.getByLabel('Colour bodies by how well their contacts are solved').uncheck();
});

test('another scene starts with the settings of the command, and with two solvers that differ', async () => {
  await visitor.choose('pucks3');
  await visitor.choose('tower3');
  const solvers = await app(() =>
    window.playground.app.simulation.sides.map(({ world }) => {
      const { solver, iterations, substeps, friction_law: law } = world.describe().world;
      return [solver, iterations, substeps, law];
    }),
  );
  assert.deepEqual(solvers, [
    ['pgs', 10, 4, 'disc'],
    ['auto', 10, 4, 'disc'],
  ]);
  assert.equal(await page.locator('#look').isVisible(), false);
});

test('the law of friction of a side can be chosen while the worlds run, and is part of the address', async () => {
  await page.getByLabel('Law of friction of side A').selectOption('box');
  const laws = () =>
    app(() => window.playground.app.simulation.sides.map(({ world }) => world.describe().world.friction_law));
  assert.deepEqual(await laws(), ['box', 'disc']);
  assert.match(await page.locator('.world-view h2').first().textContent(), /PGS, box friction/);
  const address = await app(() => window.playground.files.address(false));
  const other = await openPage(browser, { hash: new URL(address).hash });
  const shared = await other.page.evaluate(() =>
    window.playground.app.simulation.sides.map(({ world }) => world.describe().world.friction_law),
  );
  assert.deepEqual(shared, ['box', 'disc']);
  await other.context.close();
});

/* ---- Camera and tools --------------------------------------------------------------------------------------------- */

test('dragging the background turns the view, the right button moves it, the wheel zooms, and 0 returns', async () => {
  await visitor.choose('arch3');
  await app(() => window.playground.app.setRunning(false));
  const before = await camera();
  const box = await view();
  const corner = { x: box.x + 12, y: box.y + 12 };
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(corner.x + 60, corner.y + 20, { steps: 3 });
  await page.mouse.up();
  const turned = await camera();
  assert.ok(turned.yaw < before.yaw - 0.3 && turned.pitch > before.pitch + 0.1, JSON.stringify(turned));
  assert.deepEqual([turned.distance, turned.follows], [before.distance, false]);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(corner.x + 120, corner.y + 20, { steps: 3 });
  await page.mouse.up({ button: 'right' });
  const moved = await camera();
  assert.ok(Math.hypot(...moved.target.map((value, axis) => value - turned.target[axis])) > 0.2);
  assert.equal(moved.yaw, turned.yaw);
  await page.mouse.wheel(0, -300);
  await page.waitForFunction((distance) => window.playground.app.camera3.distance < 0.8 * distance, moved.distance);
  await page.locator('h1').click();
  await page.keyboard.press('0');
  const back = await camera();
  assert.ok(Math.abs(back.distance / before.distance - 1) < 1e-6);
  assert.deepEqual([back.yaw, back.pitch, back.follows], [before.yaw, before.pitch, true]);
  for (const key of ['d', 'w', 'j', '+']) await page.keyboard.press(key);
  const keyed = await camera();
  assert.ok(keyed.yaw !== back.yaw && keyed.pitch !== back.pitch && keyed.distance < back.distance);
  await page.keyboard.press('0');
});

test('the camera frames every scene: the moving bodies are in the view and fill half of it', async () => {
  const names = await app(() => window.playground.app.simulation.catalogue.scenes3.map(({ name }) => name));
  for (const name of names) {
    await visitor.choose(name);
    await app(() => window.playground.app.restart());
    for (const steps of [1, 100]) {
      await visitor.steps(steps);
      const { share, outside } = await app(() => {
        const { camera3, views, simulation } = window.playground.app;
        window.playground.app.draw(1);
        const { width, height } = views[0].renderer.size;
        const [side] = simulation.sides;
        const [x0, y0, z0, x1, y1, z1] = side.world.bounds();
        const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0]);
        const centres = side.world.bodies().filter((body) => body.type === 'dynamic');
        const seen = (places) => places.map((place) => camera3.toView(place, { width, height }));
        const limits = (points, axis) => [
          Math.min(...points.map((point) => point[axis])),
          Math.max(...points.map((point) => point[axis])),
        ];
        const extent = ([low, high]) => high - low;
        const box = seen(corners);
        const middles = seen(centres.map(({ position }) => position));
        const [[left, right], [top, bottom]] = [limits(middles, 0), limits(middles, 1)];
        return {
          share: Math.max(extent(limits(box, 0)) / width, extent(limits(box, 1)) / height),
          outside: Math.max(-left, -top, right - width, bottom - height),
        };
      });
      /* The views of these showcases are those of the end: pucks start at a point, and a gripper rises. */
      const isFixed = ['pucks3', 'grip3'].includes(name);
      assert.ok(share > 0.5 || isFixed, `${name}, ${steps} steps: fills ${share.toFixed(2)}`);
      assert.ok(outside < 1, `${name}, ${steps} steps: ${outside.toFixed(0)} px outside`);
    }
  }
});

test('a dragged body follows the mouse in the plane of the screen, and a released one is thrown, in both worlds', async () => {
  await visitor.choose('tower3');
  await app(() => {
    window.playground.app.setRunning(false);
    window.playground.app.restart();
  });
  await visitor.steps(5);
  const body = await topBody();
  const from = await positionOf(body);
  const depth = () =>
    app((index) => {
      const { camera3, simulation } = window.playground.app;
      return camera3.depthOf(simulation.sides[0].world.bodies().find((one) => one.index === index).position);
    }, body);
  const depthBefore = await depth();
  const to = { x: from.x + 60, y: from.y + 10 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  assert.ok(await app(() => [...window.playground.app.pointerTools.pointers.values()].some((one) => one.grab === 0)));
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await visitor.steps(150);
  const held = await positionOf(body);
  const size = await app(() => window.playground.app.views[0].renderer.meanRadius);
  assert.ok(Math.hypot(held.x - to.x, held.y - to.y) < 40, `is at ${held.x}, ${held.y}, not at ${to.x}, ${to.y}`);
  assert.ok(Math.abs((await depth()) - depthBefore) < 2 * size);
  await page.mouse.move(to.x + 90, to.y - 40, { steps: 3 });
  await visitor.steps(5);
  await page.mouse.up();
  const speeds = await app(
    (index) =>
      window.playground.app.simulation.sides.map((side) => {
        const { velocity } = side.world.bodies().find((one) => one.index === index);
        return Math.hypot(...velocity);
      }),
    body,
  );
  assert.ok(
    speeds.every((speed) => speed > 1),
    `thrown at ${speeds} m/s`,
  );
});

test('add, delete, explode and rain apply to both worlds', async () => {
  await visitor.choose('wall3');
  await app(() => {
    window.playground.app.setRunning(false);
    window.playground.app.restart();
  });
  await visitor.steps(1);
  const bodies = async () => (await state(page)).map((side) => side.bodies);
  const [before] = await bodies();
  const box = await view();
  await page.getByRole('button', { name: 'Add' }).click();
  for (const shape of ['ball', 'box', 'capsule', 'hull']) {
    await page.getByLabel('Shape to add').selectOption(shape);
    await page.mouse.click(box.x + box.width / 2, box.y + 0.75 * box.height);
  }
  assert.deepEqual(await bodies(), [before + 4, before + 4]);
  await page.getByRole('button', { name: 'Delete' }).click();
  const top = await positionOf(await topBody());
  await page.mouse.click(top.x, top.y);
  assert.deepEqual(await bodies(), [before + 3, before + 3]);
  await page.getByRole('button', { name: 'Explode' }).click();
  const target = await positionOf(await topBody());
  const fast = () =>
    app(() =>
      window.playground.app.simulation.sides.map(
        ({ world }) => world.bodies().filter(({ velocity }) => Math.hypot(...velocity) > 2).length,
      ),
    );
  const calm = await fast();
  await page.mouse.click(target.x, target.y);
  const pushed = await fast();
  assert.ok(
    pushed.every((count, side) => count > calm[side] + 5),
    `${calm} and ${pushed} fast bodies`,
  );
  await page.getByRole('button', { name: 'Drag' }).click();
  await visitor.choose('arch3');
  const [few] = await bodies();
  await page.getByRole('button', { name: 'Rain' }).click();
  await visitor.runFor(20);
  await page.getByRole('button', { name: 'Rain' }).click();
  const rained = await bodies();
  assert.ok(rained[0] >= few + 2 && rained[0] === rained[1], `${few}, ${rained}`);
});

test('rewinding restores the hash', async () => {
  await visitor.choose('dominoes3');
  const seen = await app(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    playground.restart();
    const { simulation } = playground;
    const hashes = {};
    for (let i = 0; i < 200; ++i) {
      simulation.step();
      hashes[simulation.steps] = simulation.sides.map((side) => side.world.hash());
    }
    playground.changed();
    return { hashes, kept: simulation.rewind.steps() };
  });
  const step = seen.kept[Math.floor(seen.kept.length / 2)];
  await page.getByLabel('Rewind the last seconds').fill(String(step));
  assert.deepEqual(
    (await state(page)).map((side) => side.hash),
    seen.hashes[step],
  );
  await app(() => window.playground.app.stepOnce());
  assert.deepEqual(
    (await state(page)).map((side) => side.hash),
    seen.hashes[step + 1],
  );
});

test('in a focused view the arrow keys move a cursor, and Enter grabs and releases a body', async () => {
  await visitor.choose('tower3');
  await app(() => {
    window.playground.app.setRunning(false);
    window.playground.app.fit();
  });
  await page.locator('.view canvas').first().focus();
  await page.keyboard.press('ArrowUp');
  await page.locator('.view .cursor').first().waitFor({ state: 'visible' });
  await page.keyboard.press('ArrowDown');
  const grabs = () =>
    app(() => [...window.playground.app.pointerTools.pointers.values()].filter((one) => one.grab !== undefined).length);
  await page.keyboard.press('Enter');
  assert.equal(await grabs(), 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.equal(await grabs(), 0);
  await page.keyboard.press('Escape');
});

test('one finger turns the view or drags a body; two fingers move and zoom, also over bodies', async () => {
  const phone = await openPage(browser, { hash: '#scene=pyramid3', width: 390, height: 844, touch: true, density: 2 });
  await phone.page.evaluate(() => window.playground.app.setRunning(false));
  const session = await phone.context.newCDPSession(phone.page);
  const touch = (type, points) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const box = await phone.page.locator('.view canvas').first().boundingBox();
  const before = await camera(phone.page);
  await touch('touchStart', [[box.x + 10, box.y + 10]]);
  await touch('touchMove', [[box.x + 50, box.y + 10]]);
  await touch('touchEnd', []);
  const turned = await camera(phone.page);
  assert.ok(turned.yaw < before.yaw - 0.2, `${before.yaw} to ${turned.yaw}`);
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const grabbed = () =>
    phone.page.evaluate(
      () => [...window.playground.app.pointerTools.pointers.values()].filter((one) => one.grab !== undefined).length,
    );
  await touch('touchStart', [middle]);
  assert.equal(await grabbed(), 1);
  const apart = (by) => [
    [middle[0] - by, middle[1]],
    [middle[0] + by, middle[1]],
  ];
  await touch('touchStart', apart(15));
  assert.equal(await grabbed(), 0);
  await touch('touchMove', apart(30));
  await touch('touchEnd', []);
  const zoomed = await camera(phone.page);
  assert.ok(zoomed.distance < 0.7 * turned.distance, `${turned.distance} to ${zoomed.distance}`);
  await phone.context.close();
});

test('on a phone the sentence, the legend and the explanations can be read', async () => {
  const phone = await openPage(browser, { hash: '#scene=pucks3', width: 390, height: 844, touch: true, density: 2 });
  await phone.page.evaluate(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    for (let i = 0; i < 150; ++i) playground.simulation.step();
    playground.stepOnce();
  });
  assert.equal(await phone.page.locator('#look').isVisible(), true);
  const words = await phone.page.evaluate(() =>
    [...document.querySelectorAll('.legend li')]
      .filter((item) => {
        const box = item.getBoundingClientRect();
        return box.width > 0 && box.left >= 0 && box.right <= innerWidth;
      })
      .map((item) => item.textContent),
  );
  for (const word of [
    'solved',
    '≤ 10×',
    '≤ 100×',
    '≤ 1,000×',
    'more',
    'impulse',
    'joint',
    'pale: asleep',
    'target for RES',
  ])
    assert.ok(words.includes(word), `${word} is not in ${words}`);
  assert.ok((await phone.page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  for (const [name, meaning] of [
    ['RES', /how far the contact impulses/],
    ['Sweeps', /passes of the solver over all contacts/],
    ['Auto, box friction', /pyramid instead of the cone/],
  ]) {
    await phone.page.getByRole('button', { name, exact: true }).first().tap();
    await phone.page.locator('#messages .note p').filter({ hasText: meaning }).waitFor();
    await phone.page.evaluate(() => document.querySelector('#messages').replaceChildren());
  }
  await shoot(phone.page, '3d-phone');
  await phone.context.close();
});

/* ---- Trouble ------------------------------------------------------------------------------------------------------ */

test('a lost context shows a message, and the view returns when it is restored', async () => {
  await visitor.choose('arch3');
  await visitor.steps(3);
  const before = await painted(page);
  await app(() => {
    const [first] = window.playground.app.views;
    window.lost = first.canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    window.lost.loseContext();
  });
  const message = page.locator('.view .trouble').first();
  await message.waitFor();
  assert.match(await message.textContent(), /graphics card dropped this view/);
  /* The worlds run on, and 2D scenes are drawn. */
  await visitor.runFor(3);
  await visitor.choose('pool1');
  assert.ok((await painted(page)) > 1000);
  await visitor.choose('arch3');
  await message.waitFor();
  await app(() => window.lost.restoreContext());
  await message.waitFor({ state: 'hidden' });
  await visitor.steps(3);
  const now = await painted(page);
  assert.ok(now > 0.5 * before, `${before} to ${now} pixels`);
});

for (const [name, setting] of [
  ['a browser that has no 3D graphics', { flags: ['--disable-3d-apis'] }],
  ['a browser whose canvas has no WebGL2', { script: true }],
]) {
  test(`${name}: one clear message on the 3D view, whose numbers go on, and 2D scenes are drawn`, async () => {
    const other = await launch(...(setting.flags ?? []));
    const context = await other.newContext();
    const bare = await context.newPage();
    if (setting.script)
      await bare.addInitScript(() => {
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
          return kind === 'webgl2' ? null : getContext.call(this, kind, ...more);
        };
      });
    await bare.goto(`${page.url().split('#')[0]}#scene=arch3`);
    await bare.locator('.view .trouble').first().waitFor();
    assert.match(await bare.locator('.view .trouble').first().textContent(), /offers no WebGL2/);
    await bare.waitForFunction(() => window.playground?.app.simulation.steps > 5);
    assert.deepEqual(await bare.locator('#messages .message').allTextContents(), []);
    await bare.getByLabel('Scene', { exact: true }).selectOption('pool1');
    await bare.waitForFunction(() => window.playground.app.simulation.steps > 5);
    assert.equal(await bare.locator('.view .trouble').first().isVisible(), false);
    assert.ok((await painted(bare)) > 1000);
    await other.close();
  });
}

/* ---- Speed -------------------------------------------------------------------------------------------------------- */

test('the times of a step and of drawing 1,000 spheres are printed, and drawing leaves room for 60 frames', async (report) => {
  const spheres = await openPage(browser, { hash: '#scene=spheres&k.count=1000&a=auto' });
  const tenth = await spheres.page.evaluate(async () => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    for (let i = 0; i < 100; ++i) playground.simulation.step();
    const gl = playground.views[0].canvas.getContext('webgl2');
    const times = { step: [], script: [], picture: [] };
    for (let i = 0; i < 40; ++i) {
      const began = performance.now();
      playground.simulation.step();
      const stepped = performance.now();
      playground.draw(1);
      const drawn = performance.now();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); /* waits for the picture */
      times.step.push(stepped - began);
      times.script.push(drawn - stepped);
      times.picture.push(performance.now() - stepped);
      await new Promise(requestAnimationFrame);
    }
    const percentile = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)];
    return Object.fromEntries(Object.entries(times).map(([key, values]) => [key, percentile(values)]));
  });
  const words = `step ${tenth.step.toFixed(1)} ms, script of drawing ${tenth.script.toFixed(1)} ms, with the picture in software ${tenth.picture.toFixed(1)} ms`;
  report.diagnostic(`1,000 spheres, tenth percentile: ${words}`);
  assert.ok(tenth.script < 16, words);
  await shoot(spheres.page, '3d-spheres');
  await spheres.context.close();
});

test('small spheres and all shadows of spheres are drawn with few triangles', async () => {
  const spheres = await openPage(browser, { hash: '#scene=spheres&k.count=300&a=auto' });
  const counts = await spheres.page.evaluate(() => {
    const { app: playground } = window.playground;
    playground.setRunning(false);
    const gl = playground.views[0].canvas.getContext('webgl2');
    const draw = gl.drawElementsInstanced.bind(gl);
    let triangles = 0;
    gl.drawElementsInstanced = (mode, count, type, offset, instances) => {
      if (mode === gl.TRIANGLES) triangles += (count / 3) * instances;
      draw(mode, count, type, offset, instances);
    };
    return [3, 1 / 3].map((further) => {
      playground.fit();
      playground.camera3.follows = false;
      playground.camera3.distance *= further;
      triangles = 0;
      playground.draw(1);
      return triangles / 300;
    });
  });
  /* 80 triangles in the shadow pass; in the picture 80 from afar, and those of the engine from near. */
  assert.equal(counts[0], 160);
  assert.ok(counts[1] > 400, String(counts));
  await spheres.context.close();
});

test('the page made no request and threw no error', () => visitor.assertQuiet());
