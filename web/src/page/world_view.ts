/* One world on the page: title and status light, canvas, numbers, plots. */
import type { FrameOptions, WorldRenderer } from './renderer.js';
import { make, formatNumber } from './dom.js';
import { showNote } from './messages.js';
import { BY_STEP, BY_SWEEP, ResidualPlot } from './plots.js';
import type { Range } from './plots.js';
import type { Side } from './simulation.js';
import { setSideColour } from './palette.js';
import { meaningOf, rolesOf, titleOf } from './solver.js';

export const LETTERS = ['A', 'B'];

type Light = 'converged' | 'not' | 'diverged' | 'idle' | 'asleep';

/** Says what the light means; of a solved world, also for how long. */
function wordsOf(light: Light, { history, report, description }: Side): string {
  const since = history.convergedSince;
  if (light !== 'converged' || since === undefined) return LIGHT_WORDS[light];
  return `Solved for ${Math.floor((report.steps - since + 1) * description.dt + 1e-6)} s`;
}

function lightOf({ report, history }: Side): Light {
  if (report.steps === 0) return 'idle';
  if (report.outcome === 'diverged') return 'diverged';
  if (report.awakeBodies === 0) return 'asleep';
  return history.convergedSince !== undefined ? 'converged' : 'not';
}

const LIGHT_WORDS: Record<Light, string> = {
  converged: 'Solved',
  not: 'Not solved',
  diverged: 'Diverged',
  idle: 'Not started',
  asleep: 'All asleep',
};

const RES_MEANING =
  'RES, the residual: how far the contact impulses of the last step are from solving it exactly (0), for velocities. Below the target a step counts as solved.';

/** Creates a word that explains itself to a pointer that rests on it, and when it is pressed or touched. */
export function term(text: string, meaning: string): HTMLButtonElement {
  return make('button', { type: 'button', class: 'term', title: meaning, click: () => showNote(meaning) }, text);
}

/** Creates the legend of contact marks and plots, outside of both, so that it covers nothing. */
export function legend(dimensions: 2 | 3): HTMLElement {
  const grades = ['solved', '≤ 10×', '≤ 100×', '≤ 1,000×', 'more'];
  const list = make('ul', {
    class: 'legend',
    title: 'A contact counts as solved if its contribution to RES is at most its share of the target',
    'aria-label': 'Legend: contact marks by their contribution to RES, relative to their share of the target',
  });
  list.append(make('li', { class: 'legend-title' }, 'Contacts:'));
  grades.forEach((words, grade) => list.append(make('li', {}, make('i', { class: `mark g${grade}` }), words)));
  list.append(make('li', { class: 'legend-line' }, make('i', { class: 'normal' }), 'impulse'));
  if (dimensions === 3) list.append(make('li', { class: 'legend-joint' }, make('i', { class: 'joint' }), 'joint'));
  if (dimensions === 3)
    list.append(make('li', { class: 'legend-asleep' }, make('i', { class: 'asleep' }), 'pale: asleep'));
  list.append(make('li', { class: 'legend-plot' }, make('i', { class: 'dash' }), 'target for RES'));
  return list;
}

export class WorldView {
  readonly root: HTMLElement;
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WorldRenderer;
  private readonly title = make('h2');
  private readonly roles = make('span', { class: 'roles' });
  private readonly light = make('span', { class: 'light' });
  private readonly numbers: Record<string, HTMLElement> = {};
  private readonly plots: ResidualPlot[] = [];
  private readonly figures: HTMLElement[] = [];
  private readonly trouble = make('p', { class: 'trouble', role: 'alert', hidden: true });
  private readonly cursor = make('i', { class: 'cursor', hidden: true });
  private shownLight = '';
  private shownMethod: string | undefined;

  constructor(
    readonly index: number,
    private readonly plotInputs: { target: () => number; steps: () => Range; sweeps: () => Range },
    createRenderer: (canvas: HTMLCanvasElement) => WorldRenderer,
  ) {
    const letter = LETTERS[index] ?? '';
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'simulated world',
      'data-side': letter,
    });
    this.renderer = createRenderer(this.canvas);
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
      make('div', { class: 'view' }, this.canvas, this.cursor, this.trouble),
      this.numberList(),
      this.plotRow(),
    );
  }

  private numberList(): HTMLElement {
    const list = make('dl', { class: 'numbers' });
    const terms: [string, string, string][] = [
      ['res', 'RES', RES_MEANING],
      ['sweeps', 'Sweeps', 'Sweeps: passes of the solver over all contacts and joints, in the last step.'],
      ['kinetic', 'Kinetic energy', 'Kinetic energy: the sum over all bodies.'],
      ['penetration', 'Penetration', 'Penetration: how deep bodies overlap at most, after the last step.'],
      ['time', 'Time per step', 'Time per step: the mean over a second.'],
    ];
    for (const [key, text, meaning] of terms) {
      const value = make('dd');
      this.numbers[key] = value;
      list.append(make('div', { title: meaning, class: `number-${key}` }, make('dt', {}, term(text, meaning)), value));
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

  /** `cursor` is the keyboard cursor in CSS pixels. */
  draw(side: Side, options: FrameOptions, cursor: { x: number; y: number } | undefined): void {
    this.renderer.draw(side.world, options);
    const { trouble } = this.renderer;
    if (this.trouble.textContent !== trouble) this.trouble.textContent = trouble;
    this.trouble.hidden = trouble === '';
    this.cursor.hidden = cursor === undefined;
    if (cursor !== undefined) this.cursor.style.translate = `${cursor.x}px ${cursor.y}px`;
  }

  /** Updates the numbers and the status light, several times per second. */
  update(side: Side): void {
    const { report } = side;
    const title = titleOf(side.choice);
    this.showMethod(side.choice.method);
    if (this.title.textContent !== title) {
      this.title.replaceChildren(term(title, meaningOf(side.choice)));
      this.roles.textContent = rolesOf(side.choice);
      this.canvas.setAttribute(
        'aria-label',
        `World ${LETTERS[this.index]}, solved by ${title} (${rolesOf(side.choice)}). Arrow keys move a cursor, Enter applies the tool.`,
      );
    }
    const light = lightOf(side);
    this.updateLight(light, wordsOf(light, side));
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

  private updateLight(light: Light, words: string): void {
    if (words === this.shownLight) return;
    this.shownLight = words;
    this.light.className = `light ${light}`;
    this.light.textContent = words;
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
