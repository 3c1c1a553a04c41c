/* The solver settings of one side of the comparison, as the controls hold them and as the engine takes them.
 *
 * A step solves two problems, one for velocities and one for positions. As in the command, a solver names both unless
 * the position solver is named beside it. */

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
  /** The solver of positions, for example "auto"; undefined: the one that solves velocities. */
  positionSolver?: string | undefined;
  /** Of 3D worlds, "disc", "box" or "cone"; undefined: as the scene says. */
  frictionLaw?: string | undefined;
  /** Ends a solve when RES is below the target. */
  stopsAtTarget: boolean;
}

const COMMON = { alpha: 0.25, relax: 1.2, stopsAtTarget: false } as const;
export const PGS: SolverChoice = { method: 'pgs', ...COMMON };
export const AUTO: SolverChoice = { method: 'auto', ...COMMON };

/** What `auto` does, for the panel in which the method is chosen. */
export const AUTO_POLICY =
  'A policy: Gauss-Seidel with Anderson acceleration if there are at least 8 sweeps and 0.15\u00a0√rows; with fewer sweeps, ' +
  'AMGS with γα\u00a0=\u00a00.5 from a warm start, or PGS from a cold start.';

/** Returns whether a method is modulus-based. */
export function takesAlpha(method: string): boolean {
  return ['mj', 'mgs', 'msor', 'maor', 'amj', 'amgs', 'amsor', 'amaor'].includes(method);
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

/** Returns whether one solver solves both problems. */
export function solvesBoth(choice: SolverChoice): boolean {
  return choice.positionSolver === undefined || choice.positionSolver === specOf(choice);
}

/** Returns a short title for people, velocities first: "Auto", "AMGS α 0.25", "PGS + Auto". */
export function titleOf(choice: SolverChoice): string {
  const velocities = velocityTitle(choice);
  const solvers = solvesBoth(choice)
    ? velocities
    : `${velocities} + ${velocityTitle(choiceOf(choice.positionSolver ?? ''))}`;
  return choice.frictionLaw === undefined ? solvers : `${solvers}, ${choice.frictionLaw} friction`;
}

/** The laws of friction of 3D worlds, for people. */
export const FRICTION_LAWS = [
  ['disc', 'Disc (Coulomb)'],
  ['box', 'Box (simplified)'],
  ['cone', 'Cone (Coulomb)'],
] as const;

/** Explains the words of a title. */
export function meaningOf(choice: SolverChoice): string {
  const methods = [choice.method, choiceOf(choice.positionSolver ?? choice.method).method];
  const words = [...new Set(methods)].map((method) => {
    if (method === 'auto') return 'Auto: the default of Modulus. ' + AUTO_POLICY;
    if (method === 'pgs') return 'PGS: projected Gauss-Seidel, the usual solver of physics engines.';
    return `${methodTitle(method)}: see the panel "Solvers".`;
  });
  if (choice.frictionLaw === 'box')
    words.push('Box friction: each of two directions by itself, a pyramid instead of the cone of Coulomb’s law.');
  if (choice.frictionLaw === 'disc' || choice.frictionLaw === 'cone')
    words.push(
      `${choice.frictionLaw === 'disc' ? 'Disc' : 'Cone'} friction: Coulomb’s law, the same in all directions.`,
    );
  return words.join(' ');
}

/** Says which problems the solvers of a title solve. */
export function rolesOf(choice: SolverChoice): string {
  return solvesBoth(choice) ? 'velocities and positions' : 'velocities + positions';
}

function velocityTitle(choice: SolverChoice): string {
  const parts = [methodTitle(choice.method)];
  if (takesAlpha(choice.method)) parts.push(`α ${choice.alpha}`);
  if (takesRelax(choice.method)) parts.push(`relax ${choice.relax}`);
  return parts.join(' ');
}

/** Returns the settings of a world with this solver, in the order in which a world takes them: "solver" names both
 *  solvers, "position_solver" then another one for positions. */
export function settingsOf(choice: SolverChoice, target: number): Record<string, string | number> {
  const settings: Record<string, string | number> = {
    solver: specOf(choice),
    position_solver: choice.positionSolver ?? specOf(choice),
    tol: choice.stopsAtTarget ? target : 0,
    budget_us: choice.budget ?? 0,
  };
  if (choice.iterations !== undefined) settings['iterations'] = choice.iterations;
  if (choice.substeps !== undefined) settings['substeps'] = choice.substeps;
  if (choice.frictionLaw !== undefined) settings['friction_law'] = choice.frictionLaw;
  return settings;
}

/** Returns a solver without what belongs to one scene: its sweeps, its substeps, its law of friction. */
export function withoutScene(choice: SolverChoice): SolverChoice {
  return { ...choice, iterations: undefined, substeps: undefined, frictionLaw: undefined };
}
