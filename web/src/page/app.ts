/* The application: owns the simulation, the frame loop, the views and the tools. Panels and shortcuts call its methods. */
import { ModulusError } from '../engine/error.js';
import type { Modulus } from '../engine/modulus.js';
import { Camera } from './camera.js';
import { find } from './dom.js';
import type { Box } from './framing.js';
import { chooseFrame, movingBox, uniteAll } from './framing.js';
import { PointerTools } from './pointer_tools.js';
import { headlineOf } from './headline.js';
import { Loop } from './loop.js';
import { showError } from './messages.js';
import { paletteOf } from './palette.js';
import { WorldView, legend } from './world_view.js';
import type { Range } from './plots.js';
import { rangeOf } from './plots.js';
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

export class App {
  readonly simulation: Simulation;
  readonly camera = new Camera();
  readonly loop: Loop;
  readonly pointerTools: PointerTools;
  readonly spawner: Spawner;
  readonly theme: Theme;
  views: WorldView[] = [];
  showsContacts = true;
  showsSweeps = true;
  /** The keyboard cursor, in world coordinates. */
  cursor: { view: WorldView; x: number; y: number } | undefined;
  private readonly stage = find('#stage');
  private readonly listeners: (() => void)[] = [];
  private readonly updateListeners: (() => void)[] = [];
  private frames = 0;
  private hasWarned = false;
  /** A new engine is being loaded after a trap; further failures of the old one are ignored. */
  private isReloading = false;
  private fitsOnResize = true;
  /** The part of the world that the camera shows or moves to. */
  private frame: Box = [-1, -1, 1, 1];
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
    this.pointerTools = new PointerTools(this.simulation, this.camera, actions);
    this.spawner = new Spawner(this);
    this.theme = new Theme(() => this.restyle());
    new ResizeObserver(() => this.resize()).observe(this.stage);
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
    if (this.views.length !== sides.length) {
      const plotInputs = {
        target: () => this.simulation.target,
        steps: () => this.ranges.steps,
        sweeps: () => this.ranges.sweeps,
      };
      this.views = sides.map((_side, index) => new WorldView(index, plotInputs));
      this.views.forEach((view) => this.pointerTools.attach(view));
      this.stage.replaceChildren(legend(), ...this.views.map((view) => view.root));
      this.stage.dataset['sides'] = String(sides.length);
      this.resize();
    }
    this.layOut();
    if (fits) this.fit();
    this.updatePlots();
    this.changed();
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
    const [left, bottom, right, top] = this.simulation.description?.view ?? [-1, -1, 1, 1];
    const isWide = this.views.length > 1 && right - left > WIDE_ASPECT * (top - bottom);
    if (this.stage.classList.contains('wide') === isWide) return;
    this.stage.classList.toggle('wide', isWide);
    this.resize();
  }

  fit(): void {
    const view = this.views[0];
    const box = this.simulation.description?.view;
    this.fitsOnResize = view === undefined || view.renderer.size.width <= 1;
    if (view !== undefined && box !== undefined) {
      this.camera.follows = true;
      this.frame = box;
      this.chooseFrame();
      this.camera.fit(this.frame, view.renderer.size);
    }
    this.loop.requestRedraw();
  }

  /** Chooses what the camera shows, unless the user has moved it or is holding a body. */
  private chooseFrame(): void {
    const size = this.views[0]?.renderer.size;
    const view = this.simulation.description?.view;
    if (size === undefined || view === undefined || !this.camera.follows || this.pointerTools.isActive) return;
    const boxes = this.simulation.sides.map((side) => movingBox(side.world.shapes(), view));
    this.frame = chooseFrame(uniteAll(boxes), view, this.frame, size);
  }

  /** Moves the camera towards its frame: at once if the worlds are paused or the system asks for reduced motion. */
  private moveCamera(): void {
    const size = this.views[0]?.renderer.size;
    if (size === undefined || !this.camera.follows || this.pointerTools.isActive) return;
    const isGradual = this.loop.running && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.camera.approach(this.frame, size, isGradual ? CAMERA_RATE : 1);
  }

  zoom(factor: number): void {
    const size = this.views[0]?.renderer.size;
    if (size !== undefined) this.camera.zoomAt(size.width / 2, size.height / 2, factor, size);
    this.loop.requestRedraw();
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
      camera: this.camera,
      palette: paletteOf(this.theme.isDark),
      fraction,
      contacts: this.showsContacts,
      target: this.simulation.target,
    };
    this.guard(() =>
      this.views.forEach((view, index) => {
        const side = this.simulation.sides[index];
        const cursor = this.cursor?.view === view ? ([this.cursor.x, this.cursor.y] as [number, number]) : undefined;
        if (side !== undefined) view.draw(side, { ...options, cursor });
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
