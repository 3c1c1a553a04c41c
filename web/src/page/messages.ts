/* What went wrong, or was done, in words: a line at the edge of the page that can be sent away. */
import { find, make } from './dom.js';

const NOTE_SECONDS = 4;
const ERRORS_MOST = 3;

function add(text: string, kind: 'error' | 'note'): HTMLElement {
  const area = find('#messages');
  const same = [...area.children].find((child) => child.querySelector('p')?.textContent === text);
  same?.remove();
  while (area.children.length >= ERRORS_MOST) area.firstElementChild?.remove();
  const message = make(
    'div',
    { class: `message ${kind}`, role: kind === 'error' ? 'alert' : 'status' },
    make('p', {}, text),
    make('button', { type: 'button', 'aria-label': 'Close this message', click: () => message.remove() }, '×'),
  );
  area.append(message);
  return message;
}

/** Stays until it is closed. */
export function showError(text: string): void {
  add(text, 'error');
}

/** Goes by itself. */
export function showNote(text: string): void {
  const message = add(text, 'note');
  setTimeout(() => message.remove(), 1000 * NOTE_SECONDS);
}
