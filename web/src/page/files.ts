/* Loads scenes from files and addresses, saves them, shares them. */
import { ModulusError } from '../engine/error.js';
import type { App } from './app.js';
import { find, make } from './dom.js';
import { showError, showNote } from './messages.js';
import { fromAddress, toAddress } from './share.js';
import { withoutScene } from './solver.js';

/** Largest scene file that is loaded. A million bodies take about 200 MB, which is too much for a page. */
const MAX_FILE_SIZE = 64 * 2 ** 20;

/** Returns the name of the file of a scene. A colon in it would end the name in a DownloadURL, and a slash in a path. */
function fileName(scene: string): string {
  const plain = scene.replace(/[^\p{L}\p{N} _-]+/gu, '_').slice(0, 80);
  return `${plain === '' ? 'scene' : plain}.json`;
}

export class Files {
  private readonly picker: HTMLInputElement;
  private readonly dialog = find<HTMLDialogElement>('#share-dialog');
  private readonly link = find<HTMLTextAreaElement>('#share-link');

  constructor(private readonly app: App) {
    this.picker = make('input', {
      type: 'file',
      accept: '.json,application/json',
      hidden: true,
      change: () => void this.loadPicked(),
    });
    document.body.append(this.picker);
    find('#load').addEventListener('click', () => this.picker.click());
    find('#save').addEventListener('click', () => this.save());
    find('#save').addEventListener('dragstart', (event) => this.dragOut(event));
    find('#share').addEventListener('click', () => void this.share());
    find('#share-copy').addEventListener('click', () => void this.copy());
    this.dialog
      .querySelectorAll('input[name=share]')
      .forEach((choice) => choice.addEventListener('change', () => void this.writeLink()));
    this.listenToDrops();
    window.addEventListener('hashchange', () => void this.openAddress());
  }

  /* ---- Loading ----------------------------------------------------------------------------------------------------- */

  /** Opens the scene of a text. If that fails, the current worlds stay. */
  load(text: string, name: string): void {
    const { simulation } = this.app;
    const choices = simulation.choices.map(withoutScene);
    simulation.setGravity(undefined);
    if (this.app.start({ kind: 'document', name, text }, choices)) showNote(`Loaded ${name}.`);
  }

  private async loadFile(file: File): Promise<void> {
    if (file.size > MAX_FILE_SIZE) {
      showError(
        `${file.name}: ${Math.round(file.size / 2 ** 20)} MB is too large for this page; \`modulus run\` accepts it.`,
      );
      return;
    }
    try {
      this.load(await file.text(), file.name);
    } catch (failure) {
      showError(`Cannot read ${file.name}: ${String(failure)}`);
    }
  }

  private async loadPicked(): Promise<void> {
    const file = this.picker.files?.[0];
    this.picker.value = '';
    if (file !== undefined) await this.loadFile(file);
  }

  private listenToDrops(): void {
    const hint = find('#drop-hint');
    window.addEventListener('dragover', (event) => {
      event.preventDefault();
      hint.hidden = false;
    });
    window.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) hint.hidden = true;
    });
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      hint.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void this.loadFile(file);
    });
  }

  /* ---- Saving ------------------------------------------------------------------------------------------------------ */

  /** Returns the current state of world A as a file, with an address that is valid for a minute. */
  private fileOfWorld(): { name: string; address: string } {
    const side = this.app.simulation.sides[0];
    if (side === undefined) throw new ModulusError('There is no world to save.');
    const address = URL.createObjectURL(new Blob([side.world.save()], { type: 'application/json' }));
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    return { name: fileName(side.description.name), address };
  }

  private save(): void {
    this.app.guard(() => {
      const { name, address } = this.fileOfWorld();
      make('a', { href: address, download: name }).click();
      showNote(`Saved ${this.app.simulation.sides.length > 1 ? 'the current state of world A as ' : ''}${name}.`);
    });
  }

  /** Lets the button be dragged to a folder, in browsers that support dragging files out of a page. */
  private dragOut(event: DragEvent): void {
    this.app.guard(() => {
      const { name, address } = this.fileOfWorld();
      event.dataTransfer?.setData('DownloadURL', `application/json:${name}:${address}`);
    });
  }

  /* ---- Sharing ----------------------------------------------------------------------------------------------------- */

  private async share(): Promise<void> {
    const { simulation } = this.app;
    const isCurrentState = find<HTMLInputElement>('#share-now');
    isCurrentState.checked = simulation.modified;
    find<HTMLInputElement>('#share-start').checked = !simulation.modified;
    await this.writeLink();
    this.dialog.showModal();
    this.link.select();
  }

  /** Returns the address of the scene from its start, or of world A in its current state. */
  async address(isCurrentState: boolean): Promise<string> {
    const { simulation } = this.app;
    const [side] = simulation.sides;
    const { choices } = simulation;
    const source =
      isCurrentState && side !== undefined
        ? { kind: 'document' as const, name: side.description.name, text: side.world.save() }
        : simulation.source;
    return `${location.href.split('#')[0]}#${await toAddress({ source, choices, target: simulation.target, gravity: simulation.gravity })}`;
  }

  private async writeLink(): Promise<void> {
    try {
      this.link.value = await this.address(find<HTMLInputElement>('#share-now').checked);
      find('#share-length').textContent =
        `${this.link.value.length.toLocaleString('en')} characters. The address holds everything; nothing is sent to a server.`;
    } catch (failure) {
      showError(`Cannot create the address: ${String(failure)}`);
    }
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.link.value);
      showNote('Copied the address.');
    } catch {
      this.link.select();
      showNote('The browser does not let this page copy. Please copy the selected address yourself.');
    }
  }

  /** Opens the scene of the page's address, or the first view if there is none or it cannot be opened. */
  async openAddress(): Promise<void> {
    try {
      if (this.app.open(await fromAddress(location.hash))) return;
    } catch (failure) {
      showError(
        failure instanceof ModulusError
          ? failure.message
          : 'The address does not contain a valid scene: it was cut or changed. The page shows the default scene instead.',
      );
    }
    if (this.app.simulation.sides.length === 0) this.app.open(await fromAddress(''));
  }
}
