/* The transport bar at the bottom: time controls and tools. */
import type { App } from './app.js';
import { find, make, select } from './dom.js';
import type { Tool } from './pointer_tools.js';
import { icon } from './icons.js';

const SPEEDS = [
  ['1', '1×'],
  ['0.5', '½×'],
  ['0.25', '¼×'],
  ['0.1', '⅒×'],
  ['0.03', '1⁄30×'],
] as const;
export const TOOL_NAMES: readonly (readonly [Tool, string, string])[] = [
  ['drag', 'Drag', 'Drag and throw bodies; drag the background to move the view'],
  ['spawn', 'Add', 'Click to add a shape'],
  ['delete', 'Delete', 'Click or drag over bodies to delete them'],
  ['explode', 'Explode', 'Click to push bodies apart'],
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
    title: 'Time per frame for simulation and drawing, and frames per second',
  });
  private readonly rainButton: HTMLButtonElement;
  private readonly tools = new Map<Tool, HTMLButtonElement>();
  private readonly speed: HTMLSelectElement;
  private readonly shapes: HTMLSelectElement;

  constructor(private readonly app: App) {
    this.play = button('pause', 'Pause', 'Pause or resume (Space)', () => app.setRunning(!app.loop.running));
    this.play.classList.add('primary');
    this.slider = make('input', {
      type: 'range',
      id: 'rewind',
      'aria-label': 'Rewind the last seconds',
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      input: () => app.goTo(Number(this.slider.value)),
    });
    this.rainButton = button('rain', 'Rain', 'Drop shapes from above (N)', () => app.spawner.toggle());
    this.speed = select(SPEEDS, '1', (speed) => (app.loop.speed = Number(speed)));
    this.speed.setAttribute('aria-label', 'Speed');
    this.shapes = select([], '', (shape) => (app.pointerTools.shape = shape));
    find('#transport').append(this.timeGroup(), this.toolGroup());
    app.onChange(() => this.show());
    app.onUpdate(() => this.update());
  }

  private timeGroup(): HTMLElement {
    const { app } = this;
    return make(
      'div',
      { class: 'group time-group', role: 'group', 'aria-label': 'Time' },
      button('restart', 'Restart', 'Restart the scene (R)', () => app.restart()),
      button('back', 'Back one second', 'Back one second (←)', () => app.rewindBy(1)),
      this.play,
      button('step', 'Single step', 'Single step (→)', () => app.stepOnce()),
      this.slider,
      this.time,
      this.speed,
      this.frame,
    );
  }

  private toolGroup(): HTMLElement {
    const group = make('div', { class: 'group tool-group', role: 'group', 'aria-label': 'Tools' });
    for (const [tool, label, title] of TOOL_NAMES) {
      const toolButton = make(
        'button',
        { type: 'button', class: 'tool named', title, click: () => this.choose(tool) },
        icon(tool),
        make('span', {}, label),
      );
      this.tools.set(tool, toolButton);
      group.append(toolButton);
    }
    const { shapes } = this;
    shapes.setAttribute('aria-label', 'Shape to add');
    shapes.classList.add('spawn-shape');
    this.rainButton.classList.add('named');
    this.rainButton.append(make('span', {}, 'Rain'));
    group.append(this.rainButton, shapes);
    return group;
  }

  choose(tool: Tool): void {
    this.app.pointerTools.tool = tool;
    this.app.changed();
  }

  /** Lists the shapes that can be added to the current worlds. */
  private showShapes(): void {
    const { pointerTools, simulation } = this.app;
    const names = [['mixed', 'Mixed'], ...simulation.space.shapes] as const;
    if (names.length === this.shapes.length && names.every(([name], at) => this.shapes.options[at]?.value === name))
      return;
    this.shapes.replaceChildren(...names.map(([name, text]) => make('option', { value: name }, text)));
    if (!names.some(([name]) => name === pointerTools.shape)) pointerTools.shape = 'mixed';
    this.shapes.value = pointerTools.shape;
  }

  private show(): void {
    const { loop, spawner, pointerTools } = this.app;
    this.showShapes();
    this.play.replaceChildren(icon(loop.running ? 'pause' : 'play'));
    this.play.setAttribute('aria-label', loop.running ? 'Pause' : 'Play');
    this.rainButton.setAttribute('aria-pressed', String(spawner.isOn));
    this.tools.forEach((toolButton, tool) =>
      toolButton.setAttribute('aria-pressed', String(tool === pointerTools.tool)),
    );
    find('#stage').dataset['tool'] = pointerTools.tool;
  }

  private update(): void {
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
