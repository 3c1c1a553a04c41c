/* The rain tool: drops shapes from above the scene until it is switched off. */
import type { App } from './app.js';

const STEPS_PER_SHAPE = 5;
const MAX_SHAPES = 400;

export class Spawner {
  isOn = false;
  private steps = 0;
  private count = 0;

  constructor(private readonly app: App) {}

  toggle(): void {
    this.isOn = !this.isOn;
    this.count = 0;
    if (this.isOn) this.app.loop.running = true;
    this.app.changed();
  }

  stop(): void {
    this.isOn = false;
  }

  /** Called before each step. */
  step(): void {
    const view = this.app.views[0];
    if (!this.isOn || view === undefined || ++this.steps % STEPS_PER_SHAPE !== 0) return;
    const { simulation, pointerTools } = this.app;
    const isDone = this.app.guard(() => {
      const [side] = simulation.sides;
      if (side === undefined) return;
      const size = pointerTools.spawnSize(view);
      pointerTools.spawn(simulation.space.rainPlace(side.world, size, view.renderer.size), size, -2);
    });
    if (!isDone || ++this.count >= MAX_SHAPES) {
      this.stop();
      this.app.changed();
    }
  }
}
