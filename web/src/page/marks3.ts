/* Contact points, impulses and joints of a 3D world, as arrays of lines and marks with the grades and colours of the 2D view. */
import { CONTACT3_NUMBERS, JOINT_NUMBERS } from '../engine/types.js';
import { gradeOf } from './grades.js';
import { rgb } from './palette.js';
import type { Palette } from './palette.js';

/** Floats per line: both ends, colour, width in pixels. Per mark: place, colour, half size in pixels and form (0: dot, 1: empty
 *  square). */
export const LINE_LAYOUT = [
  [0, 3],
  [1, 3],
  [2, 3],
  [3, 1],
] as const;
export const MARK_LAYOUT = [
  [0, 3],
  [1, 3],
  [2, 2],
] as const;
const LINE_NUMBERS = 10;
const MARK_NUMBERS = 8;
/** Rate per frame of the running mean that scales impulses. */
const SCALE_RATE = 0.05;

/** A growing array of floats. */
class Numbers {
  data = new Float32Array(1024);
  length = 0;

  push(...values: number[]): void {
    if (this.length + values.length > this.data.length) {
      const grown = new Float32Array(2 * this.data.length);
      grown.set(this.data);
      this.data = grown;
    }
    for (const value of values) this.data[this.length++] = value;
  }
}

export class Marks3 {
  readonly lines = new Numbers();
  readonly marks = new Numbers();
  private meanImpulse = 0;

  get lineCount(): number {
    return this.lines.length / LINE_NUMBERS;
  }
  get markCount(): number {
    return this.marks.length / MARK_NUMBERS;
  }

  clear(): void {
    this.lines.length = 0;
    this.marks.length = 0;
  }

  /** Adds the joints: both anchors and a line between them. `centres` has the position of each body by its index. */
  addJoints(data: Float32Array, centres: ReadonlyMap<number, readonly number[]>, palette: Palette): void {
    const colour = rgb(palette.joint);
    for (let at = 0; at < data.length; at += JOINT_NUMBERS) {
      for (let side = 0; side < 2; ++side) {
        const anchor = data.subarray(at + 2 + 3 * side, at + 5 + 3 * side);
        const centre = centres.get(data[at + side]!);
        this.marks.push(anchor[0]!, anchor[1]!, anchor[2]!, ...colour, 2.5, 0);
        if (centre !== undefined) this.lines.push(...centre, anchor[0]!, anchor[1]!, anchor[2]!, ...colour, 1.5);
      }
      this.lines.push(...data.subarray(at + 2, at + 8), ...colour, 2);
    }
  }

  /** Adds each contact as a line along its impulse and a mark: a dot if the contact is solved, otherwise a square that grows
   *  with its contribution to RES. `target` is that for RES, `dot` half the size of a dot in pixels. */
  addContacts(data: Float32Array, palette: Palette, target: number, meanRadius: number, dot: number): void {
    const count = data.length / CONTACT3_NUMBERS;
    const solved = target / Math.sqrt(Math.max(1, count));
    const scale = this.impulseScale(data, meanRadius);
    const colours = palette.contacts.map(rgb);
    const unknown = rgb(palette.contactUnknown);
    for (let at = 0; at < data.length; at += CONTACT3_NUMBERS) {
      const grade = gradeOf(data[at + 9]!, solved, colours.length);
      const colour = grade < 0 ? unknown : colours[grade]!;
      const [x, y, z] = [data[at]!, data[at + 1]!, data[at + 2]!];
      const [ix, iy, iz] = [data[at + 6]!, data[at + 7]!, data[at + 8]!];
      const size = Math.hypot(ix, iy, iz);
      const long = size > 0 ? Math.min(scale, (1.6 * meanRadius) / size) : 0;
      if (long * size > 0.02 * meanRadius) {
        const [dx, dy, dz] = [long * ix, long * iy, long * iz];
        this.lines.push(x - dx, y - dy, z - dz, x + dx, y + dy, z + dz, ...colour, Math.min(2, 0.5 * dot + 0.4));
      }
      this.marks.push(x, y, z, ...colour, grade > 0 ? dot * (1 + 0.3 * grade) : dot, grade > 0 ? 1 : 0);
    }
  }

  /** Returns metres per newton second. The running mean of the impulses is half a radius long. */
  private impulseScale(data: Float32Array, meanRadius: number): number {
    let sum = 0;
    for (let at = 6; at < data.length; at += CONTACT3_NUMBERS)
      sum += Math.hypot(data[at]!, data[at + 1]!, data[at + 2]!);
    const mean = data.length > 0 ? (sum * CONTACT3_NUMBERS) / data.length : 0;
    const isFirst = this.meanImpulse === 0;
    this.meanImpulse += (isFirst ? 1 : SCALE_RATE) * (mean - this.meanImpulse);
    return this.meanImpulse > 0 ? (0.5 * meanRadius) / this.meanImpulse : 0;
  }
}
