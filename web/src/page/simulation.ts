/* The worlds on the page: one, or two that start from the same scene and differ only in their solver. They step
 * together, and every interaction applies to both. */
import type { Modulus } from '../engine/modulus.js';
import type { BodyId, Description2, PickedBody, SpawnShape, Report, Settings } from '../engine/types.js';
import type { World2 } from '../engine/world2.js';
import { History } from './history.js';
import { limitChoice, limitKeys, limitWorld } from './limits.js';
import { Rewind } from './rewind.js';
import { settingsOf } from './solver.js';
import type { SolverChoice } from './solver.js';

/** The scene from which the worlds start. */
export type Source =
  | { kind: 'builtin'; name: string; keys: Settings }
  | { kind: 'document'; name: string; text: string };

export interface Side {
  choice: SolverChoice;
  world: World2;
  description: Description2;
  report: Report;
  readonly history: History;
}

export class Simulation {
  sides: Side[] = [];
  source: Source = { kind: 'builtin', name: 'pool1', keys: {} };
  /** RES below which a step counts as converged. */
  target = 1e-4;
  /** The user has added, removed or moved bodies since the start. */
  modified = false;
  /** Undefined: the scene's gravity. */
  gravity: [number, number] | undefined;
  /** What the last start lowered to the limits of the page, one line each. */
  readonly lowered = new Set<string>();
  private observesSweeps = true;
  private observesContacts = true;
  readonly rewind = new Rewind();
  /** The step to which the worlds were rewound, until they step again. */
  private rewound: number | undefined;

  private lastChoices: SolverChoice[] = [];

  constructor(private engine: Modulus) {}

  /** The solvers of the sides. After a failure, when there are no sides, those of the last sides. */
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
  get description(): Description2 | undefined {
    return this.sides[0]?.description;
  }

  /* ---- Starting ---------------------------------------------------------------------------------------------------- */

  private open(source: Source, choice: SolverChoice): Side {
    const settings = settingsOf(choice, this.target);
    const world =
      source.kind === 'builtin'
        ? this.engine.open2(source.name, { ...source.keys, ...settings })
        : this.engine.readText2(source.text, source.name, settings);
    if (this.gravity !== undefined) world.setGravity(...this.gravity);
    limitWorld(world, this.lowered);
    const side = {
      choice: limitChoice(choice),
      world,
      description: world.describe(),
      report: world.report(),
      history: new History(),
    };
    this.observeSide(side);
    return side;
  }

  /** Replaces the worlds. If one of the new worlds cannot be opened, the old ones stay and the failure is thrown. */
  start(wanted: Source, choices: SolverChoice[]): void {
    const sides: Side[] = [];
    this.lowered.clear();
    const source = wanted.kind === 'builtin' ? { ...wanted, keys: limitKeys(wanted.keys, this.lowered) } : wanted;
    try {
      for (const choice of choices) sides.push(this.open(source, choice));
    } catch (failure) {
      sides.forEach((side) => side.world.close());
      throw failure;
    }
    this.sides.forEach((side) => side.world.close());
    this.sides = sides;
    this.source = source;
    this.modified = false;
    this.rewound = undefined;
    this.rewind.clear();
    this.takeSnapshots();
  }

  restart(): void {
    this.start(this.source, this.choices);
  }

  /** Restarts in a new engine after the module has trapped, because its memory is no longer valid. */
  restartWith(engine: Modulus): void {
    this.lastChoices = this.choices;
    this.engine = engine;
    this.sides = [];
    this.start(this.source, this.lastChoices);
  }

  /* ---- Settings ---------------------------------------------------------------------------------------------------- */

  private observeSide(side: Side): void {
    side.world.observe({ contacts: this.observesContacts, sweeps: this.observesSweeps });
  }

  observe(what: { contacts: boolean; sweeps: boolean }): void {
    this.observesContacts = what.contacts;
    this.observesSweeps = what.sweeps;
    this.sides.forEach((side) => this.observeSide(side));
  }

  /** Changes the solver of a running side. If the engine refuses it, the old one stays. */
  setChoice(side: Side, choice: SolverChoice): void {
    const oldSettings = settingsOf(side.choice, this.target);
    try {
      for (const [key, value] of Object.entries(settingsOf(choice, this.target))) side.world.set(key, value);
    } catch (failure) {
      for (const [key, value] of Object.entries(oldSettings)) side.world.set(key, value);
      throw failure;
    }
    side.choice = choice;
    side.description = side.world.describe();
  }

  setTarget(target: number): void {
    this.target = target;
    this.sides.forEach((side) => {
      side.history.setTarget(target);
      this.setChoice(side, side.choice);
    });
  }

  /** Sets the gravity of all worlds. With undefined, the scene's gravity is used from the next start on. */
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
    this.rewind.record(this.steps, this.dt, () =>
      this.sides.map(({ world, report }) => ({ snapshot: world.snapshot(), report })),
    );
  }

  /** Rewinds to the latest snapshot at or before a step. Later snapshots are kept until the worlds step again. */
  goTo(step: number): void {
    const moment = this.rewind.at(step);
    if (moment === undefined) return;
    this.sides.forEach((side, index) => {
      const saved = moment.worlds[index];
      if (saved === undefined) return;
      side.world.restore(saved.snapshot);
      side.report = saved.report;
      side.history.rewindTo(moment.step);
    });
    this.rewound = moment.step;
  }

  /* ---- Interaction ------------------------------------------------------------------------------------------------- */

  /** Grabs a body in one world, and the same body in the other world if it exists there. */
  grab(side: Side, pointer: number, picked: PickedBody, x: number, y: number): void {
    side.world.grab(pointer, picked, x, y);
    this.forOthers(side, (world) => world.grab(pointer, picked, x, y));
    this.modified = true;
  }

  drag(pointer: number, x: number, y: number): void {
    this.forOthers(undefined, (world) => world.drag(pointer, x, y));
  }

  release(pointer: number): void {
    this.sides.forEach((side) => side.world.release(pointer));
  }

  spawn(shape: SpawnShape, x: number, y: number, size: number, velocityX = 0, velocityY = 0): void {
    this.sides.forEach((side) => side.world.spawn(shape, x, y, size, velocityX, velocityY));
    this.markModified();
  }

  destroy(body: BodyId): void {
    this.forOthers(undefined, (world) => world.destroyBody(body));
    this.markModified();
  }

  explode(x: number, y: number, radius: number, speed: number): void {
    this.sides.forEach((side) => side.world.explode(x, y, radius, speed));
    this.markModified();
  }

  private markModified(): void {
    this.modified = true;
    for (const side of this.sides) {
      const { bodies, kineticEnergy, potentialEnergy, bytes } = side.world.report();
      side.report = { ...side.report, bodies, kineticEnergy, potentialEnergy, bytes };
    }
  }

  /** Applies an action to all worlds except one. Refusals are ignored: a body may no longer exist in a world. */
  private forOthers(except: Side | undefined, act: (world: World2) => void): void {
    for (const side of this.sides) {
      if (side === except) continue;
      try {
        act(side.world);
      } catch (failure) {
        if (failure instanceof WebAssembly.RuntimeError) throw failure;
      }
    }
  }
}
