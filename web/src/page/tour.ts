/* A short walk past what is to be seen. */
import type { App } from './app.js';
import { find, make } from './dom.js';
import { firstView } from './share.js';

interface Stop {
  /** What it is about; the first that is on the page. */
  at: string;
  title: string;
  text: string;
  /** Done when it is reached. */
  enter?: (app: App) => void;
}

const STOPS: Stop[] = [
  {
    at: '.view',
    title: 'One pool, two solvers',
    text: 'Both worlds start with the same 221 circles, the heavier the higher, and get the same ten sweeps a step. Only the method differs: projected Gauss-Seidel on the left, the accelerated modulus method of the paper on the right.',
    enter: (app) => {
      app.open(firstView());
      app.setRunning(true);
    },
  },
  {
    at: '.plots figure',
    title: 'How well a step was solved',
    text: 'RES is what is left of the contact problem after the sweeps, on a log scale: each line of the grid is a factor of ten and more. In ten seconds AMGS falls to rounding error; PGS stays where bodies keep creeping.',
  },
  {
    at: '.plots figure + figure',
    title: 'Sweep by sweep',
    text: 'The same for the sweeps of the last step. Each dot is one pass over all contacts. The dashed line is the target; the light above the view says whether the step met it.',
  },
  {
    at: '.view',
    title: 'Contacts',
    text: 'Lines show the contact normals, as long as their impulse. Blue points are solved; squares that grow and turn to orange and red are not. Drag a circle, throw it, and see the load find its way.',
  },
  {
    at: '#transport',
    title: 'Time and tools',
    text: 'Pause, go step by step, slow down, drag the slider to go back up to twelve seconds. Add shapes, let them rain, delete, explode: both worlds get the same.',
  },
  {
    at: '#solver-panel',
    title: 'Your turn',
    text: 'Choose another method, alpha, sweeps or a time budget while it runs. Try Stacking, Card house or Mass ratio; drop a scene file onto the page; share what you found by its address.',
  },
];

export class Tour {
  private place = 0;
  private card: HTMLElement | undefined;
  private before: Element | null = null;

  constructor(private readonly app: App) {
    find('#tour').addEventListener('click', () => this.start());
    window.addEventListener('resize', () => this.put());
  }

  start(): void {
    this.before = document.activeElement;
    this.place = 0;
    this.show();
  }

  private target(): HTMLElement | null {
    return document.querySelector<HTMLElement>(STOPS[this.place]?.at ?? '');
  }

  private show(): void {
    const stop = STOPS[this.place];
    this.clear();
    if (stop === undefined) return;
    stop.enter?.(this.app);
    const isLast = this.place === STOPS.length - 1;
    const next = make(
      'button',
      { type: 'button', class: 'primary', click: () => this.go(1) },
      isLast ? 'Play' : 'Next',
    );
    this.card = make(
      'section',
      {
        class: 'tour',
        role: 'dialog',
        'aria-label': `Tour, ${this.place + 1} of ${STOPS.length}: ${stop.title}`,
        keydown: (event) => this.press(event as KeyboardEvent),
      },
      make('p', { class: 'count' }, `${this.place + 1} / ${STOPS.length}`),
      make('h3', {}, stop.title),
      make('p', {}, stop.text),
      make(
        'div',
        { class: 'buttons' },
        make('button', { type: 'button', class: 'plain', click: () => this.end() }, 'Close'),
        this.place > 0
          ? make('button', { type: 'button', class: 'plain', click: () => this.go(-1) }, 'Back')
          : undefined,
        next,
      ),
    );
    document.body.append(this.card);
    this.target()?.classList.add('shown');
    this.target()?.scrollIntoView({ block: 'nearest' });
    this.put();
    next.focus({ preventScroll: true });
  }

  private press(event: KeyboardEvent): void {
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
    const to = this.place + by;
    if (to < 0) return;
    if (to >= STOPS.length) {
      this.end();
      return;
    }
    this.place = to;
    this.show();
  }

  /** Beside what it is about, where there is room. */
  private put(): void {
    const box = this.target()?.getBoundingClientRect();
    if (this.card === undefined || box === undefined) return;
    const { width, height } = this.card.getBoundingClientRect();
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const besides = box.right + 12 + width < room.width ? box.right + 12 : box.left - width - 12;
    const fitsBeside = besides > 8 && besides + width < room.width;
    const left = fitsBeside
      ? besides
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
    if (this.before instanceof HTMLElement) this.before.focus();
  }
}
