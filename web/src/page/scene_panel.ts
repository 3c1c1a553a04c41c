/* The panel that chooses a scene and its parameters. */
import type { SceneKey, Settings } from '../engine/types.js';
import type { App } from './app.js';
import { find, labelled, make, select } from './dom.js';
import { KEY_LIMITS } from './limits.js';
import { firstView } from './share.js';
import { SHOWCASES, showcaseOf } from './showcases.js';
import { titleOf, withoutScene } from './solver.js';
import type { SolverChoice } from './solver.js';
import { noteOf } from './scene_notes.js';

/** Option value of a scene that came from a file or an address. */
const FILE = ' file';

function upperLimit(key: SceneKey): number {
  return Math.min(key.max, KEY_LIMITS[key.name] ?? key.max);
}

export class ScenePanel {
  private readonly choice: HTMLSelectElement;
  private readonly about = make('p', { class: 'about' });
  private readonly note = make('p', { class: 'about', id: 'scene-note' });
  private readonly keys = make('div', { class: 'keys' });
  private shownState = '';

  constructor(private readonly app: App) {
    this.choice = select([], '', (name) => this.choose(name));
    const { scenes, scenes3 } = app.simulation.catalogue;
    const names = scenes3.map(({ name }) => name).filter((name) => showcaseOf(name) === undefined);
    this.addGroup(
      '2D',
      scenes.map(({ name }) => name),
    );
    this.addGroup(
      '3D, with something to look at',
      SHOWCASES.map(({ scene }) => scene),
    );
    this.addGroup('3D', names);
    find('#scene-panel').append(labelled('Scene', this.choice), this.about, this.note, this.keys);
    app.onChange(() => this.show());
  }

  private addGroup(label: string, names: string[]): void {
    const options = names.map((name) => make('option', { value: name }, titleCase(name)));
    this.choice.append(make('optgroup', { label }, ...options));
  }

  /** Opens another scene and runs it, also after a pause, unless the system asks for reduced motion. */
  private choose(name: string): void {
    const showcase = showcaseOf(name);
    if (showcase === undefined) this.open(name, {}, this.choicesFor());
    else this.open(name, showcase.keys, [...showcase.choices]);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) this.app.setRunning(true);
  }

  /** Returns the solvers for another scene: the present ones, without what belongs to one scene. If that leaves no difference
   *  between the sides, those of the first view. */
  private choicesFor(): SolverChoice[] {
    const { choices, showcase } = this.app.simulation;
    const kept = choices.map(withoutScene);
    const [a, b] = kept.map(titleOf);
    return b !== undefined && (a === b || showcase !== undefined) ? firstView().choices : kept;
  }

  /** Opens a built-in scene. */
  private open(name: string, keys: Settings, choices: SolverChoice[]): void {
    this.app.simulation.setGravity(undefined);
    if (!this.app.start({ kind: 'builtin', name, keys }, choices)) this.show();
  }

  private show(): void {
    const { source, description } = this.app.simulation;
    this.about.textContent = description?.about ?? '';
    const isFile = source.kind === 'document';
    this.note.textContent = isFile ? '' : noteOf(source.name);
    this.note.hidden = this.note.textContent === '';
    this.choice.querySelector(`option[value="${FILE}"]`)?.remove();
    if (isFile) this.choice.append(make('option', { value: FILE }, source.name));
    this.choice.value = isFile ? FILE : source.name;
    const state = JSON.stringify(isFile ? source.name : source);
    if (state === this.shownState) return;
    this.shownState = state;
    this.keys.replaceChildren();
    if (!isFile) this.showKeys(source.name, source.keys);
  }

  private showKeys(name: string, settings: Settings): void {
    const { scenes, scenes3 } = this.app.simulation.catalogue;
    const kind = [...scenes, ...scenes3].find((scene) => scene.name === name);
    const rest = make('details', {}, make('summary', {}, 'More scene settings'));
    kind?.keys.forEach((key, index) => {
      const row = this.field(key, String(settings[key.name] ?? key.default), name, settings);
      if (index === 0) this.keys.append(row);
      else rest.append(row);
    });
    if ((kind?.keys.length ?? 0) > 1) this.keys.append(rest);
  }

  private field(key: SceneKey, value: string, scene: string, settings: Settings): HTMLElement {
    const input = make('input', {
      type: 'number',
      value,
      min: key.min,
      max: upperLimit(key),
      step: key.integer ? 1 : 'any',
      name: key.name,
      change: () => {
        const entered = Number(input.value);
        const clamped = Math.min(
          upperLimit(key),
          Math.max(key.min, Number.isFinite(entered) ? entered : Number(key.default)),
        );
        this.open(scene, { ...settings, [key.name]: clamped }, this.app.simulation.choices);
      },
    });
    const row = labelled(titleCase(key.name), input);
    row.title = key.description;
    row.classList.add('inline');
    return row;
  }
}

/** Formats a name for people: "card_house" becomes "Card house". */
export function titleCase(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/(\D)(\d)$/, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
