/* The worlds on the page: one, or two that start from the same scene and differ only in their solver. They step
 * together, and every interaction applies to both. */
import type { Modulus } from '../engine/modulus.js';
import type { Description2, Description3, Report, Settings } from '../engine/types.js';
import type { World } from '../engine/world.js';
import { History } from './history.js';
import { limitChoice, limitKeys, limitWorld } from './limits.js';
import { Rewind } from './rewind.js';
import { settingsOf } from './solver.js';
import type { SolverChoice } from './solver.js';
import { Space2 } from './space2.js';
import { Space3 } from './space3.js';
import type { Space } from './space.js';
import type { Showcase } from './showcases.js';
import { hasKeys, showcaseOf } from './showcases.js';

/** The scene from which the worlds start. */
export type Source =
  | { kind: 'builtin'; name: string; keys: Settings }
  | { kind: 'document'; name: string; text: string };

export interface Side {
  choice: SolverChoice;
  world: World;
  description: Description2 | Description3;
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
  gravity: readonly number[] | undefined;
  /** What the last start lowered to the limits of the page, one line each. */
  readonly lowered = new Set<string>();
  private observesSweeps = true;
  private observesContacts = true;
  readonly rewind = new Rewind();
  /** The step to which the worlds were rewound, until they step again. */
  private rewound: number | undefined;

  private lastChoices: SolverChoice[] = [];

  /** Of 2D and of 3D worlds, with a camera each. */
  readonly spaces = { 2: new Space2(), 3: new Space3() } as const;

  constructor(private engine: Modulus) {}

  /** The showcase that the worlds show, undefined if their scene or their solvers are others. */
  get showcase(): Showcase | undefined {
    const { source } = this;
    const showcase = source.kind === 'builtin' ? showcaseOf(source.name) : undefined;
    const isSame = (choice: SolverChoice, index: number): boolean =>
      JSON.stringify(settingsOf(choice, 0)) === JSON.stringify(settingsOf(this.choices[index] ?? choice, 0));
    if (source.kind !== 'builtin' || showcase === undefined || !hasKeys(showcase, source.keys)) return undefined;
    return this.sides.length === 2 && showcase.choices.every(isSame) ? showcase : undefined;
  }

  /** That of the current scene. */
  get space(): Space {
    return this.spaces[this.description?.dimensions ?? 2];
  }

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
  get description(): Side['description'] | undefined {
    return this.sides[0]?.description;
  }

  /* ---- Starting ---------------------------------------------------------------------------------------------------- */

  private open(source: Source, choice: SolverChoice): Side {
    const settings = settingsOf(choice, this.target);
    const world =
      source.kind === 'builtin'
        ? this.engine.open(source.name, { ...source.keys, ...settings })
        : this.engine.readText(source.text, source.name, settings);
    if (this.gravity !== undefined) this.spaces[world.dimensions].setGravity(world, this.gravity);
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
    side.description = side.world.describe() as Side['description'];
  }

  setTarget(target: number): void {
    this.target = target;
    this.sides.forEach((side) => {
      side.history.setTarget(target);
      this.setChoice(side, side.choice);
    });
  }

  /** Sets the gravity of all worlds. With undefined, the scene's gravity is used from the next start on. */
  setGravity(gravity: readonly number[] | undefined): void {
    this.gravity = gravity;
    if (gravity === undefined) return;
    for (const side of this.sides) {
      this.space.setGravity(side.world, gravity);
      side.description = side.world.describe() as Side['description'];
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

  /** Applies an action to a world, which may refuse it, and to the other world if it is possible there: a body may no longer
   *  exist in it. */
  applyFirst(first: Side, act: (world: World) => void): void {
    act(first.world);
    this.forOthers(first, act);
    this.markModified();
  }

  /** Applies an action to all worlds; the first one that refuses it ends it. */
  apply(act: (world: World) => void): void {
    this.sides.forEach((side) => act(side.world));
    this.markModified();
  }

  /** Applies an action where it is possible. */
  tryApply(act: (world: World) => void): void {
    this.forOthers(undefined, act);
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
  private forOthers(except: Side | undefined, act: (world: World) => void): void {
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
