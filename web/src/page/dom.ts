/* Small helpers for making elements: what a page without a framework needs of one. */

type Child = Node | string | undefined;
type Properties = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** An element; properties that are functions are listeners ("click"), the rest attributes. */
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

/** An element of the page that must be there. */
export function find<T extends Element = HTMLElement>(selector: string, root: ParentNode = document): T {
  const found = root.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

let count = 0;
/** An id that no other element has. */
export function newId(): string {
  return `m${++count}`;
}

/** A label and a control, one above the other. */
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

/** A slider with its number beside it; `of` turns places of the slider into values. */
export function slider(
  text: string,
  value: number,
  range: { least: number; most: number; step: number; of?: (place: number) => number; to?: (value: number) => number },
  show: (value: number) => string,
  change: (value: number) => void,
): { row: HTMLElement; set: (value: number) => void } {
  const of = range.of ?? ((place) => place);
  const to = range.to ?? ((shown) => shown);
  const output = make('output', { 'aria-hidden': 'true' }, show(value)); // said as the slider's value text
  const control = make('input', {
    type: 'range',
    id: newId(),
    min: range.least,
    max: range.most,
    step: range.step,
    value: to(value),
    input: () => {
      const chosen = of(Number(control.value));
      tell(chosen);
      change(chosen);
    },
  });
  const tell = (shown: number): void => {
    output.textContent = show(shown);
    control.setAttribute('aria-valuetext', show(shown));
  };
  tell(value);
  const label = make('label', { for: control.id }, text);
  return {
    row: make('div', { class: 'field slider' }, label, output, control),
    set: (shown) => {
      control.value = String(to(shown));
      tell(shown);
    },
  };
}

/** A number for people: 0.0123, 12.3, 1.2e-7. */
export function short(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 0.01 && size < 10000) return String(Number(value.toPrecision(3)));
  return value.toExponential(1);
}
