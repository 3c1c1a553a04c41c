/* Keyboard input: shortcuts everywhere, and a cursor in the focused view. */
import type { App } from './app.js';
import { find, make } from './dom.js';
import type { SolverPanel } from './solver_panel.js';
import type { Tour } from './tour.js';
import { TOOL_NAMES } from './transport.js';
import type { Transport } from './transport.js';

interface Shortcut {
  keys: string[];
  /** Key names in the help. */
  label: string;
  meaning: string;
  act: () => void;
}

/** Distance that an arrow key moves the cursor, as a fraction of the view's width. */
const CURSOR_STEP = 0.02;

export class Keyboard {
  private readonly shortcuts: Shortcut[];
  private readonly help = find<HTMLDialogElement>('#help-dialog');

  constructor(
    private readonly app: App,
    panels: { transport: Transport; solver: SolverPanel; tour: Tour },
  ) {
    const { transport, solver, tour } = panels;
    this.shortcuts = [
      { keys: [' '], label: 'Space', meaning: 'Pause or resume', act: () => app.setRunning(!app.loop.running) },
      { keys: ['ArrowRight', '.'], label: '→ or .', meaning: 'Single step', act: () => app.stepOnce() },
      { keys: ['ArrowLeft', ','], label: '← or ,', meaning: 'Back one second', act: () => app.rewindBy(1) },
      { keys: ['r'], label: 'R', meaning: 'Restart', act: () => app.restart() },
      ...TOOL_NAMES.map(([tool, name], index) => ({
        keys: [String(index + 1)],
        label: String(index + 1),
        meaning: `Tool: ${name.toLowerCase()}`,
        act: () => transport.choose(tool),
      })),
      { keys: ['n'], label: 'N', meaning: 'Rain on or off', act: () => app.spawner.toggle() },
      { keys: ['x'], label: 'X', meaning: 'Explode the centre', act: () => this.explode() },
      {
        keys: ['c'],
        label: 'C',
        meaning: 'One world or two',
        act: () => solver.setCompare(app.simulation.sides.length < 2),
      },
      {
        keys: ['k'],
        label: 'K',
        meaning: 'Contacts on or off',
        act: () => app.setObserved({ contacts: !app.showsContacts }),
      },
      { keys: ['+', '='], label: '+', meaning: 'Zoom in', act: () => app.zoom(1.25) },
      { keys: ['-'], label: '−', meaning: 'Zoom out', act: () => app.zoom(0.8) },
      { keys: ['0', 'f'], label: '0 or F', meaning: 'Show all, and follow', act: () => app.fit() },
      { keys: ['a'], label: 'A and D', meaning: 'Turn the view (2D: pan)', act: () => app.turn(-1, 0) },
      { keys: ['d'], label: '', meaning: '', act: () => app.turn(1, 0) },
      { keys: ['w'], label: 'W and S', meaning: 'Look from above or below', act: () => app.turn(0, 1) },
      { keys: ['s'], label: '', meaning: '', act: () => app.turn(0, -1) },
      { keys: ['i'], label: 'I and M', meaning: 'Move the view up or down', act: () => app.pan(0, 1) },
      { keys: ['m'], label: '', meaning: '', act: () => app.pan(0, -1) },
      { keys: ['j'], label: 'J and L', meaning: 'Move the view left or right', act: () => app.pan(1, 0) },
      { keys: ['l'], label: '', meaning: '', act: () => app.pan(-1, 0) },
      { keys: ['t'], label: 'T', meaning: 'Guided tour', act: () => tour.start() },
      { keys: ['?', 'h'], label: '? or H', meaning: 'Show this help', act: () => this.help.showModal() },
    ];
    find('#help').addEventListener('click', () => this.help.showModal());
    this.fillHelp();
    document.addEventListener('keydown', (event) => this.press(event));
  }

  private fillHelp(): void {
    const list = find('#help-keys');
    for (const { label, meaning } of this.shortcuts) {
      if (label === '') continue; /* named with its neighbour */
      list.append(make('div', {}, make('dt', {}, make('kbd', {}, label)), make('dd', {}, meaning)));
    }
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (isModified || document.querySelector('dialog[open]') !== null) return;
    if (target instanceof HTMLCanvasElement && this.moveCursor(target, event)) return;
    const isControl = target.matches('input, select, textarea, summary, .tour *');
    const isOnButton = target.matches('button') && event.key === ' ';
    if (isControl || isOnButton) return;
    const shortcut = this.shortcuts.find(({ keys }) =>
      keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    );
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.act();
  }

  private explode(): void {
    const view = this.app.views[0];
    const { width, height } = view?.renderer.size ?? { width: 0, height: 0 };
    if (view !== undefined) this.app.guard(() => this.app.pointerTools.explode(view, width / 2, height / 2));
    this.app.loop.requestRedraw();
  }

  /** Handles arrow keys, Enter and Escape in a view. Returns false for other keys. */
  private moveCursor(canvas: HTMLCanvasElement, event: KeyboardEvent): boolean {
    const { app } = this;
    const view = app.views.find((one) => one.canvas === canvas);
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (view === undefined || (move === undefined && event.key !== 'Enter' && event.key !== 'Escape')) return false;
    event.preventDefault();
    if (event.key === 'Escape') {
      app.cursor = undefined;
    } else {
      const { width, height } = view.renderer.size;
      app.cursor = app.cursor?.view === view ? app.cursor : { view, x: width / 2, y: height / 2 };
      app.cursor.x += CURSOR_STEP * width * (move?.[0] ?? 0);
      app.cursor.y -= CURSOR_STEP * width * (move?.[1] ?? 0);
      if (event.key === 'Enter') app.pointerTools.useAt(view, app.cursor.x, app.cursor.y);
      else app.pointerTools.dragTo(view, app.cursor.x, app.cursor.y);
    }
    app.loop.requestRedraw();
    return true;
  }
}
