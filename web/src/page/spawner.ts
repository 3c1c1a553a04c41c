/* The rain tool: drops shapes from the top of the view until it is switched off. */
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
    const { size } = view.renderer;
    const [x] = this.app.camera.toWorld(size.width * (0.25 + 0.5 * Math.random()), 0, size);
    const [, y] = this.app.camera.toWorld(0, size.height * 0.06, size);
    const isDone = this.app.guard(() => this.app.pointerTools.spawn(view, x, y, -2));
    if (!isDone || ++this.count >= MAX_SHAPES) {
      this.stop();
      this.app.changed();
    }
  }
}
