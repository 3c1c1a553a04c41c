/* Reports of the last steps of a world, for plots and means, and the status that follows from them. */
import type { Report, Seconds } from '../engine/types.js';

/** Number of steps that are kept: ten seconds at 60 steps per second. */
export const MAX_HISTORY = 600;
const PHASES: (keyof Seconds)[] = ['islands', 'assemble', 'solve', 'position', 'integrate', 'collide', 'total'];
/** Steps in the mean of the times, because the clocks of browsers are coarse. */
const MEAN_STEPS = 60;
/** Steps that decide whether a world counts as converged: a second. */
export const STATUS_STEPS = 60;

/** What is known about one step. */
interface Entry {
  step: number;
  residual: number;
  seconds: Seconds;
  isAwake: boolean;
  isDiverged: boolean;
  /** RES of the latest step with an awake body; undefined before the first one. */
  awakeResidual: number | undefined;
  /** First step of the time for which the world has counted as converged; undefined if it does not. */
  convergedSince: number | undefined;
}

export class History {
  private entries: Entry[] = [];

  get steps(): number[] {
    return this.entries.map((entry) => entry.step);
  }
  get residual(): number[] {
    return this.entries.map((entry) => entry.residual);
  }

  add(report: Report, target: number): void {
    const isAwake = report.awakeBodies > 0;
    this.push(
      {
        step: report.steps,
        residual: report.residual,
        seconds: report.seconds,
        isAwake,
        isDiverged: report.outcome === 'diverged',
        awakeResidual: isAwake ? report.residual : this.lastAwakeResidual,
        convergedSince: undefined,
      },
      target,
    );
    if (this.entries.length > MAX_HISTORY) this.entries.shift();
  }

  /** Adds an entry and finds its status. A world counts as converged when all steps of a second have met the target, and
   *  no longer when half of the steps of a second have not, so that a residual that varies about the target does not
   *  make the status flicker. Steps in which all bodies sleep solve nothing, and end the status. */
  private push(entry: Entry, target: number): void {
    const before = this.entries[this.entries.length - 1]?.convergedSince;
    this.entries.push(entry);
    const recent = this.entries.slice(-STATUS_STEPS);
    const missed = recent.filter((one) => one.isDiverged || !(one.residual < target)).length;
    const first = recent[0];
    const isWhole = recent.length === STATUS_STEPS && recent.every((one) => one.isAwake);
    if (!entry.isAwake || entry.isDiverged || 2 * missed >= STATUS_STEPS) entry.convergedSince = undefined;
    else if (isWhole && missed === 0) entry.convergedSince = before ?? first?.step;
    else entry.convergedSince = before;
  }

  /** Finds the status of all steps anew, for another target. */
  setTarget(target: number): void {
    const { entries } = this;
    this.entries = [];
    entries.forEach((entry) => this.push(entry, target));
  }

  /** First step of the time for which the world has counted as converged; undefined if it does not. */
  get convergedSince(): number | undefined {
    return this.entries[this.entries.length - 1]?.convergedSince;
  }

  /** RES at which the bodies fell asleep, if all are asleep; undefined if none was ever awake. */
  get lastAwakeResidual(): number | undefined {
    return this.entries[this.entries.length - 1]?.awakeResidual;
  }

  /** Removes the steps after the step to which the world was rewound. */
  rewindTo(step: number): void {
    while ((this.entries[this.entries.length - 1]?.step ?? 0) > step) this.entries.pop();
  }

  /** Returns milliseconds per step and phase, as a mean over the last second. */
  milliseconds(): Seconds {
    const recent = this.entries.slice(-MEAN_STEPS);
    const mean = (phase: keyof Seconds): number =>
      recent.length > 0 ? (1000 * recent.reduce((sum, { seconds }) => sum + seconds[phase], 0)) / recent.length : 0;
    return Object.fromEntries(PHASES.map((phase) => [phase, mean(phase)])) as unknown as Seconds;
  }
}
