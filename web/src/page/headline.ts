/* The sentence at the top of the page: whether each solver meets the target. */
import { formatNumber } from './dom.js';
import type { Side, Simulation } from './simulation.js';
import { titleOf } from './solver.js';

function power(target: number): string {
  return target.toExponential().replace('e-', 'e−').replace('e+', 'e');
}

function since(side: Side, dt: number): string | undefined {
  const step = side.history.convergedSince;
  return step === undefined ? undefined : `${(step * dt).toFixed(1)} s`;
}

function answerOf(side: Side, dt: number): string {
  const { report, history } = side;
  if (report.steps === 0) return 'not started';
  if (report.awakeBodies === 0) {
    const residual = history.lastAwakeResidual;
    return residual === undefined ? 'asleep' : `asleep at RES ${formatNumber(residual)}`;
  }
  const time = since(side, dt);
  return time === undefined ? 'no' : `yes, since ${time}`;
}

/** `letter` tells sides with the same title apart. */
function clauseOf(side: Side, dt: number, letter: string): string {
  return `${letter}${titleOf(side.choice)}: ${answerOf(side, dt)}`;
}

/** Says in which settings the worlds differ. */
function differencesOf(first: Side, second: Side): string {
  const names: readonly (readonly [key: string, name: string])[] = [
    ['solver', 'solver of velocities'],
    ['position_solver', 'solver of positions'],
    ['friction_law', 'law of friction'],
    ['iterations', 'number of sweeps'],
    ['substeps', 'number of substeps'],
    ['budget_us', 'time budget'],
    ['tol', 'stopping criterion'],
  ];
  const [a, b] = [first.description.world, second.description.world];
  const different = names.filter(([key]) => a[key] !== b[key]).map(([, name]) => name);
  if (different.length === 0) return ' Nothing differs.';
  const last = different.pop() ?? '';
  return ` Only the ${different.length > 0 ? `${different.join(', ')} and the ` : ''}${last} differ${different.length > 0 ? '' : 's'}.`;
}

export function headlineOf(simulation: Simulation): string {
  const { sides, dt, target, description } = simulation;
  const [first, second] = sides;
  if (first === undefined || description === undefined) return '';
  if (second === undefined) return description.about;
  const [a, b] = titleOf(first.choice) === titleOf(second.choice) ? ['A, ', 'B, '] : ['', ''];
  const differences = differencesOf(first, second);
  const worldA = first.description.world;
  const worldB = second.description.world;
  const isSame = worldA.iterations === worldB.iterations && worldA.substeps === worldB.substeps;
  const start = isSame
    ? `Same start, ${worldA.iterations} sweeps per ${worldA.substeps > 1 ? 'substep' : 'step'}.${differences}`
    : `Same start.${differences}`;
  return `${start} RES below ${power(target)}? ${clauseOf(first, dt, a)}. ${clauseOf(second, dt, b)}.`;
}
