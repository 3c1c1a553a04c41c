/* Messages at the edge of the page: errors, and notes about what was done. */
import { find, make } from './dom.js';

const NOTE_SECONDS = 4;
/** Reading speed of a long note. */
const LETTERS_PER_SECOND = 18;
const MAX_MESSAGES = 3;

function add(text: string, kind: 'error' | 'note'): HTMLElement {
  const area = find('#messages');
  const same = [...area.children].find((child) => child.querySelector('p')?.textContent === text);
  same?.remove();
  while (area.children.length >= MAX_MESSAGES) area.firstElementChild?.remove();
  const message = make(
    'div',
    { class: `message ${kind}`, role: kind === 'error' ? 'alert' : 'status' },
    make('p', {}, text),
    make('button', { type: 'button', 'aria-label': 'Close this message', click: () => message.remove() }, '×'),
  );
  area.append(message);
  return message;
}

/** Shows an error that stays until it is closed. */
export function showError(text: string): void {
  add(text, 'error');
}

/** Shows a note that disappears after some seconds. */
export function showNote(text: string): void {
  const message = add(text, 'note');
  setTimeout(() => message.remove(), 1000 * Math.max(NOTE_SECONDS, text.length / LETTERS_PER_SECOND));
}
