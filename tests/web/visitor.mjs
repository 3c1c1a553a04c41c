/* A visitor of the playground: the page with the actions and queries that several tests need. */
import assert from 'node:assert/strict';
import { openPage } from './support.mjs';

export async function visit(browser, options) {
  const { page, requests, faults } = await openPage(browser, options);
  const app = (work, argument) => page.evaluate(work, argument);
  return {
    page,
    requests,
    faults,
    app,
    choose: (name) => page.getByLabel('Scene', { exact: true }).selectOption(name),
    messages: () => page.locator('#messages .message.error p').allTextContents(),
    clearMessages: () => app(() => document.querySelector('#messages').replaceChildren()),

    /** Runs the simulation for a number of steps. */
    async runFor(steps) {
      const from = await app(() => {
        window.playground.app.setRunning(true);
        return window.playground.app.simulation.steps;
      });
      await page.waitForFunction((until) => window.playground.app.simulation.steps >= until, from + steps);
    },

    /** Pauses, then runs a number of steps without waiting for frames. */
    steps: (count) =>
      app((more) => {
        const { app: playground } = window.playground;
        playground.setRunning(false);
        for (let i = 1; i < more; ++i) playground.simulation.step();
        playground.stepOnce();
      }, count),

    /** Returns the position on the page of a body of world A. */
    positionOf: (index) =>
      app((body) => {
        const { camera, views, simulation } = window.playground.app;
        const found = simulation.sides[0].world.bodies().find((one) => one.index === body);
        const { size } = views[0].renderer;
        const box = views[0].canvas.getBoundingClientRect();
        return {
          x: box.left + size.width / 2 + (found.x - camera.x) * camera.scale,
          y: box.top + size.height / 2 - (found.y - camera.y) * camera.scale,
        };
      }, index),

    /** Returns the index of the highest dynamic body. */
    topBody: () =>
      app(() => {
        const bodies = window.playground.app.simulation.sides[0].world.bodies();
        const dynamic = bodies.filter((body) => body.type === 'dynamic');
        return dynamic.reduce((top, body) => (body.y > top.y ? body : top)).index;
      }),

    /** Drops a file on the page. */
    drop: (name, text) =>
      app(
        ([file, content]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], file, { type: 'application/json' }));
          window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        [name, text],
      ),

    /** Checks at the end that the page has requested nothing but itself and has thrown no error. */
    assertQuiet() {
      const own = page.url().split('#')[0];
      const asked = requests.filter((address) => !address.startsWith('blob:')).map((address) => address.split('#')[0]);
      assert.ok(own.startsWith('file://'));
      assert.deepEqual(asked, [own]);
      assert.deepEqual(faults, []);
    },
  };
}
