/* The keyboard: shortcuts everywhere, a cursor in the view that has the focus. */
import type { App } from './app.js';
import { find, make } from './dom.js';
import type { SolverPanel } from './solver_panel.js';
import type { Tour } from './tour.js';
import { TOOL_NAMES } from './transport.js';
import type { Transport } from './transport.js';

interface Shortcut {
  keys: string[];
  /** As the help shows it. */
  shown: string;
  meaning: string;
  act: () => void;
}

/** Of the view's width, a press of an arrow key. */
const CURSOR_STEP = 0.02;

export class Keys {
  private readonly shortcuts: Shortcut[];
  private readonly help = find<HTMLDialogElement>('#help-dialog');

  constructor(
    private readonly app: App,
    panels: { transport: Transport; solver: SolverPanel; tour: Tour },
  ) {
    const { transport, solver, tour } = panels;
    this.shortcuts = [
      { keys: [' '], shown: 'Space', meaning: 'Pause, go on', act: () => app.setRunning(!app.loop.running) },
      { keys: ['ArrowRight', '.'], shown: '→ or .', meaning: 'Single step', act: () => app.stepOnce() },
      { keys: ['ArrowLeft', ','], shown: '← or ,', meaning: 'Back one second', act: () => app.rewindBy(1) },
      { keys: ['r'], shown: 'R', meaning: 'Restart', act: () => app.restart() },
      ...TOOL_NAMES.map(([tool, name], place) => ({
        keys: [String(place + 1)],
        shown: String(place + 1),
        meaning: `Tool: ${name.toLowerCase()}`,
        act: () => transport.choose(tool),
      })),
      { keys: ['n'], shown: 'N', meaning: 'Rain on and off', act: () => app.rain.toggle() },
      { keys: ['x'], shown: 'X', meaning: 'Explode in the middle of the view', act: () => this.explode() },
      {
        keys: ['c'],
        shown: 'C',
        meaning: 'Compare two solvers, or see one',
        act: () => solver.setCompare(app.simulation.sides.length < 2),
      },
      {
        keys: ['k'],
        shown: 'K',
        meaning: 'Contacts on and off',
        act: () => app.setWatch({ contacts: !app.showsContacts }),
      },
      { keys: ['+', '='], shown: '+', meaning: 'Zoom in', act: () => app.zoom(1.25) },
      { keys: ['-'], shown: '−', meaning: 'Zoom out', act: () => app.zoom(0.8) },
      { keys: ['0', 'f'], shown: '0 or F', meaning: 'See the whole scene', act: () => app.fit() },
      { keys: ['t'], shown: 'T', meaning: 'Guided tour', act: () => tour.start() },
      { keys: ['?', 'h'], shown: '? or H', meaning: 'This help', act: () => this.help.showModal() },
    ];
    find('#help').addEventListener('click', () => this.help.showModal());
    this.fillHelp();
    document.addEventListener('keydown', (event) => this.press(event));
  }

  private fillHelp(): void {
    const list = find('#help-keys');
    for (const { shown, meaning } of this.shortcuts) {
      list.append(make('div', {}, make('dt', {}, make('kbd', {}, shown)), make('dd', {}, meaning)));
    }
  }

  private press(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (isModified || document.querySelector('dialog[open]') !== null) return;
    if (target instanceof HTMLCanvasElement && this.moveCursor(target, event)) return;
    const types = target.matches('input, select, textarea, summary, .tour *');
    const isOnButton = target.matches('button') && event.key === ' ';
    if (types || isOnButton) return;
    const shortcut = this.shortcuts.find(({ keys }) =>
      keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key),
    );
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.act();
  }

  private explode(): void {
    const pane = this.app.panes[0];
    if (pane !== undefined) this.app.guard(() => this.app.hands.explode(pane, this.app.camera.x, this.app.camera.y));
    this.app.loop.touch();
  }

  /** Arrow keys and Enter in a view. True where the key was one of these. */
  private moveCursor(canvas: HTMLCanvasElement, event: KeyboardEvent): boolean {
    const { app } = this;
    const pane = app.panes.find((one) => one.canvas === canvas);
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    if (pane === undefined || (move === undefined && event.key !== 'Enter' && event.key !== 'Escape')) return false;
    event.preventDefault();
    if (event.key === 'Escape') {
      app.cursor = undefined;
    } else {
      app.cursor = app.cursor?.pane === pane ? app.cursor : { pane, x: app.camera.x, y: app.camera.y };
      const step = (CURSOR_STEP * pane.drawing.size.width) / app.camera.scale;
      app.cursor.x += step * (move?.[0] ?? 0);
      app.cursor.y += step * (move?.[1] ?? 0);
      if (event.key === 'Enter') app.hands.useAt(pane, app.cursor.x, app.cursor.y);
      else app.hands.pullTo(app.cursor.x, app.cursor.y);
    }
    app.loop.touch();
    return true;
  }
}
