/* JSON by the host's own parser, and where it refuses a text the line at which it stops being JSON: hosts tell that in ways of
 * their own, or not at all. */
import { ModulusError } from './error.js';

/** Walks through a text as far as it is JSON. */
class Walk {
  at = 0;
  constructor(private readonly text: string) {}

  private token(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.at += found[0].length;
    return true;
  }

  private space(): void {
    this.token(/[ \t\n\r]*/y);
  }

  private members(close: RegExp, member: () => boolean): boolean {
    this.space();
    if (this.token(close)) return true;
    for (;;) {
      if (!member()) return false;
      this.space();
      if (this.token(close)) return true;
      if (!this.token(/,/y)) return false;
      this.space();
    }
  }

  private string(): boolean {
    return this.token(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
  }

  value(): boolean {
    this.space();
    if (this.token(/\[/y)) return this.members(/\]/y, () => this.value());
    if (this.token(/\{/y)) {
      return this.members(/\}/y, () => {
        if (!this.string()) return false;
        this.space();
        return this.token(/:/y) && this.value();
      });
    }
    return this.string() || this.token(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  }
}

function whatIsWrong(text: string, origin: string): string {
  const walk = new Walk(text);
  const isValue = walk.value();
  const rest = text.slice(walk.at).trimStart();
  const line = text.slice(0, text.length - rest.length).split('\n').length;
  if (text.trim() === '') return `${origin}:1: an empty text, expected a JSON object`;
  if (rest === '') return `${origin}:${line}: JSON that ends too early`;
  if (isValue) return `${origin}:${line}: something after the end of the JSON document`;
  return `${origin}:${line}: not JSON, near '${rest.split('\n')[0]?.slice(0, 23) ?? ''}'`;
}

/** The value of a JSON text; a ModulusError that names the line where it is none. */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModulusError(whatIsWrong(text, origin));
  }
}
