/* Which scene, with what. */
import type { SceneKey, Settings } from '../engine/types.js';
import type { App } from './app.js';
import { find, labelled, make, select } from './dom.js';

/** More than this is no fun to look at in a page; the command has no such bound. */
const COUNT_MOST: Record<string, number> = {
  circles: 3000,
  count: 2000,
  rows: 60,
  columns: 60,
  planks: 200,
  loads: 500,
  levels: 12,
};
const FILE = ' file';

function boundOf(key: SceneKey): number {
  return Math.min(key.most, COUNT_MOST[key.name] ?? key.most);
}

export class ScenePanel {
  private readonly choice: HTMLSelectElement;
  private readonly about = make('p', { class: 'about' });
  private readonly keys = make('div', { class: 'keys' });
  private shown = '';

  constructor(private readonly app: App) {
    const names = app.simulation.catalogue.scenes.map(({ name }) => [name, titled(name)] as const);
    this.choice = select(names, 'pool2', (name) => this.open(name, {}));
    find('#scene-panel').append(labelled('Scene', this.choice), this.about, this.keys);
    app.onChange(() => this.show());
  }

  /** Opens a built-in scene; sweeps and substeps are the scene's own again. */
  private open(name: string, keys: Settings): void {
    const choices = this.app.simulation.choices.map((choice) => ({
      ...choice,
      iterations: undefined,
      substeps: undefined,
    }));
    this.app.simulation.setGravity(undefined);
    if (!this.app.start({ kind: 'builtin', name, keys }, choices)) this.show();
  }

  private show(): void {
    const { source, description } = this.app.simulation;
    this.about.textContent = description?.about ?? '';
    const isFile = source.kind === 'document';
    this.choice.querySelector(`option[value="${FILE}"]`)?.remove();
    if (isFile) this.choice.append(make('option', { value: FILE }, source.name));
    this.choice.value = isFile ? FILE : source.name;
    const state = JSON.stringify(isFile ? source.name : source);
    if (state === this.shown) return;
    this.shown = state;
    this.keys.replaceChildren();
    if (!isFile) this.showKeys(source.name, source.keys);
  }

  private showKeys(name: string, settings: Settings): void {
    const kind = this.app.simulation.catalogue.scenes.find((scene) => scene.name === name);
    const rest = make('details', {}, make('summary', {}, 'More of this scene'));
    kind?.keys.forEach((key, place) => {
      const row = this.field(key, String(settings[key.name] ?? key.standard), name, settings);
      if (place === 0) this.keys.append(row);
      else rest.append(row);
    });
    if ((kind?.keys.length ?? 0) > 1) this.keys.append(rest);
  }

  private field(key: SceneKey, value: string, scene: string, settings: Settings): HTMLElement {
    const input = make('input', {
      type: 'number',
      value,
      min: key.least,
      max: boundOf(key),
      step: key.whole ? 1 : 'any',
      name: key.name,
      change: () => {
        const entered = Number(input.value);
        const bounded = Math.min(
          boundOf(key),
          Math.max(key.least, Number.isFinite(entered) ? entered : Number(key.standard)),
        );
        this.open(scene, { ...settings, [key.name]: bounded });
      },
    });
    const row = labelled(titled(key.name), input);
    row.title = key.meaning;
    row.classList.add('inline');
    return row;
  }
}

/** "card_house" for people: "Card house". */
export function titled(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/(\D)(\d)$/, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
