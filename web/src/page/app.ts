/* The playground: worlds, time, views and hands put together. Panels and keys call what is here. */
import { ModulusError } from '../engine/error.js';
import type { Modulus } from '../engine/modulus.js';
import { Camera } from './camera.js';
import { find } from './dom.js';
import { Hands } from './hands.js';
import { headlineOf } from './headline.js';
import { Loop } from './loop.js';
import { showError } from './messages.js';
import { paletteOf } from './palette.js';
import { Pane } from './pane.js';
import type { Range } from './plots.js';
import { rangeOf } from './plots.js';
import { Rain } from './rain.js';
import type { Shared } from './share.js';
import type { Source } from './simulation.js';
import { Simulation } from './simulation.js';
import { titleOf } from './solver.js';
import type { SolverChoice } from './solver.js';
import { Theme } from './theme.js';

/** Frames between two updates of numbers, and of plots. */
const TELL_EVERY = 6;
const PLOT_EVERY = 5;

export class App {
  readonly simulation: Simulation;
  readonly camera = new Camera();
  readonly loop: Loop;
  readonly hands: Hands;
  readonly rain: Rain;
  readonly theme: Theme;
  panes: Pane[] = [];
  showsContacts = true;
  showsSweeps = true;
  /** Where the keyboard points, in the world. */
  cursor: { pane: Pane; x: number; y: number } | undefined;
  private readonly stage = find('#stage');
  private readonly listeners: (() => void)[] = [];
  private readonly tellers: (() => void)[] = [];
  private frames = 0;
  private warned = false;
  /** A new engine is being loaded in place of one that trapped; failures of the old one are no news. */
  private recovers = false;
  private fitsNext = true;
  /** Of the plots of all worlds, which are to be compared. */
  private ranges: { steps: Range; sweeps: Range } = { steps: [1e-8, 1], sweeps: [1e-8, 1] };

  constructor(
    engine: Modulus,
    private readonly reload: () => Promise<Modulus>,
  ) {
    this.simulation = new Simulation(engine);
    this.loop = new Loop({
      dt: () => this.simulation.dt,
      step: () => this.step(),
      draw: (fraction) => this.draw(fraction),
    });
    const act = { guard: (work: () => void) => this.guard(work), changed: () => this.loop.touch() };
    this.hands = new Hands(this.simulation, this.camera, act);
    this.rain = new Rain(this);
    this.theme = new Theme(() => this.restyle());
    new ResizeObserver(() => this.resize()).observe(this.stage);
  }

  /** Called after anything that panels show has changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  /** Called a few times a second while it runs. */
  onTell(teller: () => void): void {
    this.tellers.push(teller);
  }
  changed(): void {
    this.guard(() => {
      this.listeners.forEach((listener) => listener());
      this.tell();
    });
    this.loop.touch();
  }

  /* ---- Failing ----------------------------------------------------------------------------------------------------- */

  /** Does something that may fail; a failure is shown in words, and the page goes on. True where it was done. */
  guard(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (failure) {
      this.failed(failure);
      return false;
    }
  }

  private failed(failure: unknown): void {
    if (failure instanceof ModulusError) {
      showError(failure.message);
      return;
    }
    if (failure instanceof WebAssembly.RuntimeError || failure instanceof RangeError) {
      if (!this.recovers) void this.recover(failure);
      return;
    }
    showError(`Something went wrong that should not: ${String(failure)}`);
  }

  /** The engine has trapped: a new one, and the scene from its start. */
  private async recover(failure: Error): Promise<void> {
    this.recovers = true;
    this.loop.running = false;
    showError(`The engine stopped (${failure.message}). It was loaded anew, and the scene starts over.`);
    const engine = await this.reload();
    this.recovers = false;
    if (this.guard(() => this.simulation.startAnew(engine))) this.started(false);
  }

  /* ---- Starting ---------------------------------------------------------------------------------------------------- */

  /** Shows a scene; where it cannot be made, what is there stays. */
  start(source: Source, choices: SolverChoice[]): boolean {
    const isDone = this.guard(() => this.simulation.start(source, choices));
    if (isDone) this.started(true);
    return isDone;
  }

  open(shared: Shared): boolean {
    this.simulation.target = shared.target;
    this.simulation.gravity = shared.gravity;
    return this.start(shared.source, shared.choices);
  }

  restart(): void {
    if (this.guard(() => this.simulation.restart())) this.started(false);
  }

  private started(fits: boolean): void {
    const { sides } = this.simulation;
    this.hands.drop();
    this.rain.stop();
    this.warned = false;
    this.cursor = undefined;
    if (this.panes.length !== sides.length) {
      const shown = {
        target: () => this.simulation.target,
        steps: () => this.ranges.steps,
        sweeps: () => this.ranges.sweeps,
      };
      this.panes = sides.map((_side, place) => new Pane(place, shown));
      this.panes.forEach((pane) => this.hands.attach(pane));
      this.stage.replaceChildren(...this.panes.map((pane) => pane.root));
      this.stage.dataset['sides'] = String(sides.length);
      this.resize();
    }
    if (fits) this.fit();
    this.tellPlots();
    this.changed();
  }

  /* ---- Time -------------------------------------------------------------------------------------------------------- */

  private step(): void {
    this.rain.step();
    if (!this.guard(() => this.simulation.step())) this.loop.running = false;
    this.warnOfLog();
  }

  /** The first that the worlds log (a solve that diverged, bodies that left the numbers) is shown; the light tells the rest. */
  private warnOfLog(): void {
    if (this.warned) return;
    for (const side of this.simulation.sides) {
      if (side.report.logged === 0) continue;
      this.warned = true;
      showError(
        `${titleOf(side.choice)}: ${side.world.log()}. This world is no longer solved: other settings, or Restart, help.`,
      );
    }
  }

  setRunning(running: boolean): void {
    this.loop.running = running;
    this.changed();
  }

  stepOnce(): void {
    this.loop.running = false;
    this.step();
    this.tellPlots();
    this.changed();
  }

  /** To a step of the last seconds, as near as snapshots lie; stops there. */
  goTo(step: number): void {
    this.loop.running = false;
    this.hands.drop();
    this.guard(() => this.simulation.goTo(step));
    this.tellPlots();
    this.changed();
  }

  rewindBy(seconds: number): void {
    this.goTo(this.simulation.steps - Math.round(seconds / this.simulation.dt));
  }

  /* ---- Showing ----------------------------------------------------------------------------------------------------- */

  fit(): void {
    const pane = this.panes[0];
    const view = this.simulation.description?.view;
    this.fitsNext = pane === undefined || pane.drawing.size.width <= 1;
    if (pane !== undefined && view !== undefined) this.camera.fit(view, pane.drawing.size);
    this.loop.touch();
  }

  zoom(factor: number): void {
    const size = this.panes[0]?.drawing.size;
    if (size !== undefined) this.camera.zoomAt(size.width / 2, size.height / 2, factor, size);
    this.loop.touch();
  }

  private resize(): void {
    const before = this.panes[0]?.drawing.size.width ?? 0;
    this.panes.forEach((pane) => pane.resize());
    const after = this.panes[0]?.drawing.size.width ?? 0;
    if (this.fitsNext || (before > 1 && Math.abs(after - before) > 40)) this.fit();
    this.loop.touch();
  }

  private restyle(): void {
    this.panes.forEach((pane) => pane.resize());
    this.loop.touch();
  }

  private draw(fraction: number): void {
    const options = {
      camera: this.camera,
      palette: paletteOf(this.theme.isDark),
      fraction,
      contacts: this.showsContacts,
      target: this.simulation.target,
    };
    this.guard(() =>
      this.panes.forEach((pane, place) => {
        const side = this.simulation.sides[place];
        const cursor = this.cursor?.pane === pane ? ([this.cursor.x, this.cursor.y] as [number, number]) : undefined;
        if (side !== undefined) pane.draw(side, { ...options, cursor });
      }),
    );
    ++this.frames;
    if (this.frames % TELL_EVERY === 0) this.tell();
    if (this.frames % PLOT_EVERY === 0 && this.loop.running) this.tellPlots();
  }

  private tell(): void {
    this.panes.forEach((pane, place) => {
      const side = this.simulation.sides[place];
      if (side !== undefined) pane.tell(side, this.simulation.target);
    });
    const headline = find('#headline');
    const words = headlineOf(this.simulation);
    if (headline.textContent !== words) headline.textContent = words;
    this.tellers.forEach((teller) => teller());
  }

  private tellPlots(): void {
    const { sides, target } = this.simulation;
    this.ranges = {
      steps: rangeOf(
        sides.map((side) => side.history.residual),
        target,
      ),
      sweeps: rangeOf(
        sides.map((side) => side.world.sweeps()),
        target,
      ),
    };
    this.panes.forEach((pane, place) => {
      const side = this.simulation.sides[place];
      if (side !== undefined) pane.tellPlots(side);
    });
  }

  setWatch(what: { contacts?: boolean; sweeps?: boolean }): void {
    this.showsContacts = what.contacts ?? this.showsContacts;
    this.showsSweeps = what.sweeps ?? this.showsSweeps;
    this.simulation.watch({ contacts: this.showsContacts, sweeps: this.showsSweeps });
    this.stage.classList.toggle('plain', !this.showsContacts);
    this.changed();
  }
}
