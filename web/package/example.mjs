// Two worlds from one start, which differ in their solver alone. Runs in Node and, from example.html, in a browser.
import { load } from './index.js';

export async function compare(steps = 600) {
  const modulus = await load();
  const lines = [];
  for (const [solver, recovery] of [
    ['pgs', 'pgs'],
    ['amgs:alpha=auto', 'amgs:alpha=auto'],
  ]) {
    const world = modulus.open('pool2', { solver, position_solver: recovery });
    for (let i = 0; i < steps; ++i) world.step();
    const { residual, kinetic, overlapMost } = world.report();
    const overlap = (1000 * overlapMost).toFixed(2);
    lines.push(
      `${solver}: RES ${residual.toExponential(1)}, ${kinetic.toExponential(1)} J, overlap ${overlap} mm, hash ${world.hash()}`,
    );
    world.close();
  }
  return lines;
}

if (typeof document === 'undefined') console.log((await compare()).join('\n'));
