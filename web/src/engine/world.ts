/* A world, as a class around the functions of web/engine/engine.h. */
import { ModulusError } from './error.js';
import type { Memory } from './memory.js';
import { SPAWN_SHAPES } from './types.js';
import type { Body, BodyId, Description, Outcome, PickedBody, Report, Settings, SpawnShape } from './types.js';

const OUTCOMES: Outcome[] = ['converged', 'max_iterations', 'time_budget', 'diverged', 'stopped', 'stalled'];
const TYPES: Body['type'][] = ['static', 'kinematic', 'dynamic'];
const REPORT_COUNT = 29;
const BODY_NUMBERS = 12;
const OBSERVE_CONTACTS = 1;
const OBSERVE_SWEEPS = 2;

/** Formats settings as lines "key=value". Refuses a line break, which would add another setting. */
export function settingLines(settings: Settings): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  const broken = lines.find((line) => line.includes('\n'));
  if (broken !== undefined) throw new ModulusError(`${broken.split('\n')[0]}: a setting cannot contain a line break`);
  return lines.join('\n');
}

/** A world of rigid bodies, opened by Modulus.open or Modulus.read. close() frees its memory; every later call
 *  except close() throws a ModulusError. A method that is refused throws a ModulusError and leaves the world unchanged. */
export class World {
  /** @internal */
  constructor(
    private readonly memory: Memory,
    /** Address in the module's memory; 0: closed. */
    private at: number,
  ) {}

  private get pointer(): number {
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

  setGravity(x: number, y: number): void {
    this.memory.checkStatus(this.memory.call.web_set_gravity(this.pointer, x, y));
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

  /** Returns shapes and joints as records (DRAW_RECORD, web/engine/engine.h): a view that is valid until the next call.
   *  `fraction` interpolates between the start (0) and the end (1) of the last step. */
  shapes(fraction = 1): Float32Array {
    return this.memory.floats(this.memory.call.web_draw(this.pointer, fraction));
  }

  /** Returns the contact points, CONTACT_NUMBERS floats each: a view that is valid until the next call. */
  contacts(): Float32Array {
    return this.memory.floats(this.memory.call.web_contacts(this.pointer));
  }

  bodies(): Body[] {
    const n = this.memory.doubles(this.memory.call.web_bodies(this.pointer));
    const bodies: Body[] = [];
    for (let k = 0; k + BODY_NUMBERS <= n.length; k += BODY_NUMBERS) {
      const number = (offset: number): number => n[k + offset] ?? 0;
      bodies.push({
        index: number(0),
        generation: number(1),
        type: TYPES[number(2)] ?? 'static',
        awake: number(3) !== 0,
        x: number(4),
        y: number(5),
        cosine: number(6),
        sine: number(7),
        velocityX: number(8),
        velocityY: number(9),
        angularVelocity: number(10),
        mass: number(11),
      });
    }
    return bodies;
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

  /** Finds a kinematic or dynamic body within `radius` of a point. */
  pick(x: number, y: number, radius = 0): PickedBody | undefined {
    const [index = 0, generation = 0, localX = 0, localY = 0, mass = 0] = this.memory.doublesAt(
      this.memory.call.web_pick(this.pointer, x, y, radius),
      5,
    );
    return generation !== 0 ? { index, generation, localX, localY, mass } : undefined;
  }

  /** Attaches a mouse joint from a point of a dynamic body to a target. Pointers are 0 to 9; each holds at most one
   *  body. */
  grab(pointer: number, body: PickedBody, x: number, y: number): void {
    const { index, generation, localX, localY } = body;
    this.memory.checkStatus(this.memory.call.web_grab(this.pointer, pointer, index, generation, localX, localY, x, y));
  }

  /** Moves the target of the mouse joint. */
  drag(pointer: number, x: number, y: number): void {
    this.memory.checkStatus(this.memory.call.web_drag(this.pointer, pointer, x, y));
  }

  release(pointer: number): void {
    this.memory.call.web_release(this.pointer, pointer);
  }

  /** Adds a dynamic body that extends about `size` from its centre. */
  spawn(shape: SpawnShape, x: number, y: number, size: number, velocityX = 0, velocityY = 0): void {
    const index = SPAWN_SHAPES.indexOf(shape);
    this.memory.checkStatus(this.memory.call.web_spawn(this.pointer, index, x, y, size, velocityX, velocityY));
  }

  destroyBody(body: BodyId): void {
    this.memory.checkStatus(this.memory.call.web_destroy_body(this.pointer, body.index, body.generation));
  }

  /** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` at the point to 0 at
   *  `radius`. */
  explode(x: number, y: number, radius: number, speed: number): void {
    this.memory.checkStatus(this.memory.call.web_explode(this.pointer, x, y, radius, speed));
  }
}
