/* The guided tour: a card next to each part of the page. */
import type { App } from './app.js';
import { find, make } from './dom.js';
import { firstView, showcaseView } from './share.js';

interface Stop {
  /** Selector of the element to explain; the first match counts. */
  target: string;
  title: string;
  text: string;
  /** Called when the tour reaches this stop. */
  enter?: (app: App) => void;
}

const STOPS: Stop[] = [
  {
    target: '.view',
    title: 'One pool, solved twice',
    text: 'Both worlds start with the same 221 circles, heavier ones above lighter ones. Each step solves two problems, one for velocities and one for positions, with ten sweeps each. World A solves both with projected Gauss-Seidel (PGS), world B both with Auto, the default of Modulus; nothing else differs. With ten sweeps Auto is Gauss-Seidel with Anderson acceleration.',
    enter: (app) => {
      app.open(firstView());
      app.setRunning(true);
    },
  },
  {
    target: '.plots figure',
    title: 'The residual of each step',
    text: 'RES is the residual of the velocity problem after the last sweep, on a logarithmic scale. After ten seconds world B is below 1e-8. World A stays above the target, and its circles keep creeping. The position solver has the larger part in this: PGS for velocities and Auto for positions get below 1e-6, Auto for velocities and PGS for positions stay above 1e-4.',
  },
  {
    target: '.plots figure + figure',
    title: 'The residual of each sweep',
    text: 'This plot shows RES after each sweep of the last step. A sweep is one pass over all contacts. The dashed line is the target; the status light above the view says whether the steps of the last second met it.',
  },
  {
    target: '.view',
    title: 'Contacts',
    text: 'Lines show the contact normals; their length is the impulse. A blue dot marks a solved contact. Squares mark contacts that are not solved; the larger and redder, the further off. Drag a circle, throw it, and watch the impulses change.',
  },
  {
    target: '#transport',
    title: 'Time and tools',
    text: 'Pause, run single steps, slow down, or drag the slider to rewind up to twelve seconds. Add, rain, delete and explode shapes. Every action applies to both worlds.',
  },
  {
    target: '.view',
    title: 'In 3D: a law of friction',
    text: 'The same pucks slide from one point in all directions. World A bounds friction in each of two directions alone, as many engines do: the pucks stop on a square. World B has Coulomb’s law: a circle. Nothing else differs. Drag the background to turn the view, turn the wheel or pinch to zoom; 0 returns to the first view. Three more such scenes stand in the list.',
    enter: (app) => {
      app.open(showcaseView('pucks3'));
      app.setRunning(true);
    },
  },
  {
    target: '#solver-panel',
    title: 'Try it',
    text: 'Change the solver of velocities or of positions, alpha, the number of sweeps or the time budget while the simulation runs. Try the scenes Stacking, Card house and Mass ratio. Drop a scene file onto the page, or share the scene by its address.',
  },
];

export class Tour {
  private index = 0;
  private card: HTMLElement | undefined;
  private previousFocus: Element | null = null;

  constructor(private readonly app: App) {
    find('#tour').addEventListener('click', () => this.start());
    window.addEventListener('resize', () => this.position());
  }

  start(): void {
    this.previousFocus = document.activeElement;
    this.index = 0;
    this.show();
  }

  private target(): HTMLElement | null {
    return document.querySelector<HTMLElement>(STOPS[this.index]?.target ?? '');
  }

  private show(): void {
    const stop = STOPS[this.index];
    this.clear();
    if (stop === undefined) return;
    stop.enter?.(this.app);
    const isLast = this.index === STOPS.length - 1;
    const next = make(
      'button',
      { type: 'button', class: 'primary', click: () => this.go(1) },
      isLast ? 'Done' : 'Next',
    );
    this.card = make(
      'section',
      {
        class: 'tour',
        role: 'dialog',
        'aria-label': `Tour, ${this.index + 1} of ${STOPS.length}: ${stop.title}`,
        keydown: (event) => this.onKey(event as KeyboardEvent),
      },
      make('p', { class: 'count' }, `${this.index + 1} / ${STOPS.length}`),
      make('h3', {}, stop.title),
      make('p', {}, stop.text),
      make(
        'div',
        { class: 'buttons' },
        make('button', { type: 'button', class: 'plain', click: () => this.end() }, 'Close'),
        this.index > 0
          ? make('button', { type: 'button', class: 'plain', click: () => this.go(-1) }, 'Back')
          : undefined,
        next,
      ),
    );
    document.body.append(this.card);
    this.target()?.classList.add('shown');
    this.target()?.scrollIntoView({ block: 'nearest' });
    this.position();
    next.focus({ preventScroll: true });
  }

  private onKey(event: KeyboardEvent): void {
    const go: Record<string, () => void> = {
      Escape: () => this.end(),
      ArrowRight: () => this.go(1),
      ArrowLeft: () => this.go(-1),
    };
    const act = go[event.key];
    if (act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  private go(by: number): void {
    const to = this.index + by;
    if (to < 0) return;
    if (to >= STOPS.length) {
      this.end();
      return;
    }
    this.index = to;
    this.show();
  }

  /** Places the card beside its target, or above or below it if there is no room. */
  private position(): void {
    const box = this.target()?.getBoundingClientRect();
    if (this.card === undefined || box === undefined) return;
    const { width, height } = this.card.getBoundingClientRect();
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const beside = box.right + 12 + width < room.width ? box.right + 12 : box.left - width - 12;
    const fitsBeside = beside > 8 && beside + width < room.width;
    const left = fitsBeside
      ? beside
      : Math.max(8, Math.min(room.width - width - 8, box.left + box.width / 2 - width / 2));
    const above = box.top - height - 12;
    const below = box.bottom + 12;
    const free = above > 8 ? above : below + height < room.height ? below : room.height - height - 80;
    const top = fitsBeside ? Math.max(8, Math.min(room.height - height - 8, box.top)) : Math.max(8, free);
    this.card.style.left = `${left}px`;
    this.card.style.top = `${top}px`;
  }

  private clear(): void {
    this.card?.remove();
    this.card = undefined;
    document.querySelectorAll('.shown').forEach((element) => element.classList.remove('shown'));
  }

  private end(): void {
    this.clear();
    if (this.previousFocus instanceof HTMLElement) this.previousFocus.focus();
  }
}
