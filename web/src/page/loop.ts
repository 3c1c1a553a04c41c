/* The frame loop: runs as many steps of fixed length as the clock asks for, within a time limit per frame. Steps that
 * do not fit are dropped: the worlds then run slower, and the page stays responsive. */

const MAX_STEPS_PER_FRAME = 4;
/** Time that a frame may spend on steps, ms. */
const STEP_BUDGET = 12;
/** Longest time between two frames that is simulated, s. */
const MAX_FRAME_TIME = 0.1;
/** Rate per frame of the running means. */
const MEAN_RATE = 0.05;

export interface FrameTimes {
  /** Running means in milliseconds: stepping, drawing, both, time between frames. */
  step: number;
  draw: number;
  work: number;
  frame: number;
  /** The longest `work` of the last 120 frames. */
  worst: number;
  /** Simulated seconds per second. */
  rate: number;
}

export class Loop {
  running = true;
  /** Simulated seconds per second that are asked for. */
  speed = 1;
  readonly times: FrameTimes = { step: 0, draw: 0, work: 0, frame: 16.7, worst: 0, rate: 1 };
  private backlog = 0;
  private lastFrame: number | undefined;
  private needsRedraw = true;
  private recentWork: number[] = [];

  constructor(private readonly act: { dt: () => number; step: () => void; draw: (fraction: number) => void }) {}

  start(): void {
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Draws the next frame even if the simulation is paused. */
  requestRedraw(): void {
    this.needsRedraw = true;
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    const elapsed = this.lastFrame === undefined ? 0 : (now - this.lastFrame) / 1000;
    this.lastFrame = now;
    const start = performance.now();
    const steps = this.running ? this.stepFor(Math.min(elapsed, MAX_FRAME_TIME), start) : 0;
    const stepped = performance.now();
    if (this.running || this.needsRedraw) {
      this.needsRedraw = false;
      this.act.draw(this.running ? Math.min(1, this.backlog / this.act.dt()) : 1);
    }
    if (this.running && elapsed > 0) this.measure(elapsed, start, stepped, steps);
  }

  private stepFor(elapsed: number, start: number): number {
    const dt = this.act.dt();
    let steps = 0;
    this.backlog += elapsed * this.speed;
    while (this.backlog >= dt && this.running) {
      if (steps === MAX_STEPS_PER_FRAME || (steps > 0 && performance.now() - start > STEP_BUDGET)) {
        this.backlog %= dt;
        break;
      }
      this.act.step();
      this.backlog -= dt;
      ++steps;
    }
    return steps;
  }

  private measure(elapsed: number, start: number, stepped: number, steps: number): void {
    const { times } = this;
    const done = performance.now();
    const follow = (name: keyof FrameTimes, value: number): void => {
      times[name] += MEAN_RATE * (value - times[name]);
    };
    follow('step', stepped - start);
    follow('draw', done - stepped);
    follow('work', done - start);
    follow('frame', 1000 * elapsed);
    follow('rate', (steps * this.act.dt()) / elapsed);
    this.recentWork.push(done - start);
    if (this.recentWork.length > 120) this.recentWork.shift();
    times.worst = Math.max(...this.recentWork);
  }
}
