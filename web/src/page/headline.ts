/* What is to be seen, in a sentence. */
import type { Side, Simulation } from './simulation.js';
import { titleOf } from './solver.js';

function power(target: number): string {
  return target.toExponential().replace('e-', 'e−').replace('e+', 'e');
}

function since(side: Side, dt: number): string | undefined {
  const step = side.history.convergedSince;
  return step === undefined ? undefined : `${(step * dt).toFixed(1)} s`;
}

function sentenceOf(side: Side, dt: number): string {
  const at = since(side, dt);
  return at === undefined ? `${titleOf(side.choice)} has not` : `${titleOf(side.choice)} has since ${at}`;
}

export function headlineOf(simulation: Simulation): string {
  const { sides, dt, target, description } = simulation;
  const [first, second] = sides;
  if (first === undefined || description === undefined) return '';
  if (second === undefined) return description.about;
  const one = first.description.world;
  const two = second.description.world;
  const isSame = one.iterations === two.iterations && one.substeps === two.substeps;
  const start = isSame
    ? `The same start, ${one.iterations} sweeps a ${one.substeps > 1 ? 'substep' : 'step'} each.`
    : 'The same start.';
  const isAlike = (since(first, dt) === undefined) === (since(second, dt) === undefined);
  const joined = isAlike ? ', ' : '; ';
  return `${start} Solved to ${power(target)}? ${sentenceOf(first, dt)}${joined}${sentenceOf(second, dt)}.`;
}
