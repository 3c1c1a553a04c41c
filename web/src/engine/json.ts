/* Parses JSON with the host's parser. If that fails, finds the line of the error itself, because hosts report the
 * position in different ways or not at all. */
import { ModulusError } from './error.js';

/** Levels that the scanner follows. The host's stack holds many more, and the engine accepts 32. */
const MAX_DEPTH = 500;

/** Scans a text up to the first character that is not valid JSON. */
class Scanner {
  at = 0;
  isTooDeep = false;
  private depth = 0;
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
    this.isTooDeep ||= this.depth >= MAX_DEPTH;
    if (this.isTooDeep) return false;
    ++this.depth;
    const isComplete = this.list(close, member);
    --this.depth;
    return isComplete;
  }

  private list(close: RegExp, member: () => boolean): boolean {
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

function describeError(text: string, origin: string): string {
  const scanner = new Scanner(text);
  const isValue = scanner.value();
  const rest = text.slice(scanner.at).trimStart();
  const line = text.slice(0, text.length - rest.length).split('\n').length;
  if (text.trim() === '') return `${origin}:1: the text is empty, expected a JSON object`;
  if (scanner.isTooDeep) return `${origin}:${line}: nested deeper than ${MAX_DEPTH} levels`;
  if (rest === '') return `${origin}:${line}: the JSON text ends too early`;
  if (isValue) return `${origin}:${line}: unexpected text after the end of the JSON document`;
  return `${origin}:${line}: invalid JSON near '${rest.split('\n')[0]?.slice(0, 23) ?? ''}'`;
}

/** Returns the value of a JSON text. Throws a ModulusError with the line number if the text is not valid JSON. */
export function parseJson(text: string, origin: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ModulusError(describeError(text, origin));
  }
}
