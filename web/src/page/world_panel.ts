/* The panels for gravity, target and display, and for the time per phase. */
import type { App } from './app.js';
import { checkbox, find, make, slider } from './dom.js';
import { LETTERS } from './world_view.js';

const PHASES = [
  ['islands', 'Islands, sleep'],
  ['assemble', 'Assembly'],
  ['solve', 'Velocity solver'],
  ['position', 'Position solver'],
  ['integrate', 'Integration'],
  ['collide', 'Collision'],
  ['total', 'Whole step'],
] as const;
const DEGREES = Math.PI / 180;

/** Shows gravity as a strength and a tilt from straight down. */
export class WorldPanel {
  private strength = 9.8;
  private tilt = 0;

  constructor(private readonly app: App) {
    const strength = slider(
      'Gravity',
      this.strength,
      { min: 0, max: 25, step: 0.1 },
      (value) => `${value.toFixed(1)} m/s²`,
      (value) => this.setGravity(value, this.tilt),
    );
    const tilt = slider(
      'Tilt',
      0,
      { min: -180, max: 180, step: 5 },
      (value) => `${value}°`,
      (value) => this.setGravity(this.strength, value),
    );
    const target = slider(
      'Target for RES',
      app.simulation.target,
      { min: -12, max: 0, step: 1, toValue: (position) => 10 ** position, toPosition: (value) => Math.log10(value) },
      (value) => `1e${Math.round(Math.log10(value))}`,
      (value) => {
        app.guard(() => app.simulation.setTarget(value));
        app.changed();
      },
    );
    const contacts = checkbox('Show contacts and impulses', true, (isOn) => app.setObserved({ contacts: isOn }));
    const sweeps = checkbox('Measure RES after every sweep (slower)', true, (isOn) =>
      app.setObserved({ sweeps: isOn }),
    );
    const colours = checkbox('Colour bodies by how well their contacts are solved', false, (isOn) => {
      app.coloursByContacts = isOn;
      app.loop.requestRedraw();
    });
    find('#world-panel').append(strength.row, tilt.row, target.row, contacts, colours, sweeps);
    app.onChange(() => {
      const gravity: readonly number[] = app.simulation.description?.world.gravity ?? [0, -9.8];
      this.strength = Math.hypot(...gravity);
      const [x = 0, y = 0] = gravity;
      this.tilt = this.strength > 0 ? Math.round(Math.atan2(x, -y) / DEGREES) : this.tilt;
      strength.set(this.strength);
      tilt.set(this.tilt);
      target.set(app.simulation.target);
      find<HTMLInputElement>('input', contacts).checked = app.showsContacts;
      colours.hidden = app.simulation.space.dimensions === 2 || !app.showsContacts;
      find<HTMLInputElement>('input', sweeps).checked = app.showsSweeps;
    });
  }

  private setGravity(strength: number, tilt: number): void {
    this.strength = strength;
    this.tilt = tilt;
    const angle = tilt * DEGREES;
    const gravity = [strength * Math.sin(angle), -strength * Math.cos(angle), 0];
    const { simulation } = this.app;
    this.app.guard(() => simulation.setGravity(gravity.slice(0, simulation.space.dimensions)));
    this.app.loop.requestRedraw();
  }
}

/** Shows milliseconds per phase of a step, and per frame. */
export class TimePanel {
  private readonly cells: HTMLElement[][] = [];
  private readonly head = make('tr');
  private readonly frame = make('p', { class: 'frame-time', id: 'frame-time' });

  constructor(private readonly app: App) {
    const body = make('tbody');
    for (const [phase, title] of PHASES) {
      const cells = LETTERS.map(() => make('td'));
      this.cells.push(cells);
      body.append(make('tr', { class: phase }, make('th', { scope: 'row' }, title), ...cells));
    }
    const table = make(
      'table',
      { class: 'phases' },
      make('caption', {}, 'Milliseconds per step, mean over a second'),
      make('thead', {}, this.head),
      body,
    );
    find('#time-panel').append(table, this.frame);
    app.onUpdate(() => this.update());
  }

  private update(): void {
    const { sides } = this.app.simulation;
    const columns = sides.map((side) => side.history.milliseconds());
    if (this.head.children.length !== sides.length + 1) {
      this.head.replaceChildren(
        make('td'),
        ...sides.map((_side, index) => make('th', { scope: 'col' }, LETTERS[index])),
      );
    }
    PHASES.forEach(([phase], row) => {
      LETTERS.forEach((_letter, index) => {
        const cell = this.cells[row]?.[index];
        const ms = columns[index]?.[phase];
        if (cell === undefined) return;
        cell.hidden = ms === undefined;
        cell.textContent = ms?.toFixed(2) ?? '';
        cell.style.setProperty('--share', String(Math.min(1, (ms ?? 0) / Math.max(0.01, columns[index]?.total ?? 1))));
      });
    });
    const { times } = this.app.loop;
    const rate =
      times.rate > 0.97 * this.app.loop.speed
        ? ''
        : ` Running at ${Math.round((100 * times.rate) / this.app.loop.speed)} % of the chosen speed.`;
    this.frame.textContent =
      `Frame: ${times.step.toFixed(1)} ms simulation + ${times.draw.toFixed(1)} ms drawing = ${times.work.toFixed(1)} ms ` +
      `(longest ${times.worst.toFixed(1)}), ${Math.round(1000 / times.frame)} frames per second.${rate}`;
  }
}
