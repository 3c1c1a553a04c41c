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

function clauseOf(side: Side, dt: number): string {
  return `${titleOf(side.choice)}: ${answerOf(side, dt)}`;
}

export function headlineOf(simulation: Simulation): string {
  const { sides, dt, target, description } = simulation;
  const [first, second] = sides;
  if (first === undefined || description === undefined) return '';
  if (second === undefined) return description.about;
  const worldA = first.description.world;
  const worldB = second.description.world;
  const isSame = worldA.iterations === worldB.iterations && worldA.substeps === worldB.substeps;
  const start = isSame
    ? `Same start, ${worldA.iterations} sweeps per ${worldA.substeps > 1 ? 'substep' : 'step'}.`
    : 'Same start.';
  return `${start} RES below ${power(target)}? ${clauseOf(first, dt)}. ${clauseOf(second, dt)}.`;
}
