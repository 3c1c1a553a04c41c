/* The panel with the solver settings of each side. */
import type { App } from './app.js';
import { checkbox, find, labelled, make, select, slider } from './dom.js';
import { LETTERS } from './world_view.js';
import type { Side } from './simulation.js';
import type { SolverChoice } from './solver.js';
import { setSideColour } from './palette.js';
import {
  AUTO,
  AUTO_POLICY,
  FRICTION_LAWS,
  PGS,
  choiceOf,
  defaultAlpha,
  defaultRelax,
  methodTitle,
  takesAlpha,
  takesRelax,
  titleOf,
} from './solver.js';

/** A slider whose positions are the logarithms of its values. */
const LOG = { toValue: (position: number) => 10 ** position, toPosition: (value: number) => Math.log10(value) };
const LOG_INTEGER = { ...LOG, toValue: (position: number) => Math.round(10 ** position) };

/** Spells out the abbreviations of the page. */
const GLOSSARY =
  'RES: the residual, how far the contact forces are from solving the problem of a step exactly (0). ' +
  'PGS: projected Gauss-Seidel, the usual solver of physics engines. ' +
  'Sweep: one pass of a solver over all contacts and joints.';

/** Returns a field with a label beside a control. */
function beside(text: string, control: HTMLElement): HTMLElement {
  const field = labelled(text, control);
  field.classList.add('beside');
  return field;
}

export class SolverPanel {
  private readonly root = find('#solver-panel');
  private readonly sides = make('div');
  private readonly compare: HTMLElement;
  private shownState = '';
  /** A slider is being moved. The controls are not rebuilt meanwhile, because that would interrupt it. */
  private isSliding = false;

  constructor(private readonly app: App) {
    this.compare = checkbox('Compare two solvers side by side', true, (isOn) => this.setCompare(isOn));
    this.root.append(this.compare, this.sides, make('p', { class: 'hint', id: 'glossary' }, GLOSSARY));
    app.onChange(() => this.show());
  }

  /** Shows one world or two, and restarts the scene. */
  setCompare(isOn: boolean): void {
    const { choices } = this.app.simulation;
    const [first = { ...AUTO }] = choices;
    const limits = { iterations: first.iterations, substeps: first.substeps, frictionLaw: first.frictionLaw };
    const both = first.method === 'pgs' ? [first, { ...AUTO, ...limits }] : [{ ...PGS, ...limits }, first];
    this.app.start(this.app.simulation.source, isOn ? both : [choices[choices.length - 1] ?? first]);
  }

  private show(): void {
    const { sides } = this.app.simulation;
    const box = find<HTMLInputElement>('input', this.compare);
    box.checked = sides.length > 1;
    const state = JSON.stringify(
      sides.map(({ choice, description: { dimensions, world } }) => [
        choice,
        dimensions,
        world.iterations,
        world.substeps,
      ]),
    );
    const isChanged = state !== this.shownState;
    this.shownState = state;
    if (!isChanged || this.isSliding) return;
    const focused = document.activeElement?.getAttribute('data-control');
    this.sides.replaceChildren(...sides.map((side, index) => this.fieldset(side, index)));
    if (focused != null) this.sides.querySelector<HTMLElement>(`[data-control="${focused}"]`)?.focus();
  }

  /** Changes the solver of a side. Sides are identified by index, because a new scene has new sides. */
  private change(index: number, change: Partial<SolverChoice>): void {
    const side = this.app.simulation.sides[index];
    if (side === undefined) return;
    this.app.guard(() => this.app.simulation.setChoice(side, { ...side.choice, ...change }));
    this.app.changed();
  }

  private slide(index: number, change: Partial<SolverChoice>): void {
    this.isSliding = true;
    this.change(index, change);
    this.isSliding = false;
  }

  private fieldset(side: Side, index: number): HTMLElement {
    const letter = LETTERS[index] ?? '';
    const { choice } = side;
    const { iterations, substeps } = side.description.world;
    const legend = make('legend', {}, make('span', { class: 'badge' }, letter), 'Solvers');
    const group = make('fieldset', { class: `solver side-${letter.toLowerCase()}` }, legend);
    setSideColour(group, choice.method);
    group.append(
      beside('Velocities', this.methodControl(choice, index)),
      make('p', { class: 'hint' }, this.about(choice.method)),
      beside('Positions', this.positionControl(choice, index)),
    );
    if (side.world.dimensions === 3) group.append(beside('Friction', this.frictionControl(side, index)));
    if (takesAlpha(choice.method)) this.addAlpha(group, side, index);
    if (takesRelax(choice.method)) {
      group.append(
        slider(
          'Relaxation',
          choice.relax,
          { min: 0.2, max: 2.6, step: 0.05 },
          (value) => value.toFixed(2),
          (relax) => this.slide(index, { relax: Number(relax.toFixed(2)) }),
        ).row,
      );
    }
    group.append(
      slider(
        'Sweeps per substep',
        Math.max(1, iterations),
        { min: 0, max: 2.7, step: 0.02, ...LOG_INTEGER },
        String,
        (value) => this.slide(index, { iterations: value }),
      ).row,
      slider('Substeps', substeps, { min: 1, max: 16, step: 1 }, String, (value) =>
        this.slide(index, { substeps: value }),
      ).row,
      this.more(side, index),
    );
    return group;
  }

  /** The list of methods, which also solve positions unless another position solver is chosen. */
  private methodControl(choice: SolverChoice, index: number): HTMLElement {
    const letter = LETTERS[index] ?? '';
    const methods = this.app.simulation.catalogue.solvers.map(({ name }) => [name, methodTitle(name)] as const);
    const method = select(methods, choice.method, (name) => {
      this.change(index, { method: name, alpha: defaultAlpha(name), relax: defaultRelax(name) });
    });
    method.setAttribute('aria-label', `Method of side ${letter}`);
    method.dataset['control'] = `method-${letter}`;
    return method;
  }

  private positionControl(choice: SolverChoice, index: number): HTMLElement {
    const letter = LETTERS[index] ?? '';
    const { positionSolver = '' } = choice;
    const solvers = ['pgs', 'auto'];
    if (positionSolver !== '' && !solvers.includes(positionSolver)) solvers.push(positionSolver);
    const control = select(
      [['', `Same: ${methodTitle(choice.method)}`], ...solvers.map((spec) => [spec, titleOf(choiceOf(spec))] as const)],
      positionSolver,
      (spec) => this.change(index, { positionSolver: spec === '' ? undefined : spec }),
    );
    control.setAttribute('aria-label', `Position solver of side ${letter}`);
    control.dataset['control'] = `position-${letter}`;
    return control;
  }

  private frictionControl(side: Side, index: number): HTMLElement {
    const letter = LETTERS[index] ?? '';
    const law = side.choice.frictionLaw ?? String(side.description.world['friction_law']);
    const control = select(FRICTION_LAWS, law, (frictionLaw) => this.change(index, { frictionLaw }));
    control.setAttribute('aria-label', `Law of friction of side ${letter}`);
    control.dataset['control'] = `friction-${letter}`;
    return control;
  }

  /** Spells out a method: "Projected Gauss-Seidel". */
  private about(method: string): string {
    if (method === 'auto') return AUTO_POLICY;
    const title = this.app.simulation.catalogue.solvers.find((solver) => solver.name === method)?.title ?? '';
    return title.charAt(0).toUpperCase() + title.slice(1);
  }

  private addAlpha(group: HTMLElement, { choice }: Side, index: number): void {
    group.append(
      slider(
        'Alpha',
        choice.alpha,
        { min: -2, max: 0.3, step: 0.02, ...LOG },
        (value) => value.toPrecision(2),
        (alpha) => this.slide(index, { alpha: Number(alpha.toPrecision(2)) }),
      ).row,
    );
  }

  private more({ choice }: Side, index: number): HTMLElement {
    return make(
      'details',
      {},
      make('summary', {}, 'More solver settings'),
      slider(
        'Time budget per step',
        choice.budget ?? 0,
        { min: 0, max: 5000, step: 50 },
        (value) => (value === 0 ? 'none' : `${value} µs`),
        (budget) => this.slide(index, { budget }),
      ).row,
      checkbox('Stop when RES is below the target', choice.stopsAtTarget, (stopsAtTarget) =>
        this.change(index, { stopsAtTarget }),
      ),
    );
  }
}
