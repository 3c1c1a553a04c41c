/* Pieces that fall from the top of the view, until it is stopped. */
import type { App } from './app.js';

const STEPS_BETWEEN = 5;
const PIECES_MOST = 400;

export class Rain {
  isOn = false;
  private steps = 0;
  private fallen = 0;

  constructor(private readonly app: App) {}

  toggle(): void {
    this.isOn = !this.isOn;
    this.fallen = 0;
    if (this.isOn) this.app.loop.running = true;
    this.app.changed();
  }

  stop(): void {
    this.isOn = false;
  }

  /** Before a step. */
  step(): void {
    const pane = this.app.panes[0];
    if (!this.isOn || pane === undefined || ++this.steps % STEPS_BETWEEN !== 0) return;
    const { size } = pane.drawing;
    const [x] = this.app.camera.toWorld(size.width * (0.25 + 0.5 * Math.random()), 0, size);
    const [, y] = this.app.camera.toWorld(0, size.height * 0.06, size);
    const isDone = this.app.guard(() => this.app.hands.spawn(pane, x, y, -2));
    if (!isDone || ++this.fallen >= PIECES_MOST) {
      this.stop();
      this.app.changed();
    }
  }
}
