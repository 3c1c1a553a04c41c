/* What worlds of both dimensions have, as a class around the functions of web/engine/engine.h. */
import { ModulusError } from './error.js';
import { flatten } from './flat.js';
import type { Memory } from './memory.js';
import type { BodyId, Description, Handle, JointId, Outcome, Report, Settings, ShapeId, WorldEvent } from './types.js';

const OUTCOMES: Outcome[] = ['converged', 'max_iterations', 'time_budget', 'diverged', 'stopped', 'stalled'];
const REPORT_COUNT = 29;
const EVENT_NUMBERS = 17;
const EVENTS = [
  'contact_begin',
  'contact_end',
  'contact_hit',
  'sensor_begin',
  'sensor_end',
  'body_sleep',
  'body_wake',
  'joint_broken',
] as const;
const PARTS = ['body', 'shape', 'joint'];
const OBSERVE_CONTACTS = 1;
const OBSERVE_SWEEPS = 2;

/** The meaning of the two vectors of web_push: web/engine/engine_build.h. */
export const PUSH = { force: 0, forceAt: 1, impulse: 2, impulseAt: 3, velocity: 4 } as const;

/** Returns the definition of a joint whose bodies have only the numbers of their handles. */
export function withHandles(definition: { bodies: readonly (BodyId | null)[] }): unknown {
  const plain = (body: BodyId | null): unknown =>
    typeof body === 'object' && body !== null ? { index: body.index, generation: body.generation } : body;
  const { bodies } = definition;
  return { ...definition, bodies: Array.isArray(bodies) ? bodies.map(plain) : bodies };
}

/** Formats settings as lines "key=value". Refuses a line break, which would add another setting. */
export function settingLines(settings: Settings): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
  const broken = lines.find((line) => line.includes('\n'));
  if (broken !== undefined) throw new ModulusError(`${broken.split('\n')[0]}: a setting cannot contain a line break`);
  return lines.join('\n');
}

/** A world of rigid bodies in 2D or 3D, opened by Modulus.open or Modulus.read: a World2 or a World3. close() frees its
 *  memory; every later call except close() throws a ModulusError. A method that is refused throws a ModulusError and leaves the world unchanged. */
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

  /** Destroys a body with its shapes and joints. */
  destroyBody(body: BodyId): void {
    this.memory.checkStatus(this.memory.call.web_destroy_body(this.pointer, body.index, body.generation));
  }
  /** Destroys a shape; the mass of its body follows. */
  destroyShape(shape: ShapeId): void {
    this.memory.checkStatus(this.memory.call.web_destroy_shape(this.pointer, shape.index, shape.generation));
  }
  destroyJoint(joint: JointId): void {
    this.memory.checkStatus(this.memory.call.web_destroy_joint(this.pointer, joint.index, joint.generation));
  }

  /** Returns whether a body, shape or joint still exists. A joint that broke does not. */
  exists(part: 'body' | 'shape' | 'joint', { index, generation }: Handle): boolean {
    return this.memory.call.web_is_valid(this.pointer, PARTS.indexOf(part), index, generation) !== 0;
  }

  /** Wakes a body, or puts it to sleep. */
  setAwake(body: BodyId, awake: boolean): void {
    const { index, generation } = body;
    this.memory.checkStatus(this.memory.call.web_set_awake(this.pointer, index, generation, awake ? 1 : 0));
  }
  /** Adds a body to the simulation and to queries, or removes it. */
  setEnabled(body: BodyId, enabled: boolean): void {
    const { index, generation } = body;
    this.memory.checkStatus(this.memory.call.web_set_enabled(this.pointer, index, generation, enabled ? 1 : 0));
  }

  /** Creates something from a definition; messages begin with `origin`.
   *  @internal */
  protected create(
    definition: unknown,
    origin: string,
    create: (at: number, size: number, origin: number) => number,
  ): Handle {
    return this.memory.withDocument(flatten(definition), origin, (at, size, originAt) =>
      this.memory.handle(this.memory.checkPointer(create(at, size, originAt))),
    );
  }

  /** Changes what a definition names; messages begin with `origin`.
   *  @internal */
  protected change(part: 'body' | 'shape' | 'joint', of: Handle, definition: unknown, origin: string): void {
    const world = this.pointer;
    const { call } = this.memory;
    this.memory.withDocument(flatten(definition), origin, (...at) =>
      this.memory.checkStatus(call.web_change(world, PARTS.indexOf(part), of.index, of.generation, ...at)),
    );
  }

  /** web_push with two vectors of three numbers.
   *  @internal */
  protected push(body: BodyId, push: number, first: readonly number[], second: readonly number[]): void {
    const [x = 0, y = 0, z = 0] = first;
    const [u = 0, v = 0, w = 0] = second;
    const { call } = this.memory;
    this.memory.checkStatus(call.web_push(this.pointer, body.index, body.generation, push, x, y, z, u, v, w));
  }

  /** @internal */
  protected eventsOf<Vector>(vector: (x: number, y: number, z: number) => Vector): WorldEvent<Vector>[] {
    const n = this.memory.doubles(this.memory.call.web_events(this.pointer));
    const events: WorldEvent<Vector>[] = [];
    for (let k = 0; k + EVENT_NUMBERS <= n.length; k += EVENT_NUMBERS) {
      const number = (offset: number): number => n[k + offset] ?? 0;
      const handle = (offset: number): Handle => ({ index: number(offset), generation: number(offset + 1) });
      const vectorAt = (offset: number): Vector => vector(number(offset), number(offset + 1), number(offset + 2));
      const type = EVENTS[number(0)] ?? 'body_wake';
      const shapes: [ShapeId, ShapeId] = [handle(1) as ShapeId, handle(3) as ShapeId];
      if (type === 'contact_hit') {
        const [point, normal] = [vectorAt(9), vectorAt(12)];
        events.push({ type, shapes, point, normal, speed: number(15), impulse: number(16) });
      } else if (type === 'body_sleep' || type === 'body_wake') {
        events.push({ type, body: handle(5) as BodyId });
      } else if (type === 'joint_broken') {
        events.push({ type, joint: handle(7) as JointId, impulse: number(16) });
      } else {
        events.push({ type, shapes });
      }
    }
    return events;
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
