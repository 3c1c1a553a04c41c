/* How each side is solved. */
import type { App } from './app.js';
import { checkbox, find, labelled, make, select, slider } from './dom.js';
import { LETTERS } from './pane.js';
import type { Side } from './simulation.js';
import type { SolverChoice } from './solver.js';
import { AUTO, PGS, standardAlpha, takesAlpha, takesAuto, takesRelax } from './solver.js';

/** A slider whose places are the logarithm of its values. */
const LOG = { of: (place: number) => 10 ** place, to: (value: number) => Math.log10(value) };
const whole = (place: number): number => Math.round(10 ** place);

/** What fits into a narrow list. */
function briefly(title: string): string {
  return title.replace('Gauss-Seidel', 'GS').replace('modulus-based', 'modulus');
}

export class SolverPanel {
  private readonly root = find('#solver-panel');
  private readonly sides = make('div');
  private readonly compare: HTMLElement;
  private shown = '';
  /** A slider is moving, and shows itself what it sets: it must not be made anew under the hand. */
  private slides = false;

  constructor(private readonly app: App) {
    this.compare = checkbox('Compare two solvers side by side', true, (isOn) => this.setCompare(isOn));
    this.root.append(this.compare, this.sides);
    app.onChange(() => this.show());
  }

  /** One world, or two; both start anew. */
  setCompare(isOn: boolean): void {
    const { choices } = this.app.simulation;
    const [first = { ...AUTO }] = choices;
    const same = { iterations: first.iterations, substeps: first.substeps };
    const both = first.method === 'pgs' ? [first, { ...AUTO, ...same }] : [{ ...PGS, ...same }, first];
    this.app.start(this.app.simulation.source, isOn ? both : [choices[choices.length - 1] ?? first]);
  }

  private show(): void {
    const { sides } = this.app.simulation;
    const box = find<HTMLInputElement>('input', this.compare);
    box.checked = sides.length > 1;
    const state = JSON.stringify(
      sides.map((side) => [side.choice, side.description.world.iterations, side.description.world.substeps]),
    );
    const isOld = state !== this.shown;
    this.shown = state;
    if (!isOld || this.slides) return;
    const focused = document.activeElement?.getAttribute('data-control');
    this.sides.replaceChildren(...sides.map((side, place) => this.fieldset(side, place)));
    if (focused != null) this.sides.querySelector<HTMLElement>(`[data-control="${focused}"]`)?.focus();
  }

  /** Sides are named by their place: the worlds of a scene are others than those of the one before. */
  private change(place: number, change: Partial<SolverChoice>): void {
    const side = this.app.simulation.sides[place];
    if (side === undefined) return;
    this.app.guard(() => this.app.simulation.setChoice(side, { ...side.choice, ...change }));
    this.app.changed();
  }

  private slide(place: number, change: Partial<SolverChoice>): void {
    this.slides = true;
    this.change(place, change);
    this.slides = false;
  }

  private fieldset(side: Side, place: number): HTMLElement {
    const letter = LETTERS[place] ?? '';
    const { choice } = side;
    const { iterations, substeps } = side.description.world;
    const legend = make('legend', {}, make('span', { class: 'badge' }, letter), 'Solver');
    const group = make('fieldset', { class: `solver side-${letter.toLowerCase()}` }, legend);
    const methods = this.app.simulation.catalogue.solvers.map(
      ({ name, title }) => [name, `${name.toUpperCase()}: ${briefly(title)}`] as const,
    );
    const method = select(methods, choice.method, (name) => {
      this.change(place, { method: name, alpha: standardAlpha(name) });
    });
    method.setAttribute('aria-label', `Method of side ${letter}`);
    method.dataset['control'] = `method-${letter}`;
    group.append(method);
    if (takesAlpha(choice.method)) this.addAlpha(group, side, place);
    if (takesRelax(choice.method)) {
      group.append(
        slider(
          'Relaxation',
          choice.relax,
          { least: 0.2, most: 2.6, step: 0.05 },
          (value) => value.toFixed(2),
          (relax) => this.slide(place, { relax: Number(relax.toFixed(2)) }),
        ).row,
      );
    }
    group.append(
      slider(
        'Sweeps a substep',
        Math.max(1, iterations),
        { least: 0, most: 2.7, step: 0.02, of: whole, to: LOG.to },
        String,
        (value) => this.slide(place, { iterations: value }),
      ).row,
      slider('Substeps', substeps, { least: 1, most: 16, step: 1 }, String, (value) =>
        this.slide(place, { substeps: value }),
      ).row,
      this.more(side, place),
    );
    return group;
  }

  private addAlpha(group: HTMLElement, { choice }: Side, place: number): void {
    if (takesAuto(choice.method)) {
      const auto = checkbox('Alpha by itself (auto)', choice.alpha === 'auto', (isOn) =>
        this.change(place, { alpha: isOn ? 'auto' : 0.25 }),
      );
      find('input', auto).dataset['control'] = `auto-${place}`;
      group.append(auto);
    }
    if (choice.alpha !== 'auto') {
      group.append(
        slider(
          'Alpha',
          choice.alpha,
          { least: -2, most: 0.3, step: 0.02, ...LOG },
          (value) => value.toPrecision(2),
          (alpha) => this.slide(place, { alpha: Number(alpha.toPrecision(2)) }),
        ).row,
      );
    }
  }

  private more({ choice }: Side, place: number): HTMLElement {
    const recovery = select(
      [
        ['follow', 'As goes with the method'],
        ['pgs', 'Plain sweeps (PGS)'],
        ['amgs:alpha=auto', 'Extrapolated (AMGS auto)'],
      ],
      choice.recovery,
      (value) => this.change(place, { recovery: value as SolverChoice['recovery'] }),
    );
    return make(
      'details',
      {},
      make('summary', {}, 'More of the solver'),
      slider(
        'Time budget a step',
        choice.budget ?? 0,
        { least: 0, most: 5000, step: 50 },
        (value) => (value === 0 ? 'none' : `${value} µs`),
        (budget) => this.slide(place, { budget }),
      ).row,
      checkbox('Stop sweeping when the target is met', choice.stops, (stops) => this.change(place, { stops })),
      labelled('Overlap is recovered by', recovery),
    );
  }
}
