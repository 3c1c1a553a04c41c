/* One world on the page: its solver and light, the view, numbers, plots. */
import type { Report } from '../engine/types.js';
import type { DrawOptions } from './draw.js';
import { Drawing } from './draw.js';
import { make, short } from './dom.js';
import { isSolved } from './history.js';
import { BY_STEP, BY_SWEEP, ResidualPlot } from './plots.js';
import type { Range } from './plots.js';
import type { Side } from './simulation.js';
import { titleOf } from './solver.js';

export const LETTERS = ['A', 'B'];

type Light = 'converged' | 'not' | 'diverged' | 'idle' | 'asleep';

function lightOf(report: Report, target: number): Light {
  if (report.steps === 0) return 'idle';
  if (report.outcome === 'diverged') return 'diverged';
  if (report.awake === 0) return 'asleep';
  return isSolved(report, target) ? 'converged' : 'not';
}

const LIGHT_WORDS: Record<Light, string> = {
  converged: 'Converged',
  not: 'Not converged',
  diverged: 'Diverged',
  idle: 'At the start',
  asleep: 'All asleep',
};

/** What the marks at contacts mean. */
function legend(): HTMLElement {
  const grades = ['solved', '10× off', '100×', '1,000×', 'more'];
  const list = make('ul', {
    class: 'legend',
    'aria-label': 'Marks at contacts: how far each is from its share of the target',
  });
  grades.forEach((words, grade) => list.append(make('li', {}, make('i', { class: `mark g${grade}` }), words)));
  return list;
}

export class Pane {
  readonly root: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly drawing: Drawing;
  private readonly title = make('h2');
  private readonly light = make('span', { class: 'light' });
  private readonly numbers: Record<string, HTMLElement> = {};
  private readonly plots: ResidualPlot[] = [];
  private readonly figures: HTMLElement[] = [];
  private shownLight: Light | undefined;

  constructor(
    readonly place: number,
    private readonly shown: { target: () => number; steps: () => Range; sweeps: () => Range },
  ) {
    const letter = LETTERS[place] ?? '';
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'simulated world',
      'data-side': letter,
    });
    this.drawing = new Drawing(this.canvas);
    this.root = make(
      'article',
      { class: `pane side-${letter.toLowerCase()}` },
      make('header', {}, make('span', { class: 'badge', 'aria-hidden': 'true' }, letter), this.title, this.light),
      make('div', { class: 'view' }, this.canvas, place === 0 ? legend() : undefined),
      this.numberList(),
      this.plotRow(`--side-${letter.toLowerCase()}`),
    );
  }

  private numberList(): HTMLElement {
    const list = make('dl', { class: 'numbers' });
    const terms: [string, string, string][] = [
      ['res', 'RES', 'How far the last step is from solved'],
      ['sweeps', 'Sweeps', 'Sweeps of the last step'],
      ['kinetic', 'Kinetic energy', 'Of all bodies together'],
      ['overlap', 'Overlap', 'The largest, after the last step'],
      ['time', 'A step takes', 'In the mean over a second'],
    ];
    for (const [key, text, meaning] of terms) {
      const value = make('dd');
      this.numbers[key] = value;
      list.append(make('div', { title: meaning, class: `number-${key}` }, make('dt', {}, text), value));
    }
    return list;
  }

  private plotRow(colour: string): HTMLElement {
    const row = make('div', { class: 'plots' });
    const { target, steps, sweeps } = this.shown;
    for (const [kind, range] of [
      [BY_STEP, steps],
      [BY_SWEEP, sweeps],
    ] as const) {
      const holder = make('div', { class: 'plot' });
      const figure = make('figure', { role: 'img' }, make('figcaption', {}, kind.title), holder);
      this.figures.push(figure);
      this.plots.push(new ResidualPlot(holder, kind, colour, { target, range }));
      row.append(figure);
    }
    return row;
  }

  /** Follows its size on the page, and the colours of the theme. */
  resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.drawing.resize(width, height, window.devicePixelRatio);
    this.plots.forEach((plot) => plot.remake());
  }

  draw(side: Side, options: DrawOptions): void {
    this.drawing.draw(side.world, options);
  }

  /** Numbers and light, a few times a second. */
  tell(side: Side, target: number): void {
    const { report } = side;
    const title = titleOf(side.choice);
    if (this.title.textContent !== title) {
      this.title.textContent = title;
      this.canvas.setAttribute(
        'aria-label',
        `World ${LETTERS[this.place]}, solved by ${title}. Arrow keys move a cursor, Enter uses the tool.`,
      );
    }
    this.tellLight(lightOf(report, target));
    const ms = side.history.milliseconds().total;
    this.put('res', short(report.residual));
    this.put('sweeps', String(report.sweeps));
    this.put('kinetic', `${short(report.kinetic)} J`);
    this.put('overlap', `${short(1000 * report.overlapMost)} mm`);
    this.put('time', `${ms.toFixed(2)} ms`);
  }

  private put(key: string, text: string): void {
    const element = this.numbers[key];
    if (element !== undefined && element.textContent !== text) element.textContent = text;
  }

  private tellLight(light: Light): void {
    if (light === this.shownLight) return;
    this.shownLight = light;
    this.light.className = `light ${light}`;
    this.light.textContent = LIGHT_WORDS[light];
    this.root.dataset['light'] = light;
  }

  tellPlots(side: Side): void {
    const { history } = side;
    this.plots[0]?.set(history.steps, history.residual);
    const sweeps = side.world.sweeps();
    this.plots[1]?.set(
      Array.from(sweeps, (_value, place) => place),
      sweeps,
    );
    this.figures.forEach((figure, place) => {
      const caption = figure.firstElementChild?.textContent ?? '';
      figure.setAttribute('aria-label', `${caption}: ${this.plots[place]?.words() ?? ''}`);
    });
  }
}
