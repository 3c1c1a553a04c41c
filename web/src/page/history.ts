/* Reports of the last steps of a world, for plots and means. */
import type { Report, Seconds } from '../engine/types.js';

/** Number of steps that are kept: ten seconds at 60 steps per second. */
export const MAX_HISTORY = 600;
const PHASES: (keyof Seconds)[] = ['islands', 'assemble', 'solve', 'position', 'integrate', 'collide', 'total'];
/** Steps in the mean of the times, because the clocks of browsers are coarse. */
const MEAN_STEPS = 60;

export class History {
  readonly steps: number[] = [];
  readonly residual: number[] = [];
  private readonly seconds: Seconds[] = [];
  /** RES of the latest step with an awake body, for each step; undefined before the first one. */
  private readonly awakeResidual: (number | undefined)[] = [];
  /** First step of the current run of steps that met the target; undefined if the last step did not, or if all bodies are
   *  asleep: a step without a problem solves nothing. */
  convergedSince: number | undefined;

  add(report: Report, target: number): void {
    this.steps.push(report.steps);
    this.residual.push(report.residual);
    this.seconds.push(report.seconds);
    const isAwake = report.awakeBodies > 0;
    this.awakeResidual.push(isAwake ? report.residual : this.lastAwakeResidual);
    const meetsTarget = isAwake && isSolved(report, target);
    this.convergedSince = meetsTarget ? (this.convergedSince ?? report.steps) : undefined;
    if (this.steps.length > MAX_HISTORY) {
      this.steps.shift();
      this.residual.shift();
      this.seconds.shift();
      this.awakeResidual.shift();
    }
  }

  /** RES at which the bodies fell asleep, if all are asleep; undefined if none was ever awake. */
  get lastAwakeResidual(): number | undefined {
    return this.awakeResidual[this.awakeResidual.length - 1];
  }

  /** Removes the steps after the step to which the world was rewound. */
  rewindTo(step: number): void {
    while (this.steps.length > 0 && (this.steps[this.steps.length - 1] ?? 0) > step) {
      this.steps.pop();
      this.residual.pop();
      this.seconds.pop();
      this.awakeResidual.pop();
    }
    if (this.convergedSince !== undefined && this.convergedSince > step) this.convergedSince = undefined;
  }

  /** Returns milliseconds per step and phase, as a mean over the last second. */
  milliseconds(): Seconds {
    const recent = this.seconds.slice(-MEAN_STEPS);
    const mean = (phase: keyof Seconds): number =>
      recent.length > 0 ? (1000 * recent.reduce((sum, seconds) => sum + seconds[phase], 0)) / recent.length : 0;
    return Object.fromEntries(PHASES.map((phase) => [phase, mean(phase)])) as unknown as Seconds;
  }
}

/** Returns whether a step met the target, whatever ended the solve. */
export function isSolved(report: Report, target: number): boolean {
  return report.outcome !== 'diverged' && report.residual < target;
}
