/* Layout and accessibility: screenshots, screen widths, themes, names for screen readers, time per frame. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, openPage, shoot } from './support.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** Advances the simulation without waiting for frames, then draws. */
function advance(page, steps) {
  return page.evaluate((count) => {
    const { app } = window.playground;
    app.setRunning(false);
    for (let i = 0; i < count - 1; ++i) app.simulation.step();
    app.stepOnce();
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, steps);
}

/** Counts the pixels of the canvas that differ from their left neighbour. */
function painted(page) {
  return page.evaluate(() => {
    const { canvas } = window.playground.app.views[0];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let other = 0;
    for (let i = 4; i < data.length; i += 4) other += data[i] !== data[i - 4] ? 1 : 0;
    return other;
  });
}

for (const [name, options] of [
  ['desktop-light', {}],
  ['desktop-dark', { scheme: 'dark' }],
  ['phone-light', { width: 360, height: 740, touch: true, density: 2 }],
  ['phone-dark', { width: 360, height: 740, touch: true, density: 3, scheme: 'dark' }],
  ['tablet', { width: 820, height: 1180, touch: true }],
]) {
  test(`${name}: the page is drawn and fits the width of the screen`, async () => {
    const { page, context } = await openPage(browser, options);
    await advance(page, 300);
    assert.ok((await painted(page)) > 1000);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= (options.width ?? 1280), `${width} px wide`);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), options.scheme ?? 'light');
    const density = await page.evaluate(
      () => window.playground.app.views[0].canvas.width / window.playground.app.views[0].renderer.size.width,
    );
    assert.ok(Math.abs(density - (options.density ?? 1)) < 0.05, `${density} canvas pixels per CSS pixel`);
    await shoot(page, name);
    await context.close();
  });
}

/** Returns the elements of a legend that are visible within the screen, by their words. */
function legendWords(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('.legend li')]
      .filter((item) => {
        const box = item.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && box.left >= 0 && box.right <= innerWidth;
      })
      .map((item) => item.textContent),
  );
}

for (const width of [390, 1400]) {
  test(`at ${width} px the legend explains all contact marks, and covers neither a view nor a plot`, async () => {
    const { page, context } = await openPage(browser, { width, height: 844, touch: width < 800 });
    const words = await legendWords(page);
    for (const word of ['solved', '≤ 10×', '≤ 100×', '≤ 1,000×', 'more', 'target for RES']) {
      assert.ok(words.includes(word), `${word} is not in ${words}`);
    }
    const covers = await page.evaluate(() => {
      const legend = document.querySelector('.legend').getBoundingClientRect();
      return [...document.querySelectorAll('canvas')].filter((canvas) => {
        const box = canvas.getBoundingClientRect();
        return box.left < legend.right && legend.left < box.right && box.top < legend.bottom && legend.top < box.bottom;
      }).length;
    });
    assert.equal(covers, 0);
    await context.close();
  });
}

for (const width of [1280, 1400, 1920]) {
  test(`at ${width} px the lists of solvers and the titles show their whole text`, async () => {
    const { page, context } = await openPage(browser, { width, height: 860 });
    await advance(page, 2);
    const clipped = await page.evaluate(() => {
      const measure = document.createElement('span');
      measure.style.cssText = 'position:absolute;visibility:hidden;white-space:nowrap';
      document.body.append(measure);
      const widthOf = (text, style) => {
        measure.style.font = style.font;
        measure.textContent = text;
        return measure.getBoundingClientRect().width;
      };
      /* Chromium's arrow takes 20 px beside the padding. */
      const lists = [...document.querySelectorAll('#panel select')].flatMap((list) => {
        const style = getComputedStyle(list);
        const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
        return [...list.options]
          .filter((option) => widthOf(option.text, style) > room)
          .map((option) => `${option.text}: ${room} px`);
      });
      const titles = [...document.querySelectorAll('.world-view h2, .roles, .light, .numbers, #panel legend')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1)
        .map((element) => element.textContent);
      measure.remove();
      return [...lists, ...titles];
    });
    assert.deepEqual(clipped, []);
    await context.close();
  });
}

/** Returns the larger share of the height or width of the views that the corners and centres of moving shapes fill. */
function filled(page) {
  return page.evaluate(() => {
    const { camera, views, simulation } = window.playground.app;
    const points = [];
    for (const data of simulation.sides.map((side) => Array.from(side.world.shapes()))) {
      /* Records of web/engine/engine.h: circle, polygon, line, point; kinds 1 to 3 are kinematic, dynamic and asleep. */
      for (let at = 0; at < data.length; ) {
        const [form, kind] = data.slice(at, at + 2);
        const from = form === 1 ? at + 5 : at + 3;
        const count = [1, data[at + 4], 2, 1][form];
        for (let i = 0; i < count && kind >= 1 && kind <= 3; ++i)
          points.push([data[from + 2 * i], data[from + 2 * i + 1]]);
        at = form === 0 ? at + 8 : from + 2 * count;
      }
    }
    const { width, height } = views[0].renderer.size;
    const span = (axis) => Math.max(...points.map((one) => one[axis])) - Math.min(...points.map((one) => one[axis]));
    return Math.max((span(0) * camera.scale) / width, (span(1) * camera.scale) / height);
  });
}

for (const [width, height] of [
  [1400, 860],
  [390, 844],
]) {
  test(`at ${width} px the moving bodies of every scene fill half of the view`, async () => {
    const { page, context } = await openPage(browser, { width, height, touch: width < 800 });
    const names = await page.evaluate(() =>
      window.playground.app.simulation.catalogue.scenes.map((scene) => scene.name),
    );
    for (const name of names) {
      await page.getByLabel('Scene', { exact: true }).selectOption(name);
      for (const steps of [1, 59, 140]) {
        await advance(page, steps);
        const share = await filled(page);
        assert.ok(share >= 0.5 && share <= 1, `${name}: ${share.toFixed(2)}`);
      }
    }
    await context.close();
  });
}

test('the camera follows falling bodies while the simulation runs, until the user moves it', async () => {
  const { page, context } = await openPage(browser, { width: 1400, height: 860 });
  await page.getByLabel('Scene', { exact: true }).selectOption('ragdolls');
  const camera = () => page.evaluate(() => ({ ...window.playground.app.camera }));
  const before = await camera();
  await page.waitForFunction((y) => window.playground.app.camera.y < y - 2, before.y);
  await page.keyboard.press('+');
  const zoomed = await camera();
  assert.equal(zoomed.follows, false);
  await page.waitForFunction((steps) => window.playground.app.simulation.steps > steps, 200);
  const later = await camera();
  assert.deepEqual([later.x, later.y, later.scale], [zoomed.x, zoomed.y, zoomed.scale]);
  await page.keyboard.press('0');
  assert.equal((await camera()).follows, true);
  await context.close();
});

test('wide scenes are shown one above the other on a wide screen', async () => {
  const { page, context } = await openPage(browser, { width: 1400, height: 860 });
  const boxes = () =>
    page.evaluate(() => window.playground.app.views.map((view) => view.root.getBoundingClientRect().toJSON()));
  const [left, right] = await boxes();
  assert.ok(left.right <= right.left && left.top === right.top);
  const narrow = await page.evaluate(() => window.playground.app.views[0].renderer.size.width);
  await page.getByLabel('Scene', { exact: true }).selectOption('bridge');
  const [above, below] = await boxes();
  assert.ok(above.bottom <= below.top && above.left === below.left);
  const wide = await page.evaluate(() => window.playground.app.views[0].renderer.size.width);
  assert.ok(wide > 1.2 * narrow, `${wide} and ${narrow}`);
  await page.getByLabel('Scene', { exact: true }).selectOption('pool1');
  assert.equal((await boxes())[1].top, left.top);
  await context.close();
});

test('the theme follows the system until the user chooses one', async () => {
  const { page, context } = await openPage(browser, { scheme: 'dark' });
  await page.getByRole('button', { name: /Theme/ }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await context.close();
});

test('one finger drags a body, two fingers zoom', async () => {
  const { page, context } = await openPage(browser, { width: 360, height: 740, touch: true });
  await advance(page, 300);
  const session = await context.newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  const view = await page.locator('.view canvas').first().boundingBox();
  const body = await page.evaluate(() => {
    const { app } = window.playground;
    const top = app.simulation.sides[0].world
      .bodies()
      .filter((one) => one.type === 'dynamic')
      .reduce((best, one) => (one.y > best.y ? one : best));
    const { size } = app.views[0].renderer;
    app.setRunning(true);
    return {
      index: top.index,
      y0: top.y,
      x: size.width / 2 + (top.x - app.camera.x) * app.camera.scale,
      y: size.height / 2 - (top.y - app.camera.y) * app.camera.scale,
    };
  });
  await touch('touchStart', [{ x: view.x + body.x, y: view.y + body.y }]);
  await touch('touchMove', [{ x: view.x + view.width / 2, y: view.y + body.y - 40 }]);
  await page.waitForFunction(
    ([index, y]) =>
      window.playground.app.simulation.sides[0].world.bodies().find((one) => one.index === index).y > y + 0.8,
    [body.index, body.y0],
  );
  await touch('touchEnd', []);
  const scale = () => page.evaluate(() => window.playground.app.camera.scale);
  const before = await scale();
  const at = (spread) => [
    { x: view.x + 60 - spread, y: view.y + 15, id: 1 },
    { x: view.x + 60 + spread, y: view.y + 15, id: 2 },
  ];
  await touch('touchStart', at(20));
  await touch('touchMove', at(40));
  await touch('touchEnd', []);
  assert.ok((await scale()) > 1.5 * before, `${await scale()} from ${before}`);
  await context.close();
});

test('every control has an accessible name', async () => {
  const { page, context } = await openPage(browser);
  const nameless = await page.evaluate(() => {
    const named = (element) => {
      const label = element.id && document.querySelector(`label[for="${element.id}"]`);
      return (
        (
          element.getAttribute('aria-label') ??
          label?.textContent ??
          element.closest('label')?.textContent ??
          element.textContent ??
          ''
        ).trim() !== ''
      );
    };
    return [...document.querySelectorAll('button, select, input:not([hidden]), textarea, canvas[tabindex]')]
      .filter((element) => !named(element))
      .map((element) => element.outerHTML.slice(0, 80));
  });
  assert.deepEqual(nameless, []);
  assert.equal(await page.locator('[role=status]#headline').count(), 1);
  await page.locator('figure[role=img][aria-label*="RES per step: "][aria-label*="at step"]').first().waitFor();
  await context.close();
});

test('the tour works with the keyboard and restores the focus', async () => {
  const { page, context } = await openPage(browser);
  await page.getByRole('button', { name: 'Take the tour' }).focus();
  await page.keyboard.press('Enter');
  const card = page.getByRole('dialog', { name: /Tour/ });
  const titles = [];
  await shoot(page, 'tour');
  for (let stop = 0; stop < 10 && (await card.isVisible()); ++stop) {
    titles.push(await card.locator('h3').textContent());
    const box = await card.boundingBox();
    assert.ok(
      box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800,
      `${titles.at(-1)} is at ${JSON.stringify(box)}`,
    );
    await page.keyboard.press('Enter');
  }
  assert.equal(titles.length, 7);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tour');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await card.count(), 0);
  await context.close();
});

test('help and share are dialogs, and an error is an alert', async () => {
  const { page, context } = await openPage(browser);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard, mouse and touch' }).waitFor();
  await shoot(page, 'help');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
  await shoot(page, 'share');
  await page.keyboard.press('Escape');
  await page.evaluate(() =>
    window.playground.files.load(
      '{"format": "modulus-scene", "version": 1, "bodies": [{"shapes": [{"circle": {"radius": -1}}]}]}',
      'mine.json',
    ),
  );
  assert.match(
    await page.getByRole('alert').textContent(),
    /mine\.json: bodies\[0\]\.shapes\[0\]\.circle\.radius: expected a number > 0, got -1/,
  );
  await shoot(page, 'error');
  await context.close();
});

test('a frame with 1,000 circles takes less than 16 ms for simulation and drawing', async (report) => {
  const { page, context } = await openPage(browser, { hash: '#scene=pool1&k.circles=1000&a=auto' });
  await advance(page, 240);
  /* The tenth percentile, because other programs on the machine slow some frames down. */
  const tenth = await page.evaluate(async () => {
    const { app } = window.playground;
    const times = { step: [], draw: [] };
    for (let i = 0; i < 150; ++i) {
      const began = performance.now();
      app.simulation.step();
      const stepped = performance.now();
      app.draw(1);
      times.step.push(stepped - began);
      times.draw.push(performance.now() - stepped);
      await new Promise(requestAnimationFrame);
    }
    const percentile = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 10)];
    return { step: percentile(times.step), draw: percentile(times.draw) };
  });
  const words = `step ${tenth.step.toFixed(1)} ms, drawing ${tenth.draw.toFixed(1)} ms`;
  report.diagnostic(`1,000 circles, tenth percentile: ${words}`);
  assert.ok(tenth.step + tenth.draw < 16, words);
  await page.evaluate(() => window.playground.app.setRunning(true));
  await page.waitForFunction(() =>
    /\d ms simulation \+ .* ms drawing/.test(document.querySelector('#frame-time').textContent),
  );
  await shoot(page, 'thousand');
  await context.close();
});

test('slow steps slow the simulation down, not the page', async () => {
  const { page, context } = await openPage(browser, { hash: '#scene=dominoes&a=pgs' });
  const result = await page.evaluate(async () => {
    const { app } = window.playground;
    const { world } = app.simulation.sides[0];
    const step = world.step.bind(world);
    world.step = () => {
      const until = performance.now() + 40;
      while (performance.now() < until);
      step();
    };
    app.setRunning(true);
    const began = performance.now();
    const from = app.simulation.steps;
    let frames = 0;
    while (performance.now() - began < 1500) {
      await new Promise(requestAnimationFrame);
      ++frames;
    }
    return { frames, steps: app.simulation.steps - from };
  });
  assert.ok(result.steps <= 1.2 * result.frames + 2, `${result.steps} steps in ${result.frames} frames`);
  assert.ok(result.frames >= 5, `${result.frames} frames in 1.5 s`);
  await context.close();
});
