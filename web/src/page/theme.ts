/* Light or dark: as the system says, until someone chooses. */

type Choice = 'system' | 'light' | 'dark';
const ORDER: Choice[] = ['system', 'light', 'dark'];
const KEY = 'modulus-theme';

export class Theme {
  private choice: Choice = 'system';
  private readonly system = matchMedia('(prefers-color-scheme: dark)');

  constructor(private readonly changed: () => void) {
    const kept = read();
    if (kept !== null && ORDER.includes(kept as Choice)) this.choice = kept as Choice;
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get isDark(): boolean {
    return this.choice === 'dark' || (this.choice === 'system' && this.system.matches);
  }

  get words(): string {
    return this.choice === 'system' ? 'as the system' : this.choice;
  }

  next(): void {
    this.choice = ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length] ?? 'system';
    write(this.choice);
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset['theme'] = this.isDark ? 'dark' : 'light';
    this.changed();
  }
}

/* A page from a file may have no storage; it does without. */
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
    /* chosen for this visit */
  }
}
