/* How a side of the comparison is solved, as the controls have it and as the engine takes it. */

export interface SolverChoice {
  method: string;
  /** Of the modulus methods. */
  alpha: number | 'auto';
  /** Of the methods that relax. */
  relax: number;
  /** Undefined: what the scene says. */
  iterations?: number | undefined;
  substeps?: number | undefined;
  /** Microseconds a step; 0: none. */
  budget?: number | undefined;
  /** The solver of overlap; 'follow': what goes with the method. */
  recovery: 'follow' | 'pgs' | 'amgs:alpha=auto';
  /** Ends a solve when RES is below the target. */
  stops: boolean;
}

export const PGS: SolverChoice = { method: 'pgs', alpha: 'auto', relax: 1.2, recovery: 'follow', stops: false };
export const AUTO: SolverChoice = { method: 'amgs', alpha: 'auto', relax: 1.2, recovery: 'follow', stops: false };

export function takesAlpha(method: string): boolean {
  return method !== 'pgs' && method !== 'psor';
}
export function takesAuto(method: string): boolean {
  return method === 'amgs';
}
export function takesRelax(method: string): boolean {
  return ['psor', 'msor', 'maor', 'amsor', 'amaor'].includes(method);
}

/** The alpha that a method starts with, as the library has it: gamma alpha = 0.5 for what is accelerated by Gauss-Seidel, 1 else. */
export function standardAlpha(method: string): SolverChoice['alpha'] {
  if (takesAuto(method)) return 'auto';
  return ['amsor', 'amaor'].includes(method) ? 0.25 : 0.5;
}

function isAuto(choice: SolverChoice): boolean {
  return takesAuto(choice.method) && choice.alpha === 'auto';
}

/** The engine's words for it, such as "amgs:alpha=0.25". */
export function specOf(choice: SolverChoice): string {
  const keys: string[] = [];
  if (isAuto(choice)) keys.push('alpha=auto');
  else if (takesAlpha(choice.method) && choice.alpha !== 'auto') keys.push(`alpha=${choice.alpha}`);
  if (takesRelax(choice.method)) keys.push(`relax=${choice.relax}`);
  return choice.method + (keys.length > 0 ? `:${keys.join(',')}` : '');
}

/** A choice from the engine's words, on top of another; what is not known is left as it is. */
export function choiceOf(spec: string, base: SolverChoice = AUTO): SolverChoice {
  const [method = 'amgs', rest = ''] = spec.split(':');
  const made: SolverChoice = { ...base, method, alpha: 0.25 };
  for (const pair of rest.split(',')) {
    const [key, value = ''] = pair.split('=');
    if (key === 'alpha') made.alpha = value === 'auto' ? 'auto' : Number(value);
    if (key === 'relax') made.relax = Number(value);
  }
  return made;
}

/** For people: "AMGS auto", "AMGS alpha 0.25". */
export function titleOf(choice: SolverChoice): string {
  const name = choice.method.toUpperCase();
  if (isAuto(choice)) return `${name} auto`;
  const parts = [name];
  if (takesAlpha(choice.method) && choice.alpha !== 'auto') parts.push(`α ${choice.alpha}`);
  if (takesRelax(choice.method)) parts.push(`relax ${choice.relax}`);
  return parts.join(' ');
}

/** The settings of a world that is solved so. Overlap is recovered by extrapolated sweeps where the velocities are too, else by
 *  plain ones: the other combinations keep stacks jumping (docs/engine.md). */
export function settingsOf(choice: SolverChoice, target: number): Record<string, string | number> {
  const follow = isAuto(choice) ? 'amgs:alpha=auto' : 'pgs';
  const settings: Record<string, string | number> = {
    solver: specOf(choice),
    position_solver: choice.recovery === 'follow' ? follow : choice.recovery,
    tol: choice.stops ? target : 0,
    budget_us: choice.budget ?? 0,
  };
  if (choice.iterations !== undefined) settings['iterations'] = choice.iterations;
  if (choice.substeps !== undefined) settings['substeps'] = choice.substeps;
  return settings;
}
