/* Scenes in and out of the page: dropped files, saved files, addresses. */
import { ModulusError } from '../engine/error.js';
import type { App } from './app.js';
import { find, make } from './dom.js';
import { showError, showNote } from './messages.js';
import { fromAddress, toAddress } from './share.js';

/** A scene file of a million bodies is some 200 MB; a page does not get there. */
const FILE_MOST = 64 * 2 ** 20;

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

  /** Shows the scene of a text; the worlds that there are stay where it is none. */
  load(text: string, name: string): void {
    const { simulation } = this.app;
    const choices = simulation.choices.map((choice) => ({ ...choice, iterations: undefined, substeps: undefined }));
    simulation.setGravity(undefined);
    if (this.app.start({ kind: 'document', name, text }, choices)) showNote(`${name} is loaded.`);
  }

  private async loadFile(file: File): Promise<void> {
    if (file.size > FILE_MOST) {
      showError(
        `${file.name}: ${Math.round(file.size / 2 ** 20)} MB, more than this page takes; \`modulus run\` does.`,
      );
      return;
    }
    try {
      this.load(await file.text(), file.name);
    } catch (failure) {
      showError(`${file.name}: cannot be read: ${String(failure)}`);
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

  /** World A as it is now, as a file under an address that holds for a minute. */
  private fileOfWorld(): { name: string; address: string } {
    const side = this.app.simulation.sides[0];
    if (side === undefined) throw new ModulusError('There is no world to save.');
    const address = URL.createObjectURL(new Blob([side.world.save()], { type: 'application/json' }));
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    return { name: `${side.description.name}.json`, address };
  }

  private save(): void {
    this.app.guard(() => {
      const { name, address } = this.fileOfWorld();
      make('a', { href: address, download: name }).click();
      showNote(`${name} is saved${this.app.simulation.sides.length > 1 ? ', as world A is now' : ''}.`);
    });
  }

  /** The button can be dragged to a folder, in browsers that let files be dragged out of a page. */
  private dragOut(event: DragEvent): void {
    this.app.guard(() => {
      const { name, address } = this.fileOfWorld();
      event.dataTransfer?.setData('DownloadURL', `application/json:${name}:${address}`);
    });
  }

  /* ---- Sharing ----------------------------------------------------------------------------------------------------- */

  private async share(): Promise<void> {
    const { simulation } = this.app;
    const asItIs = find<HTMLInputElement>('#share-now');
    asItIs.checked = simulation.touched;
    find<HTMLInputElement>('#share-start').checked = !simulation.touched;
    await this.writeLink();
    this.dialog.showModal();
    this.link.select();
  }

  /** The address of what is shown: of its start, or of world A as it is now. */
  async address(asItIs: boolean): Promise<string> {
    const { simulation } = this.app;
    const [side] = simulation.sides;
    const { choices } = simulation;
    const source =
      asItIs && side !== undefined
        ? { kind: 'document' as const, name: side.description.name, text: side.world.save() }
        : simulation.source;
    return `${location.href.split('#')[0]}#${await toAddress({ source, choices, target: simulation.target, gravity: simulation.gravity })}`;
  }

  private async writeLink(): Promise<void> {
    try {
      this.link.value = await this.address(find<HTMLInputElement>('#share-now').checked);
      find('#share-length').textContent =
        `${this.link.value.length.toLocaleString('en')} characters. The whole scene is in the address; nothing is sent anywhere.`;
    } catch (failure) {
      showError(`The address cannot be made: ${String(failure)}`);
    }
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.link.value);
      showNote('The address is copied.');
    } catch {
      this.link.select();
      showNote('Please copy the marked address yourself: the browser does not let this page.');
    }
  }

  /** Opens what the address of the page shares; the first view where that is nothing, or cannot be opened. */
  async openAddress(): Promise<void> {
    try {
      if (this.app.open(await fromAddress(location.hash))) return;
    } catch {
      showError('The address does not hold a scene: it is cut or changed. Here is the first view instead.');
    }
    if (this.app.simulation.sides.length === 0) this.app.open(await fromAddress(''));
  }
}
