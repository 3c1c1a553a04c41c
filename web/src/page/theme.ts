/* The theme, light or dark: follows the system until the user chooses one. */
import { setStyleColours } from './palette.js';

type Choice = 'system' | 'light' | 'dark';
const ORDER: Choice[] = ['system', 'light', 'dark'];
const KEY = 'modulus-theme';

export class Theme {
  private choice: Choice = 'system';
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor(private readonly changed: () => void) {
    const stored = read();
    if (stored !== null && ORDER.includes(stored as Choice)) this.choice = stored as Choice;
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get isDark(): boolean {
    return this.choice === 'dark' || (this.choice === 'system' && this.system.matches);
  }

  get label(): string {
    return this.choice === 'system' ? 'system' : this.choice;
  }

  next(): void {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length] ?? 'system';
    write(this.choice);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset['theme'] = this.isDark ? 'dark' : 'light';
    setStyleColours(this.isDark);
    this.changed();
  }
}

/* Storage may be missing for a page opened from a file; then the choice is not remembered. */
function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function write(choice: Choice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    /* not remembered */
  }
}
