/* Encodes a parsed JSON value as the bytes that src/scene/flat.c reads. */

const encoder = new TextEncoder();
/** Levels that are written. The engine accepts 32 and refuses a deeper document with the place in it. */
const MAX_DEPTH = 40;

class ByteBuffer {
  private buffer = new Uint8Array(1 << 14);
  private size = 0;

  private reserve(count: number): void {
    if (this.size + count > this.buffer.length) {
      const grown = new Uint8Array(Math.max(2 * this.buffer.length, this.size + count));
      grown.set(this.buffer);
      this.buffer = grown;
    }
  }

  letter(letter: string): void {
    this.reserve(1);
    this.buffer[this.size++] = letter.charCodeAt(0);
  }

  number(number: number): void {
    this.reserve(8);
    new DataView(this.buffer.buffer).setFloat64(this.size, number, true);
    this.size += 8;
  }

  text(text: string): void {
    const bytes = encoder.encode(text);
    this.reserve(bytes.length + 5);
    new DataView(this.buffer.buffer).setUint32(this.size, bytes.length, true);
    this.buffer.set(bytes, this.size + 4);
    this.buffer[this.size + 4 + bytes.length] = 0;
    this.size += bytes.length + 5;
  }

  contents(): Uint8Array {
    return this.buffer.subarray(0, this.size);
  }
}

function isNumberArray(value: unknown): value is Float64Array {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function put(bytes: ByteBuffer, value: unknown, depth: number): void {
  if (value === Infinity || value === -Infinity) {
    bytes.letter('S'); /* as in a scene file */
    bytes.text(value > 0 ? 'infinity' : '-infinity');
  } else if (typeof value === 'number') {
    bytes.letter('D');
    bytes.number(value);
  } else if (typeof value === 'string') {
    bytes.letter('S');
    bytes.text(value);
  } else if (typeof value === 'boolean') {
    bytes.letter(value ? 'T' : 'F');
  } else if (depth > MAX_DEPTH) {
    bytes.letter('N');
  } else if (Array.isArray(value) || isNumberArray(value)) {
    bytes.letter('[');
    value.forEach((item: unknown) => put(bytes, item, depth + 1));
    bytes.letter(']');
  } else if (typeof value === 'object' && value !== null) {
    bytes.letter('{');
    for (const [key, item] of Object.entries(value)) {
      if (item === undefined) continue;
      bytes.letter('K');
      bytes.text(key);
      put(bytes, item, depth + 1);
    }
    bytes.letter('}');
  } else {
    bytes.letter('N');
  }
}

/** Returns the flat document of a JSON value. Typed arrays are arrays, infinity is the text "infinity", a member that is
 *  undefined is left out, and other values that JSON does not have are written as null. */
export function flatten(value: unknown): Uint8Array {
  const bytes = new ByteBuffer();
  put(bytes, value, 0);
  return bytes.contents();
}
