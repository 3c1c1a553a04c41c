/* The sentence at the top of the page: whether each solver meets the target. */
import type { Side, Simulation } from './simulation.js';
import { titleOf } from './solver.js';

function power(target: number): string {
  return target.toExponential().replace('e-', 'e−').replace('e+', 'e');
}

function since(side: Side, dt: number): string | undefined {
  const step = side.history.convergedSince;
  return step === undefined ? undefined : `${(step * dt).toFixed(1)} s`;
}

function clauseOf(side: Side, dt: number): string {
  const time = since(side, dt);
  return time === undefined ? `${titleOf(side.choice)}: no` : `${titleOf(side.choice)}: yes, since ${time}`;
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
