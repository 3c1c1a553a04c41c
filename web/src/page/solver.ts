/* The solver settings of one side of the comparison, as the controls hold them and as the engine takes them. */

export interface SolverChoice {
  method: string;
  /** Of the modulus-based methods. */
  alpha: number;
  /** Of the SOR and AOR methods. */
  relax: number;
  /** Sweeps per substep; undefined: as the scene says. */
  iterations?: number | undefined;
  substeps?: number | undefined;
  /** Time budget per step, microseconds; 0: none. */
  budget?: number | undefined;
  /** The position solver; 'follow': auto if the method is auto, otherwise PGS. */
  positionSolver: 'follow' | 'pgs' | 'auto';
  /** Ends a solve when RES is below the target. */
  stopsAtTarget: boolean;
}

const COMMON = { alpha: 0.25, relax: 1.2, positionSolver: 'follow', stopsAtTarget: false } as const;
export const PGS: SolverChoice = { method: 'pgs', ...COMMON };
export const AUTO: SolverChoice = { method: 'auto', ...COMMON };

/** What `auto` does, for the panel in which the method is chosen. */
export const AUTO_POLICY =
  'A policy: Gauss-Seidel with Anderson acceleration if there are at least 8 sweeps and 0.15\u00a0√rows; with fewer sweeps, ' +
  'AMGS with γα\u00a0=\u00a00.5 from a warm start, or PGS from a cold start.';

export function takesAlpha(method: string): boolean {
  return !['pgs', 'psor', 'auto'].includes(method);
}
export function takesRelax(method: string): boolean {
  return ['psor', 'msor', 'maor', 'amsor', 'amaor'].includes(method);
}

/** Returns the library's default alpha: gamma alpha = 0.5 for AMGS, AMSOR and AMAOR, 1 for the other methods. */
export function defaultAlpha(method: string): number {
  return ['amgs', 'amsor', 'amaor'].includes(method) ? 0.25 : 0.5;
}

/** Returns the library's default relaxation (src/lcp/spec.c). */
export function defaultRelax(method: string): number {
  return ['msor', 'maor'].includes(method) ? 0.9 : 1.2;
}

/** Formats the solver for the engine, for example "amgs:alpha=0.25". */
export function specOf(choice: SolverChoice): string {
  const parameters: string[] = [];
  if (takesAlpha(choice.method)) parameters.push(`alpha=${choice.alpha}`);
  if (takesRelax(choice.method)) parameters.push(`relax=${choice.relax}`);
  return choice.method + (parameters.length > 0 ? `:${parameters.join(',')}` : '');
}

/** Parses a solver as the engine writes it. Unknown parameters are ignored. "amgs:alpha=auto" is an older name of
 *  "auto". */
export function choiceOf(spec: string): SolverChoice {
  const [method = 'auto', rest = ''] = spec.split(':');
  const choice: SolverChoice = { ...AUTO, method, alpha: defaultAlpha(method), relax: defaultRelax(method) };
  for (const pair of rest.split(',')) {
    const [key, value = ''] = pair.split('=');
    if (key === 'alpha' && value === 'auto') choice.method = 'auto';
    else if (key === 'alpha') choice.alpha = Number(value);
    if (key === 'relax') choice.relax = Number(value);
  }
  return choice;
}

/** Returns the name of a method for people: "Auto", "AMGS". */
export function methodTitle(method: string): string {
  return method === 'auto' ? 'Auto' : method.toUpperCase();
}

/** Returns a short title for people: "Auto", "AMGS α 0.25". */
export function titleOf(choice: SolverChoice): string {
  const parts = [methodTitle(choice.method)];
  if (takesAlpha(choice.method)) parts.push(`α ${choice.alpha}`);
  if (takesRelax(choice.method)) parts.push(`relax ${choice.relax}`);
  return parts.join(' ');
}

/** Returns the settings of a world with this solver. With 'follow', auto solves the position problem too, and the other
 *  methods use PGS for it: other combinations keep stacks jumping (docs/engine.md). */
export function settingsOf(choice: SolverChoice, target: number): Record<string, string | number> {
  const follow = choice.method === 'auto' ? 'auto' : 'pgs';
  const settings: Record<string, string | number> = {
    solver: specOf(choice),
    position_solver: choice.positionSolver === 'follow' ? follow : choice.positionSolver,
    tol: choice.stopsAtTarget ? target : 0,
    budget_us: choice.budget ?? 0,
  };
  if (choice.iterations !== undefined) settings['iterations'] = choice.iterations;
  if (choice.substeps !== undefined) settings['substeps'] = choice.substeps;
  return settings;
}
