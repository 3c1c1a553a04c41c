/* Time: steps of a fixed length, as many as the clock asks for and the frame has room for. What there is no room for is dropped: the
 * worlds then run slower, and the page stays alive. */

/** Steps of one frame at the most; what a frame may spend on them, ms; the longest pause that is made up for, s. */
const STEPS_MOST = 4;
const BUDGET = 12;
const PAUSE_MOST = 0.1;
const MEAN_RATE = 0.05;

export interface FrameTimes {
  /** Milliseconds, running means: stepping, drawing, both, from frame to frame. */
  step: number;
  draw: number;
  work: number;
  frame: number;
  /** The longest `work` of the last two seconds or so. */
  worst: number;
  /** Simulated seconds a second. */
  rate: number;
}

export class Loop {
  running = true;
  /** 1 is as fast as the clock. */
  speed = 1;
  readonly times: FrameTimes = { step: 0, draw: 0, work: 0, frame: 16.7, worst: 0, rate: 1 };
  private owed = 0;
  private last: number | undefined;
  private dirty = true;
  private recent: number[] = [];

  constructor(private readonly act: { dt: () => number; step: () => void; draw: (fraction: number) => void }) {}

  start(): void {
    requestAnimationFrame((now) => this.frame(now));
  }

  /** Draws the next frame even where nothing moves. */
  touch(): void {
    this.dirty = true;
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    const passed = this.last === undefined ? 0 : (now - this.last) / 1000;
    this.last = now;
    const began = performance.now();
    const steps = this.running ? this.stepFor(Math.min(passed, PAUSE_MOST), began) : 0;
    const stepped = performance.now();
    if (this.running || this.dirty) {
      this.dirty = false;
      this.act.draw(this.running ? Math.min(1, this.owed / this.act.dt()) : 1);
    }
    if (this.running && passed > 0) this.measure(passed, began, stepped, steps);
  }

  private stepFor(passed: number, began: number): number {
    const dt = this.act.dt();
    let steps = 0;
    this.owed += passed * this.speed;
    while (this.owed >= dt && this.running) {
      if (steps === STEPS_MOST || (steps > 0 && performance.now() - began > BUDGET)) {
        this.owed %= dt;
        break;
      }
      this.act.step();
      this.owed -= dt;
      ++steps;
    }
    return steps;
  }

  private measure(passed: number, began: number, stepped: number, steps: number): void {
    const { times } = this;
    const done = performance.now();
    const follow = (name: keyof FrameTimes, value: number): void => {
      times[name] += MEAN_RATE * (value - times[name]);
    };
    follow('step', stepped - began);
    follow('draw', done - stepped);
    follow('work', done - began);
    follow('frame', 1000 * passed);
    follow('rate', (steps * this.act.dt()) / passed);
    this.recent.push(done - began);
    if (this.recent.length > 120) this.recent.shift();
    times.worst = Math.max(...this.recent);
  }
}
