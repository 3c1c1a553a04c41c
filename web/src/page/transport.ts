/* Time and tools: the bar at the bottom. */
import type { App } from './app.js';
import { find, make, select } from './dom.js';
import type { PieceChoice, Tool } from './hands.js';
import { icon } from './icons.js';

const SPEEDS = [
  ['1', '1×'],
  ['0.5', '½×'],
  ['0.25', '¼×'],
  ['0.1', '⅒×'],
  ['0.03', '1⁄30×'],
] as const;
const PIECE_NAMES: readonly (readonly [PieceChoice, string])[] = [
  ['mixed', 'Any shape'],
  ['ball', 'Balls'],
  ['box', 'Boxes'],
  ['capsule', 'Capsules'],
  ['pentagon', 'Pentagons'],
];
export const TOOL_NAMES: readonly (readonly [Tool, string, string])[] = [
  ['drag', 'Drag', 'Drag bodies and throw them; drag the ground to pan'],
  ['spawn', 'Add', 'Click to put a shape in'],
  ['delete', 'Delete', 'Click or wipe to take bodies out'],
  ['explode', 'Explode', 'Click to drive bodies apart'],
];

function button(name: string, label: string, title: string, click: () => void): HTMLButtonElement {
  return make('button', { type: 'button', class: 'tool', 'aria-label': label, title, click }, icon(name));
}

export class Transport {
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly time = make('output', { class: 'time' });
  private readonly frame = make('span', {
    class: 'frame',
    title: 'Simulation and drawing of a frame, and frames a second',
  });
  private readonly rain: HTMLButtonElement;
  private readonly tools = new Map<Tool, HTMLButtonElement>();
  private readonly speed: HTMLSelectElement;

  constructor(private readonly app: App) {
    this.play = button('pause', 'Pause', 'Pause or go on (Space)', () => app.setRunning(!app.loop.running));
    this.play.classList.add('primary');
    this.slider = make('input', {
      type: 'range',
      id: 'rewind',
      'aria-label': 'Rewind: the last seconds',
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      input: () => app.goTo(Number(this.slider.value)),
    });
    this.rain = button('rain', 'Rain', 'Let shapes fall from above (N)', () => app.rain.toggle());
    this.speed = select(SPEEDS, '1', (speed) => (app.loop.speed = Number(speed)));
    this.speed.setAttribute('aria-label', 'Speed');
    find('#transport').append(this.timeGroup(), this.toolGroup());
    app.onChange(() => this.show());
    app.onTell(() => this.tell());
  }

  private timeGroup(): HTMLElement {
    const { app } = this;
    return make(
      'div',
      { class: 'group time-group', role: 'group', 'aria-label': 'Time' },
      button('restart', 'Restart', 'From the start again (R)', () => app.restart()),
      button('back', 'Back one second', 'Back one second (←)', () => app.rewindBy(1)),
      this.play,
      button('step', 'Single step', 'One step (→)', () => app.stepOnce()),
      this.slider,
      this.time,
      this.speed,
      this.frame,
    );
  }

  private toolGroup(): HTMLElement {
    const { hands } = this.app;
    const group = make('div', { class: 'group tool-group', role: 'group', 'aria-label': 'Tools' });
    for (const [tool, label, title] of TOOL_NAMES) {
      const made = make(
        'button',
        { type: 'button', class: 'tool named', title, click: () => this.choose(tool) },
        icon(tool),
        make('span', {}, label),
      );
      this.tools.set(tool, made);
      group.append(made);
    }
    const pieces = select(PIECE_NAMES, hands.piece, (piece) => (hands.piece = piece as PieceChoice));
    pieces.setAttribute('aria-label', 'Shape to add');
    pieces.classList.add('pieces');
    this.rain.classList.add('named');
    this.rain.append(make('span', {}, 'Rain'));
    group.append(this.rain, pieces);
    return group;
  }

  choose(tool: Tool): void {
    this.app.hands.tool = tool;
    this.app.changed();
  }

  private show(): void {
    const { loop, rain, hands } = this.app;
    this.play.replaceChildren(icon(loop.running ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', loop.running ? 'Pause' : 'Play');
    this.rain.setAttribute('aria-pressed', String(rain.isOn));
    this.tools.forEach((made, tool) => made.setAttribute('aria-pressed', String(tool === hands.tool)));
    find('#stage').dataset['tool'] = hands.tool;
  }

  private tell(): void {
    const { simulation } = this.app;
    const steps = simulation.rewind.steps();
    const latest = Math.max(simulation.steps, steps[steps.length - 1] ?? 0);
    this.slider.min = String(steps[0] ?? 0);
    this.slider.max = String(latest);
    this.slider.value = String(simulation.steps);
    const back = (latest - simulation.steps) * simulation.dt;
    const words = `${(simulation.steps * simulation.dt).toFixed(1)} s`;
    this.time.textContent = words;
    const { times } = this.app.loop;
    this.frame.textContent = `${times.work.toFixed(1)} ms, ${Math.round(1000 / times.frame)} fps`;
    this.slider.setAttribute(
      'aria-valuetext',
      back > 0.05 ? `${words}, ${back.toFixed(1)} seconds back` : `${words}, now`,
    );
  }
}
