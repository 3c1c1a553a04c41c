/* Helpers that create elements and controls, for a page without a framework. */

type Child = Node | string | undefined;
type Properties = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** Creates an element. Function properties become event listeners ("click"), the others attributes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else if (value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}

/** Returns an element that must exist. */
export function find<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

let count = 0;
/** Returns a unique element id. */
export function newId(): string {
  return `m${++count}`;
}

/** Returns a field with a label above a control. */
export function labelled(text: string, control: HTMLElement): HTMLElement {
  control.id ||= newId();
  return make('div', { class: 'field' }, make('label', { for: control.id }, text), control);
}

export function select(
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  change: (value: string) => void,
): HTMLSelectElement {
  const control = make('select', { change: () => change(control.value) });
  for (const [name, text] of options) control.append(make('option', { value: name }, text));
  control.value = value;
  return control;
}

export function checkbox(text: string, checked: boolean, change: (checked: boolean) => void): HTMLElement {
  const control = make('input', { type: 'checkbox', id: newId(), checked, change: () => change(control.checked) });
  return make('label', { class: 'check', for: control.id }, control, make('span', {}, text));
}

/** Creates a slider that shows its value. `toValue` maps slider positions to values, `toPosition` values to positions. */
export function slider(
  text: string,
  value: number,
  range: {
    min: number;
    max: number;
    step: number;
    toValue?: (position: number) => number;
    toPosition?: (value: number) => number;
  },
  show: (value: number) => string,
  change: (value: number) => void,
): { row: HTMLElement; set: (value: number) => void } {
  const toValue = range.toValue ?? ((position) => position);
  const toPosition = range.toPosition ?? ((shown) => shown);
  const output = make('output', { 'aria-hidden': 'true' }, show(value)); // screen readers read aria-valuetext instead
  const control = make('input', {
    type: 'range',
    id: newId(),
    min: range.min,
    max: range.max,
    step: range.step,
    value: toPosition(value),
    input: () => {
      const chosen = toValue(Number(control.value));
      update(chosen);
      change(chosen);
    },
  });
  const update = (shown: number): void => {
    output.textContent = show(shown);
    control.setAttribute('aria-valuetext', show(shown));
  };
  update(value);
  const label = make('label', { for: control.id }, text);
  return {
    row: make('div', { class: 'field slider' }, label, output, control),
    set: (shown) => {
      control.value = String(toPosition(shown));
      update(shown);
    },
  };
}

/** Formats a number for people: 0.0123, 12.3, 1.2e-7. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 0.01 && size < 10000) return String(Number(value.toPrecision(3)));
  return value.toExponential(1);
}
