/* Snapshots of the last seconds, for rewinding. */
import type { Report } from '../engine/types.js';

/** Minimum time that snapshots reach back, s. */
const SECONDS = 12;
/** Memory for all snapshots. Larger worlds have fewer snapshots over the same time. */
const MAX_BYTES = 96 * 2 ** 20;

/** The state of a world, and the report of its last step. */
export interface SavedWorld {
  snapshot: Uint8Array;
  report: Report;
}

interface Moment {
  step: number;
  worlds: SavedWorld[];
}

export class Rewind {
  private moments: Moment[] = [];

  clear(): void {
    this.moments = [];
  }

  /** Returns the number of steps between two snapshots. */
  private stride(bytes: number, dt: number): number {
    return Math.max(1, Math.ceil((SECONDS / dt) * (bytes / MAX_BYTES)));
  }

  /** Called after each step: takes a snapshot of each world if it is due. */
  record(step: number, dt: number, take: () => SavedWorld[]): void {
    const last = this.moments[this.moments.length - 1];
    const bytes = last?.worlds.reduce((sum, one) => sum + one.snapshot.length, 0) ?? 0;
    if (last !== undefined && step - last.step < this.stride(bytes, dt)) return;
    this.moments.push({ step, worlds: take() });
    while (this.moments.length > 2 && (step - (this.moments[1]?.step ?? step)) * dt >= SECONDS) this.moments.shift();
  }

  /** Returns the steps that have a snapshot, oldest first. */
  steps(): number[] {
    return this.moments.map((moment) => moment.step);
  }

  /** Returns the latest snapshots at or before a step, or the oldest ones. */
  at(step: number): Moment | undefined {
    const before = this.moments.filter((moment) => moment.step <= step);
    return before[before.length - 1] ?? this.moments[0];
  }

  /** Removes the snapshots after a step, because the worlds continue from there. */
  dropAfter(step: number): void {
    this.moments = this.moments.filter((moment) => moment.step <= step);
  }
}
