/* Snapshots of the last seconds, to go back to. */
import type { Report } from '../engine/types.js';

/** At least so long is kept, s. */
const SECONDS = 12;
/** Memory of all snapshots together: with larger worlds they lie further apart, and reach back as far. */
const BYTES_MOST = 96 * 2 ** 20;

/** A world as it was, and what its last step came to. */
export interface Kept {
  snapshot: Uint8Array;
  report: Report;
}

interface Moment {
  step: number;
  worlds: Kept[];
}

export class Rewind {
  private moments: Moment[] = [];

  clear(): void {
    this.moments = [];
  }

  /** Steps between two snapshots. */
  private stride(bytes: number, dt: number): number {
    return Math.max(1, Math.ceil((SECONDS / dt) * (bytes / BYTES_MOST)));
  }

  /** After a step: takes a snapshot of each world where it is time to. */
  note(step: number, dt: number, take: () => Kept[]): void {
    const last = this.moments[this.moments.length - 1];
    const bytes = last?.worlds.reduce((sum, one) => sum + one.snapshot.length, 0) ?? 0;
    if (last !== undefined && step - last.step < this.stride(bytes, dt)) return;
    this.moments.push({ step, worlds: take() });
    while (this.moments.length > 2 && (step - (this.moments[1]?.step ?? step)) * dt >= SECONDS) this.moments.shift();
  }

  /** The steps that can be gone back to, from the oldest. */
  steps(): number[] {
    return this.moments.map((moment) => moment.step);
  }

  /** The latest moment at or before a step; the oldest where there is none. Stays until drop(). */
  at(step: number): Moment | undefined {
    const before = this.moments.filter((moment) => moment.step <= step);
    return before[before.length - 1] ?? this.moments[0];
  }

  /** Forgets what came after a step: from there the world goes another way. */
  dropAfter(step: number): void {
    this.moments = this.moments.filter((moment) => moment.step <= step);
  }
}
