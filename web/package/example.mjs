// Runs the same scene with two solvers and prints the results. A solver names both solvers of a step: that of velocities
// and that of positions. Runs in Node and, from example.html, in a browser.
import { load } from './index.js';

export async function compare(steps = 600) {
  const modulus = await load();
  const lines = [];
  for (const solver of ['pgs', 'auto']) {
    const world = modulus.open('pool2', { solver });
    for (let i = 0; i < steps; ++i) world.step();
    const { residual, kineticEnergy, penetrationMax } = world.report();
    const penetration = (1000 * penetrationMax).toFixed(2);
    lines.push(
      `${solver}: RES ${residual.toExponential(1)}, ${kineticEnergy.toExponential(1)} J, penetration ${penetration} mm, hash ${world.hash()}`,
    );
    world.close();
  }
  return lines;
}

if (typeof document === 'undefined') console.log((await compare()).join('\n'));
