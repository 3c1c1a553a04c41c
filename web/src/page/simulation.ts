/* The worlds that are shown: one, or two from the same start that differ in their solver alone. What is done to one is done to all,
 * and they step together. */
import type { Modulus } from '../engine/modulus.js';
import type { BodyId, Description, Picked, Piece, Report, Settings } from '../engine/types.js';
import type { World } from '../engine/world.js';
import { History } from './history.js';
import { Rewind } from './rewind.js';
import { settingsOf } from './solver.js';
import type { SolverChoice } from './solver.js';

/** Where the worlds come from. */
export type Source =
  | { kind: 'builtin'; name: string; keys: Settings }
  | { kind: 'document'; name: string; text: string };

export interface Side {
  choice: SolverChoice;
  world: World;
  description: Description;
  report: Report;
  readonly history: History;
}

export class Simulation {
  sides: Side[] = [];
  source: Source = { kind: 'builtin', name: 'pool2', keys: {} };
  /** RES below which a step counts as converged. */
  target = 1e-4;
  /** Whether something was put in, taken out or moved by hand since the start. */
  touched = false;
  /** Undefined: that of the scene. */
  gravity: [number, number] | undefined;
  private watchesSweeps = true;
  private watchesContacts = true;
  readonly rewind = new Rewind();
  /** The step at which the worlds stand while the past is looked at. */
  private rewound: number | undefined;

  private lastChoices: SolverChoice[] = [];

  constructor(private engine: Modulus) {}

  /** How the sides are solved; where there are none, after a failure, how the last ones were. */
  get choices(): SolverChoice[] {
    return this.sides.length > 0 ? this.sides.map((side) => side.choice) : this.lastChoices;
  }

  get catalogue(): Modulus['catalogue'] {
    return this.engine.catalogue;
  }
  get dt(): number {
    return this.sides[0]?.description.dt ?? 1 / 60;
  }
  get steps(): number {
    return this.sides[0]?.report.steps ?? 0;
  }
  get description(): Description | undefined {
    return this.sides[0]?.description;
  }

  /* ---- Starting ---------------------------------------------------------------------------------------------------- */

  private open(source: Source, choice: SolverChoice): Side {
    const settings = settingsOf(choice, this.target);
    const world =
      source.kind === 'builtin'
        ? this.engine.open(source.name, { ...source.keys, ...settings })
        : this.engine.readText(source.text, source.name, settings);
    if (this.gravity !== undefined) world.setGravity(...this.gravity);
    const side = { choice, world, description: world.describe(), report: world.report(), history: new History() };
    this.watchSide(side);
    return side;
  }

  /** Starts worlds in place of those that there are; where one cannot be made, those stay, and the failure is thrown. */
  start(source: Source, choices: SolverChoice[]): void {
    const made: Side[] = [];
    try {
      for (const choice of choices) made.push(this.open(source, choice));
    } catch (failure) {
      made.forEach((side) => side.world.close());
      throw failure;
    }
    this.sides.forEach((side) => side.world.close());
    this.sides = made;
    this.source = source;
    this.touched = false;
    this.rewound = undefined;
    this.rewind.clear();
    this.takeSnapshots();
  }

  restart(): void {
    this.start(this.source, this.choices);
  }

  /** After the module has trapped: nothing in its memory is to be trusted. */
  startAnew(engine: Modulus): void {
    this.lastChoices = this.choices;
    this.engine = engine;
    this.sides = [];
    this.start(this.source, this.lastChoices);
  }

  /* ---- Settings ---------------------------------------------------------------------------------------------------- */

  private watchSide(side: Side): void {
    side.world.watch({ contacts: this.watchesContacts, sweeps: this.watchesSweeps });
  }

  watch(what: { contacts: boolean; sweeps: boolean }): void {
    this.watchesContacts = what.contacts;
    this.watchesSweeps = what.sweeps;
    this.sides.forEach((side) => this.watchSide(side));
  }

  /** Another solver for a side, while it runs. Where the engine refuses it, all is as before. */
  setChoice(side: Side, choice: SolverChoice): void {
    const before = settingsOf(side.choice, this.target);
    try {
      for (const [key, value] of Object.entries(settingsOf(choice, this.target))) side.world.set(key, value);
    } catch (failure) {
      for (const [key, value] of Object.entries(before)) side.world.set(key, value);
      throw failure;
    }
    side.choice = choice;
    side.description = side.world.describe();
  }

  setTarget(target: number): void {
    this.target = target;
    this.sides.forEach((side) => {
      side.history.convergedSince = undefined;
      this.setChoice(side, side.choice);
    });
  }

  /** Undefined: that of the scene, from the next start on. */
  setGravity(gravity: [number, number] | undefined): void {
    this.gravity = gravity;
    if (gravity === undefined) return;
    for (const side of this.sides) {
      side.world.setGravity(...gravity);
      side.description = side.world.describe();
    }
  }

  /* ---- Time -------------------------------------------------------------------------------------------------------- */

  step(): void {
    if (this.rewound !== undefined) {
      this.rewind.dropAfter(this.rewound);
      this.rewound = undefined;
    }
    for (const side of this.sides) {
      side.world.step();
      side.report = side.world.report();
      side.history.add(side.report, this.target);
    }
    this.takeSnapshots();
  }

  private takeSnapshots(): void {
    this.rewind.note(this.steps, this.dt, () =>
      this.sides.map(({ world, report }) => ({ snapshot: world.snapshot(), report })),
    );
  }

  /** Back to the latest snapshot at or before a step; later ones stay until the worlds step on. */
  goTo(step: number): void {
    const moment = this.rewind.at(step);
    if (moment === undefined) return;
    this.sides.forEach((side, place) => {
      const kept = moment.worlds[place];
      if (kept === undefined) return;
      side.world.restore(kept.snapshot);
      side.report = kept.report;
      side.history.rewindTo(moment.step);
    });
    this.rewound = moment.step;
  }

  /* ---- Hands ------------------------------------------------------------------------------------------------------- */

  /** Grabs a body in one world, and the same one in the others where it is there. */
  grab(side: Side, hand: number, picked: Picked, x: number, y: number): void {
    side.world.grab(hand, picked, x, y);
    this.others(side, (world) => world.grab(hand, picked, x, y));
    this.touched = true;
  }

  pull(hand: number, x: number, y: number): void {
    this.others(undefined, (world) => world.pull(hand, x, y));
  }

  release(hand: number): void {
    this.sides.forEach((side) => side.world.release(hand));
  }

  spawn(piece: Piece, x: number, y: number, size: number, velocityX = 0, velocityY = 0): void {
    this.sides.forEach((side) => side.world.spawn(piece, x, y, size, velocityX, velocityY));
    this.wasTouched();
  }

  destroy(body: BodyId): void {
    this.others(undefined, (world) => world.destroyBody(body));
    this.wasTouched();
  }

  explode(x: number, y: number, radius: number, speed: number): void {
    this.sides.forEach((side) => side.world.explode(x, y, radius, speed));
    this.wasTouched();
  }

  private wasTouched(): void {
    this.touched = true;
    for (const side of this.sides) {
      const { bodies, kinetic, potential, bytes } = side.world.report();
      side.report = { ...side.report, bodies, kinetic, potential, bytes };
    }
  }

  /** Does something to every world but one; a body that is gone in one of them is no failure. */
  private others(but: Side | undefined, act: (world: World) => void): void {
    for (const side of this.sides) {
      if (side === but) continue;
      try {
        act(side.world);
      } catch (failure) {
        if (failure instanceof WebAssembly.RuntimeError) throw failure;
      }
    }
  }
}
