/* What the last steps of a world came to, for plots and averages. */
import type { Report, Seconds } from '../engine/types.js';

/** Ten seconds at 60 steps a second. */
export const HISTORY_MOST = 600;
const PHASES: (keyof Seconds)[] = ['islands', 'rows', 'solve', 'recover', 'move', 'collide', 'total'];
/** Clocks of browsers are coarse; means over so many steps are not. */
const MEAN_OVER = 60;

export class History {
  readonly steps: number[] = [];
  readonly residual: number[] = [];
  private readonly seconds: Seconds[] = [];
  /** The first step of the latest run of steps that were all below the target. */
  convergedSince: number | undefined;

  add(report: Report, target: number): void {
    this.steps.push(report.steps);
    this.residual.push(report.residual);
    this.seconds.push(report.seconds);
    const isBelow = isSolved(report, target);
    this.convergedSince = isBelow ? (this.convergedSince ?? report.steps) : undefined;
    if (this.steps.length > HISTORY_MOST) {
      this.steps.shift();
      this.residual.shift();
      this.seconds.shift();
    }
  }

  /** Forgets what came after a step: the world has gone back to it. */
  rewindTo(step: number): void {
    while (this.steps.length > 0 && (this.steps[this.steps.length - 1] ?? 0) > step) {
      this.steps.pop();
      this.residual.pop();
      this.seconds.pop();
    }
    if (this.convergedSince !== undefined && this.convergedSince > step) this.convergedSince = undefined;
  }

  /** Milliseconds a step by phase, in the mean over the last second. */
  milliseconds(): Seconds {
    const recent = this.seconds.slice(-MEAN_OVER);
    const mean = (phase: keyof Seconds): number =>
      recent.length > 0 ? (1000 * recent.reduce((sum, seconds) => sum + seconds[phase], 0)) / recent.length : 0;
    return Object.fromEntries(PHASES.map((phase) => [phase, mean(phase)])) as unknown as Seconds;
  }
}

/** Whether a step met the target, by whatever way it ended. */
export function isSolved(report: Report, target: number): boolean {
  return report.outcome !== 'diverged' && report.residual < target;
}
