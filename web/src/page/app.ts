/* The application: owns the simulation, the frame loop, the views and the tools. Panels and shortcuts call its methods. */
import { ModulusError } from '../engine/error.js';
import type { Modulus } from '../engine/modulus.js';
import type { World } from '../engine/world.js';
import type { Camera, Size } from './camera.js';
import type { Camera3 } from './camera3.js';
import { find, make } from './dom.js';
import { PointerTools } from './pointer_tools.js';
import { headlineOf } from './headline.js';
import { Loop } from './loop.js';
import { showError } from './messages.js';
import { paletteOf } from './palette.js';
import { WorldView, legend } from './world_view.js';
import type { Range } from './plots.js';
import { rangeOf } from './plots.js';
import type { Space } from './space.js';
import { Spawner } from './spawner.js';
import type { Shared } from './share.js';
import type { Source } from './simulation.js';
import { Simulation } from './simulation.js';
import { titleOf } from './solver.js';
import type { SolverChoice } from './solver.js';
import { Theme } from './theme.js';

/** Frames between two updates of the numbers, and of the plots. */
const FRAMES_PER_UPDATE = 6;
const FRAMES_PER_PLOT = 5;
/** Share of the way that the camera moves per frame. */
const CAMERA_RATE = 0.08;
/** Two worlds that are wider than this times their height are shown one above the other. */
const WIDE_ASPECT = 2;
/** Pixels by which a key moves the camera. */
const KEY_STEP = 32;

export class App {
  readonly simulation: Simulation;
  readonly loop: Loop;
  readonly pointerTools: PointerTools;
  readonly spawner: Spawner;
  readonly theme: Theme;
  views: WorldView[] = [];
  showsContacts = true;
  showsSweeps = true;
  coloursByContacts = false;
  /** The keyboard cursor, in CSS pixels of a view. */
  cursor: { view: WorldView; x: number; y: number } | undefined;
  private readonly stage = find('#stage');
  /** What to look at in the current scene. */
  private readonly look = make('p', { class: 'look', id: 'look', role: 'note' });
  private readonly listeners: (() => void)[] = [];
  private readonly updateListeners: (() => void)[] = [];
  private frames = 0;
  private hasWarned = false;
  /** A new engine is being loaded after a trap; further failures of the old one are ignored. */
  private isReloading = false;
  private fitsOnResize = true;
  /** Views that are not shown, by dimension and index: a canvas is for one kind of drawing, and browsers have few WebGL
   *  contexts. */
  private readonly knownViews = new Map<string, WorldView>();
  /** Ranges of the plots, common to all worlds so that they can be compared. */
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
    const actions = { guard: (work: () => void) => this.guard(work), changed: () => this.loop.requestRedraw() };
    this.pointerTools = new PointerTools(this.simulation, actions);
    this.spawner = new Spawner(this);
    this.theme = new Theme(() => this.restyle());
    new ResizeObserver(() => this.resize()).observe(this.stage);
  }

  /** The camera of 2D worlds, and that of 3D worlds. */
  get camera(): Camera {
    return this.simulation.spaces[2].camera;
  }
  get camera3(): Camera3 {
    return this.simulation.spaces[3].camera;
  }

  /** Registers a listener that is called after a setting has changed. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
  /** Registers a listener that is called several times per second while the simulation runs. */
  onUpdate(listener: () => void): void {
    this.updateListeners.push(listener);
  }
  changed(): void {
    this.guard(() => {
      this.listeners.forEach((listener) => listener());
      this.update();
    });
    this.loop.requestRedraw();
  }

  /* ---- Failures ---------------------------------------------------------------------------------------------------- */

  /** Runs an action. If it fails, shows a message and returns false. */
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
      if (!this.isReloading) void this.reloadEngine(failure);
      return;
    }
    showError(`Internal error: ${String(failure)}`);
  }

  /** Loads a new engine after a trap, and restarts the scene. */
  private async reloadEngine(failure: Error): Promise<void> {
    this.isReloading = true;
    this.loop.running = false;
    showError(`The engine stopped (${failure.message}). It was reloaded, and the scene restarts.`);
    const engine = await this.reload();
    this.isReloading = false;
    if (this.guard(() => this.simulation.restartWith(engine))) this.started(false);
  }

  /* ---- Starting ---------------------------------------------------------------------------------------------------- */

  /** Starts a scene. If it cannot be opened, the current worlds stay. */
  start(source: Source, choices: SolverChoice[]): boolean {
    const isOpen = this.guard(() => this.simulation.start(source, choices));
    if (isOpen) this.started(true);
    const lowered = [...this.simulation.lowered];
    if (isOpen && lowered.length > 0)
      showError(`This page limits settings, so that it stays responsive: ${lowered.join('; ')}.`);
    return isOpen;
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
    this.pointerTools.forgetGrabs();
    this.spawner.stop();
    this.hasWarned = false;
    this.cursor = undefined;
    this.showViews(sides.length);
    this.layOut();
    if (fits) this.fit();
    this.updatePlots();
    this.changed();
  }

  /** Shows a view per world, of the dimension of the worlds. */
  private showViews(count: number): void {
    const { space } = this.simulation;
    const views = Array.from({ length: count }, (_value, index) => this.viewOf(index));
    if (views.length === this.views.length && views.every((view, index) => view === this.views[index])) return;
    this.views = views;
    const above = make('div', { class: 'above' }, this.look, legend(space.dimensions));
    this.stage.replaceChildren(above, ...views.map((view) => view.root));
    this.stage.dataset['sides'] = String(count);
    this.stage.dataset['dimensions'] = String(space.dimensions);
    this.resize();
  }

  private viewOf(index: number): WorldView {
    const { space } = this.simulation;
    const key = `${space.dimensions} ${index}`;
    const known = this.knownViews.get(key);
    if (known !== undefined) return known;
    const plotInputs = {
      target: () => this.simulation.target,
      steps: () => this.ranges.steps,
      sweeps: () => this.ranges.sweeps,
    };
    const view = new WorldView(index, plotInputs, (canvas) =>
      space.createRenderer(canvas, () => this.loop.requestRedraw()),
    );
    this.pointerTools.attach(view);
    this.knownViews.set(key, view);
    return view;
  }

  /* ---- Time -------------------------------------------------------------------------------------------------------- */

  private step(): void {
    this.spawner.step();
    if (!this.guard(() => this.simulation.step())) this.loop.running = false;
    this.showLog();
  }

  /** Shows the first warning that a world logs, for example that a solve diverged. Later ones only change the status
   *  light. */
  private showLog(): void {
    if (this.hasWarned) return;
    for (const side of this.simulation.sides) {
      if (side.report.logCount === 0) continue;
      this.hasWarned = true;
      showError(`${titleOf(side.choice)}: ${side.world.log()}. Change the settings or restart the scene.`);
    }
  }

  setRunning(running: boolean): void {
    this.loop.running = running;
    this.changed();
  }

  stepOnce(): void {
    this.loop.running = false;
    this.step();
    this.guard(() => this.chooseFrame());
    this.updatePlots();
    this.changed();
  }

  /** Rewinds to the nearest snapshot at or before a step, and pauses. */
  goTo(step: number): void {
    this.loop.running = false;
    this.pointerTools.forgetGrabs();
    this.guard(() => {
      this.simulation.goTo(step);
      this.chooseFrame();
    });
    this.updatePlots();
    this.changed();
  }

  rewindBy(seconds: number): void {
    this.goTo(this.simulation.steps - Math.round(seconds / this.simulation.dt));
  }

  /* ---- Display ----------------------------------------------------------------------------------------------------- */

  /** Places two worlds side by side, or one above the other if the scene is wide. */
  private layOut(): void {
    const { sides, space } = this.simulation;
    const [first] = sides;
    const isWide = first !== undefined && sides.length > 1 && space.aspect(first.world, this.sceneName) > WIDE_ASPECT;
    const words = this.simulation.showcase?.words ?? '';
    const isChanged = this.stage.classList.contains('wide') !== isWide || this.look.textContent !== words;
    this.look.textContent = words;
    this.look.hidden = words === '';
    this.stage.classList.toggle('wide', isWide);
    if (isChanged) this.resize();
  }

  /** The name of the built-in scene; empty if it is another one. */
  private get sceneName(): string {
    const { source } = this.simulation;
    return source.kind === 'builtin' ? source.name : '';
  }

  private get worlds(): World[] {
    return this.simulation.sides.map((side) => side.world);
  }

  fit(): void {
    const size = this.views[0]?.renderer.size;
    const { space, sides } = this.simulation;
    this.fitsOnResize = size === undefined || size.width <= 1;
    if (size !== undefined && sides.length > 0) this.guard(() => space.fit(this.worlds, size, this.sceneName));
    this.loop.requestRedraw();
  }

  private get mayFollow(): boolean {
    return this.simulation.space.camera.follows && !this.pointerTools.isActive && this.views.length > 0;
  }

  /** Chooses what the camera shows, unless the user has moved it or is holding a body. */
  private chooseFrame(): void {
    const size = this.views[0]?.renderer.size;
    if (size !== undefined && this.mayFollow && this.worlds.length > 0)
      this.simulation.space.chooseFrame(this.worlds, size);
  }

  /** Moves the camera towards its frame: at once if the worlds are paused or the system asks for reduced motion. */
  private moveCamera(): void {
    const size = this.views[0]?.renderer.size;
    if (size === undefined || !this.mayFollow) return;
    const isGradual = this.loop.running && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.simulation.space.moveCamera(isGradual ? CAMERA_RATE : 1, size);
  }

  /** Moves the camera of the current scene by hand. */
  private moveByHand(act: (space: Space, size: Size) => void): void {
    const size = this.views[0]?.renderer.size;
    if (size !== undefined) act(this.simulation.space, size);
    this.loop.requestRedraw();
  }

  zoom(factor: number): void {
    this.moveByHand((space, size) => space.zoomAt(size.width / 2, size.height / 2, factor, size));
  }

  /** Turns the view to the right and up by steps. */
  turn(right: number, up: number): void {
    this.moveByHand((space, size) => space.turnBy(-KEY_STEP * right, KEY_STEP * up, size));
  }

  pan(right: number, down: number): void {
    this.moveByHand((space, size) => space.panBy(KEY_STEP * right, KEY_STEP * down, size));
  }

  private resize(): void {
    const oldWidth = this.views[0]?.renderer.size.width ?? 0;
    this.views.forEach((view) => view.resize());
    const newWidth = this.views[0]?.renderer.size.width ?? 0;
    if (this.fitsOnResize || (oldWidth > 1 && Math.abs(newWidth - oldWidth) > 40)) this.fit();
    this.loop.requestRedraw();
  }

  private restyle(): void {
    this.views.forEach((view) => view.resize());
    this.loop.requestRedraw();
  }

  private draw(fraction: number): void {
    this.moveCamera();
    const options = {
      palette: paletteOf(this.theme.isDark),
      fraction,
      contacts: this.showsContacts,
      coloursByContacts: this.coloursByContacts && this.showsContacts,
      target: this.simulation.target,
    };
    this.guard(() =>
      this.views.forEach((view, index) => {
        const side = this.simulation.sides[index];
        if (side !== undefined) view.draw(side, options, this.cursor?.view === view ? this.cursor : undefined);
      }),
    );
    ++this.frames;
    if (this.frames % FRAMES_PER_UPDATE === 0) {
      this.guard(() => this.chooseFrame());
      this.update();
    }
    if (this.frames % FRAMES_PER_PLOT === 0 && this.loop.running) this.updatePlots();
  }

  private update(): void {
    this.views.forEach((view, index) => {
      const side = this.simulation.sides[index];
      if (side !== undefined) view.update(side);
    });
    const headline = find('#headline');
    const words = headlineOf(this.simulation);
    if (headline.textContent !== words) headline.textContent = words;
    this.updateListeners.forEach((listener) => listener());
  }

  private updatePlots(): void {
    const { sides, target } = this.simulation;
    this.ranges = {
      steps: rangeOf(
        sides.map((side) => side.history.residual),
        target,
      ),
      sweeps: rangeOf(
        sides.map((side) => side.world.sweepResiduals()),
        target,
      ),
    };
    this.views.forEach((view, index) => {
      const side = this.simulation.sides[index];
      if (side !== undefined) view.updatePlots(side);
    });
  }

  setObserved(what: { contacts?: boolean; sweeps?: boolean }): void {
    this.showsContacts = what.contacts ?? this.showsContacts;
    this.showsSweeps = what.sweeps ?? this.showsSweeps;
    this.simulation.observe({ contacts: this.showsContacts, sweeps: this.showsSweeps });
    this.stage.classList.toggle('plain', !this.showsContacts);
    this.changed();
  }
}
