import type { Memory } from './memory.js';
import { PIECES } from './types.js';
import type { Body, BodyId, Description, Outcome, Picked, Piece, Report, Settings } from './types.js';

const OUTCOMES: Outcome[] = ['converged', 'max_iterations', 'time_budget', 'diverged', 'stopped'];
const TYPES: Body['type'][] = ['static', 'kinematic', 'dynamic'];
const REPORT_NUMBERS = 29;
const BODY_NUMBERS = 12;
const WATCH_CONTACTS = 1;
const WATCH_SWEEPS = 2;

/** Settings as lines "key=value". */
export function linesOf(settings: Settings): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n');
}

/** A world of rigid bodies. Made by Modulus.open and Modulus.read; close() gives its memory back. What is refused throws a
 *  ModulusError and leaves the world as it was. */
export class World {
  /** @internal */
  constructor(
    private readonly memory: Memory,
    private readonly at: number,
  ) {}

  close(): void {
    this.memory.call.web_close(this.at);
  }

  /** Steps once, by the scene's dt. */
  step(): void {
    this.memory.done(this.memory.call.web_step(this.at));
  }

  /** Changes a setting while the world runs, such as ("solver", "pgs") or ("iterations", 20). */
  set(key: string, value: string | number | boolean): void {
    this.memory.lendText(key, (keyAt) =>
      this.memory.lendText(String(value), (valueAt) =>
        this.memory.done(this.memory.call.web_set(this.at, keyAt, valueAt)),
      ),
    );
  }

  setGravity(x: number, y: number): void {
    this.memory.done(this.memory.call.web_set_gravity(this.at, x, y));
  }

  describe(): Description {
    const text = this.memory.textAt(this.memory.pointer(this.memory.call.web_describe(this.at)));
    return JSON.parse(text) as Description;
  }

  /** The scene as it is now, as JSON that Modulus.readText and `modulus run` take. */
  save(): string {
    return this.memory.textAt(this.memory.pointer(this.memory.call.web_save(this.at)));
  }

  /** 16 hexadecimal digits that depend on every bit of the bodies' state: those of `modulus run`. */
  hash(): string {
    return BigInt.asUintN(64, this.memory.call.web_hash(this.at)).toString(16).padStart(16, '0');
  }

  /** The last line that the world logged; empty where there is none. */
  log(): string {
    return this.memory.textAt(this.memory.call.web_log(this.at));
  }

  report(): Report {
    const n = this.memory.doublesAt(this.memory.call.web_report(this.at), REPORT_NUMBERS);
    let place = 0;
    const next = (): number => n[place++] ?? 0;
    return {
      outcome: OUTCOMES[next()] ?? 'diverged',
      hasTolerance: next() !== 0,
      converged: next() !== 0,
      far: next() !== 0,
      solves: next(),
      sweeps: next(),
      residual: next(),
      residualScaled: next(),
      residualRelative: next(),
      rows: next(),
      contacts: next(),
      points: next(),
      islands: next(),
      awake: next(),
      overlapMost: next(),
      overlapMean: next(),
      kinetic: next(),
      potential: next(),
      seconds: {
        islands: next(),
        rows: next(),
        solve: next(),
        recover: next(),
        move: next(),
        collide: next(),
        total: next(),
      },
      steps: next(),
      bodies: next(),
      bytes: next(),
      logged: next(),
    };
  }

  /** What is looked at in the steps to come: each contact's part of the residual, the residual of every sweep. */
  watch(what: { contacts?: boolean; sweeps?: boolean }): void {
    const bits = (what.contacts === true ? WATCH_CONTACTS : 0) | (what.sweeps === true ? WATCH_SWEEPS : 0);
    this.memory.done(this.memory.call.web_watch(this.at, bits));
  }

  /** RES before the first sweep of the last step, and after each: a view that holds until the next call. */
  sweeps(): Float64Array {
    return this.memory.doubles(this.memory.call.web_sweeps(this.at));
  }

  /** Shapes and joints as records (FORM, web/engine/engine.h): a view that holds until the next call. */
  shapes(fraction = 1): Float32Array {
    return this.memory.floats(this.memory.call.web_draw(this.at, fraction));
  }

  /** Points of contact, CONTACT_NUMBERS floats each: a view that holds until the next call. */
  contacts(): Float32Array {
    return this.memory.floats(this.memory.call.web_contacts(this.at));
  }

  bodies(): Body[] {
    const n = this.memory.doubles(this.memory.call.web_bodies(this.at));
    const bodies: Body[] = [];
    for (let k = 0; k + BODY_NUMBERS <= n.length; k += BODY_NUMBERS) {
      const number = (place: number): number => n[k + place] ?? 0;
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

  /** The whole state as bytes, which restore() brings back to the bit. */
  snapshot(): Uint8Array {
    const { call } = this.memory;
    const size = call.web_snapshot_size(this.at);
    const buffer = this.memory.pointer(call.web_alloc(size));
    try {
      this.memory.done(call.web_snapshot(this.at, buffer, size));
      return this.memory.bytes().slice(buffer, buffer + size);
    } finally {
      call.web_free(buffer);
    }
  }

  restore(snapshot: Uint8Array): void {
    this.memory.lend(snapshot, (at) => this.memory.done(this.memory.call.web_restore(this.at, at, snapshot.length)));
  }

  /** A body within `reach` of a point that is not static. */
  pick(x: number, y: number, reach = 0): Picked | undefined {
    const [index = 0, generation = 0, localX = 0, localY = 0, mass = 0] = this.memory.doublesAt(
      this.memory.call.web_pick(this.at, x, y, reach),
      5,
    );
    return generation !== 0 ? { index, generation, localX, localY, mass } : undefined;
  }

  /** Pulls a dynamic body, by a point of it, to a point of the world; hands are 0 to 9, and each pulls one body. */
  grab(hand: number, body: Picked, x: number, y: number): void {
    const { index, generation, localX, localY } = body;
    this.memory.done(this.memory.call.web_grab(this.at, hand, index, generation, localX, localY, x, y));
  }

  pull(hand: number, x: number, y: number): void {
    this.memory.done(this.memory.call.web_pull(this.at, hand, x, y));
  }

  release(hand: number): void {
    this.memory.call.web_release(this.at, hand);
  }

  /** Puts a piece into the world that reaches `size` from its middle. */
  spawn(piece: Piece, x: number, y: number, size: number, velocityX = 0, velocityY = 0): void {
    const place = PIECES.indexOf(piece);
    this.memory.done(this.memory.call.web_spawn(this.at, place, x, y, size, velocityX, velocityY));
  }

  destroyBody(body: BodyId): void {
    this.memory.done(this.memory.call.web_destroy_body(this.at, body.index, body.generation));
  }

  /** Drives dynamic bodies away from a point: those there by `speed`, those at `radius` not at all. */
  explode(x: number, y: number, radius: number, speed: number): void {
    this.memory.done(this.memory.call.web_explode(this.at, x, y, radius, speed));
  }
}
