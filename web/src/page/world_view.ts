/* One world on the page: title and status light, canvas, numbers, plots. */
import type { DrawOptions } from './renderer.js';
import { Renderer } from './renderer.js';
import { make, formatNumber } from './dom.js';
import { BY_STEP, BY_SWEEP, ResidualPlot } from './plots.js';
import type { Range } from './plots.js';
import type { Side } from './simulation.js';
import { setSideColour } from './palette.js';
import { rolesOf, titleOf } from './solver.js';

export const LETTERS = ['A', 'B'];

type Light = 'converged' | 'not' | 'diverged' | 'idle' | 'asleep';

function lightOf({ report, history }: Side): Light {
  if (report.steps === 0) return 'idle';
  if (report.outcome === 'diverged') return 'diverged';
  if (report.awakeBodies === 0) return 'asleep';
  return history.convergedSince !== undefined ? 'converged' : 'not';
}

const LIGHT_WORDS: Record<Light, string> = {
  converged: 'Converged',
  not: 'Not converged',
  diverged: 'Diverged',
  idle: 'Not started',
  asleep: 'All asleep',
};

/** Creates the legend of contact marks and plots, outside of both, so that it covers nothing. */
export function legend(): HTMLElement {
  const grades = ['solved', '≤ 10×', '≤ 100×', '≤ 1,000×', 'more'];
  const list = make('ul', {
    class: 'legend',
    title: 'A contact counts as solved if its contribution to RES is at most its share of the target',
    'aria-label': 'Legend: contact marks by their contribution to RES, relative to their share of the target',
  });
  list.append(make('li', { class: 'legend-title' }, 'Contacts:'));
  grades.forEach((words, grade) => list.append(make('li', {}, make('i', { class: `mark g${grade}` }), words)));
  list.append(make('li', { class: 'legend-line' }, make('i', { class: 'normal' }), 'impulse'));
  list.append(make('li', { class: 'legend-plot' }, make('i', { class: 'dash' }), 'target for RES'));
  return list;
}

export class WorldView {
  readonly root: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly renderer: Renderer;
  private readonly title = make('h2');
  private readonly roles = make('span', { class: 'roles' });
  private readonly light = make('span', { class: 'light' });
  private readonly numbers: Record<string, HTMLElement> = {};
  private readonly plots: ResidualPlot[] = [];
  private readonly figures: HTMLElement[] = [];
  private shownLight: Light | undefined;
  private shownMethod: string | undefined;

  constructor(
    readonly index: number,
    private readonly plotInputs: { target: () => number; steps: () => Range; sweeps: () => Range },
  ) {
    const letter = LETTERS[index] ?? '';
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'simulated world',
      'data-side': letter,
    });
    this.renderer = new Renderer(this.canvas);
    this.root = make(
      'article',
      { class: `world-view side-${letter.toLowerCase()}` },
      make(
        'header',
        {},
        make('span', { class: 'badge', 'aria-hidden': 'true' }, letter),
        this.title,
        this.roles,
        this.light,
      ),
      make('div', { class: 'view' }, this.canvas),
      this.numberList(),
      this.plotRow(),
    );
  }

  private numberList(): HTMLElement {
    const list = make('dl', { class: 'numbers' });
    const terms: [string, string, string][] = [
      ['res', 'RES', 'Residual of the velocity problem in the last step'],
      ['sweeps', 'Sweeps', 'Sweeps in the last step'],
      ['kinetic', 'Kinetic energy', 'Sum over all bodies'],
      ['penetration', 'Penetration', 'Largest penetration after the last step'],
      ['time', 'Time per step', 'Mean over a second'],
    ];
    for (const [key, text, meaning] of terms) {
      const value = make('dd');
      this.numbers[key] = value;
      list.append(make('div', { title: meaning, class: `number-${key}` }, make('dt', {}, text), value));
    }
    return list;
  }

  private plotRow(): HTMLElement {
    const row = make('div', { class: 'plots' });
    const { target, steps, sweeps } = this.plotInputs;
    for (const [kind, range] of [
      [BY_STEP, steps],
      [BY_SWEEP, sweeps],
    ] as const) {
      const holder = make('div', { class: 'plot' });
      const figure = make('figure', { role: 'img' }, make('figcaption', {}, kind.title), holder);
      this.figures.push(figure);
      this.plots.push(new ResidualPlot(holder, kind, { target, range }));
      row.append(figure);
    }
    return row;
  }

  /** Adapts to the size on the page and to the colours of the theme. */
  resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.renderer.resize(width, height, window.devicePixelRatio);
    this.plots.forEach((plot) => plot.recreate());
  }

  draw(side: Side, options: DrawOptions): void {
    this.renderer.draw(side.world, options);
  }

  /** Updates the numbers and the status light, several times per second. */
  update(side: Side): void {
    const { report } = side;
    const title = titleOf(side.choice);
    this.showMethod(side.choice.method);
    if (this.title.textContent !== title) {
      this.title.textContent = title;
      this.roles.textContent = rolesOf(side.choice);
      this.canvas.setAttribute(
        'aria-label',
        `World ${LETTERS[this.index]}, solved by ${title} (${rolesOf(side.choice)}). Arrow keys move a cursor, Enter applies the tool.`,
      );
    }
    this.updateLight(lightOf(side));
    const ms = side.history.milliseconds().total;
    /* A step in which all bodies sleep solves nothing and has no residual. */
    this.put('res', report.steps > 0 && report.awakeBodies === 0 ? '–' : formatNumber(report.residual));
    this.put('sweeps', String(report.sweeps));
    this.put('kinetic', `${formatNumber(report.kineticEnergy)} J`);
    this.put('penetration', `${formatNumber(1000 * report.penetrationMax)} mm`);
    this.put('time', `${ms.toFixed(2)} ms`);
  }

  /** Gives the badge and the curves the colour of the method that solves velocities, whose residual is plotted. */
  private showMethod(method: string): void {
    if (method === this.shownMethod) return;
    this.shownMethod = method;
    setSideColour(this.root, method);
    this.plots.forEach((plot) => plot.recreate());
  }

  private put(key: string, text: string): void {
    const element = this.numbers[key];
    if (element !== undefined && element.textContent !== text) element.textContent = text;
  }

  private updateLight(light: Light): void {
    if (light === this.shownLight) return;
    this.shownLight = light;
    this.light.className = `light ${light}`;
    this.light.textContent = LIGHT_WORDS[light];
    this.root.dataset['light'] = light;
  }

  updatePlots(side: Side): void {
    const { history } = side;
    this.plots[0]?.set(history.steps, history.residual);
    const sweeps = side.world.sweepResiduals();
    this.plots[1]?.set(
      Array.from(sweeps, (_value, index) => index),
      sweeps,
    );
    this.figures.forEach((figure, index) => {
      const caption = figure.firstElementChild?.textContent ?? '';
      figure.setAttribute('aria-label', `${caption}: ${this.plots[index]?.description() ?? ''}`);
    });
  }
}
