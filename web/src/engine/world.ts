/* What worlds of both dimensions have, as a class around the functions of web/engine/engine.h. */
import { ModulusError } from './error.js';
import type { Memory } from './memory.js';
import type { Description, Outcome, Report, Settings } from './types.js';

const OUTCOMES: Outcome[] = ['converged', 'max_iterations', 'time_budget', 'diverged', 'stopped', 'stalled'];
const REPORT_COUNT = 29;
const OBSERVE_CONTACTS = 1;
const OBSERVE_SWEEPS = 2;

/** Formats settings as lines "key=value". Refuses a line break, which would add another setting. */
export function settingLines(settings: Settings): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  const broken = lines.find((line) => line.includes('\n'));
  if (broken !== undefined) throw new ModulusError(`${broken.split('\n')[0]}: a setting cannot contain a line break`);
  return lines.join('\n');
}

/** A world of rigid bodies in 2D or 3D, opened by Modulus.open or Modulus.read: a World2 or a World3. close() frees its memory; every later call
 *  except close() throws a ModulusError. A method that is refused throws a ModulusError and leaves the world unchanged. */
export abstract class World {
  abstract readonly dimensions: 2 | 3;

  /** @internal */
  constructor(
    protected readonly memory: Memory,
    /** Address in the module's memory; 0: closed. */
    private at: number,
  ) {}

  /** @internal */
  protected get pointer(): number {
    if (this.at === 0) throw new ModulusError('the world is closed');
    return this.at;
  }

  /** Frees the memory of the world. Closing it again has no effect. */
  close(): void {
    const { at } = this;
    this.at = 0;
    if (at !== 0) this.memory.call.web_close(at);
  }

  /** Advances the world by one step of the scene's dt. */
  step(): void {
    this.memory.checkStatus(this.memory.call.web_step(this.pointer));
  }

  /** Changes a setting of a running world, for example ("solver", "pgs") or ("iterations", 20). */
  set(key: string, value: string | number | boolean): void {
    this.memory.withText(key, (keyAt) =>
      this.memory.withText(String(value), (valueAt) =>
        this.memory.checkStatus(this.memory.call.web_set(this.pointer, keyAt, valueAt)),
      ),
    );
  }

  describe(): Description {
    const text = this.memory.textAt(this.memory.checkPointer(this.memory.call.web_describe(this.pointer)));
    return JSON.parse(text) as Description;
  }

  /** Returns the current scene as JSON that Modulus.readText and `modulus run` accept. */
  save(): string {
    return this.memory.textAt(this.memory.checkPointer(this.memory.call.web_save(this.pointer)));
  }

  /** Returns a hash of the complete state of all bodies, 16 hexadecimal digits, as `modulus run` prints it. */
  hash(): string {
    return BigInt.asUintN(64, this.memory.call.web_hash(this.pointer)).toString(16).padStart(16, '0');
  }

  /** Returns the last warning that the world has logged; empty if there is none. */
  log(): string {
    return this.memory.textAt(this.memory.call.web_log(this.pointer));
  }

  report(): Report {
    const n = this.memory.doublesAt(this.memory.call.web_report(this.pointer), REPORT_COUNT);
    let index = 0;
    const next = (): number => n[index++] ?? 0;
    return {
      outcome: OUTCOMES[next()] ?? 'diverged',
      hasTolerance: next() !== 0,
      converged: next() !== 0,
      farFromConverged: next() !== 0,
      solves: next(),
      sweeps: next(),
      residual: next(),
      residualScaled: next(),
      residualRelative: next(),
      rows: next(),
      contacts: next(),
      contactPoints: next(),
      islands: next(),
      awakeBodies: next(),
      penetrationMax: next(),
      penetrationMean: next(),
      kineticEnergy: next(),
      potentialEnergy: next(),
      seconds: {
        islands: next(),
        assemble: next(),
        solve: next(),
        position: next(),
        integrate: next(),
        collide: next(),
        total: next(),
      },
      steps: next(),
      bodies: next(),
      bytes: next(),
      logCount: next(),
    };
  }

  /** Chooses what to record in the following steps: each contact's contribution to the residual, the residual after
   *  every sweep. */
  observe(what: { contacts?: boolean; sweeps?: boolean }): void {
    const flags = (what.contacts === true ? OBSERVE_CONTACTS : 0) | (what.sweeps === true ? OBSERVE_SWEEPS : 0);
    this.memory.checkStatus(this.memory.call.web_observe(this.pointer, flags));
  }

  /** Returns RES before the first sweep of the last substep and after each sweep: a view that is valid until the next
   *  call. */
  sweepResiduals(): Float64Array {
    return this.memory.doubles(this.memory.call.web_sweep_residuals(this.pointer));
  }

  /** Returns the complete state as bytes for restore(). */
  snapshot(): Uint8Array {
    const { call } = this.memory;
    const size = call.web_snapshot_size(this.pointer);
    const buffer = this.memory.checkPointer(call.web_alloc(size));
    try {
      this.memory.checkStatus(call.web_snapshot(this.pointer, buffer, size));
      return this.memory.bytes().slice(buffer, buffer + size);
    } finally {
      call.web_free(buffer);
    }
  }

  restore(snapshot: Uint8Array): void {
    this.memory.withBytes(snapshot, (at) =>
      this.memory.checkStatus(this.memory.call.web_restore(this.pointer, at, snapshot.length)),
    );
  }
}
