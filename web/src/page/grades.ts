/* How well contacts are solved, and the bodies between them. */
import { CONTACT3_NUMBERS } from '../engine/types.js';

/** Grades a contact by its contribution to RES: 0 if it is solved, one more for each factor of ten above that, -1 if
 *  unknown. */
export function gradeOf(residual: number, solved: number, grades: number): number {
  if (residual < 0) return -1;
  if (!(residual > solved)) return 0;
  return Math.min(grades - 1, 1 + Math.floor(Math.log10(residual / solved)));
}

/** Returns the worst grade of the contacts of each body, by its index, from the records of World3.contacts. */
export function gradesOfBodies(data: Float32Array, target: number, grades: number): Map<number, number> {
  const worst = new Map<number, number>();
  const solved = target / Math.sqrt(Math.max(1, data.length / CONTACT3_NUMBERS));
  for (let at = 0; at < data.length; at += CONTACT3_NUMBERS) {
    const grade = gradeOf(data[at + 9]!, solved, grades);
    for (const body of data.subarray(at + 11, at + 13)) worst.set(body, Math.max(grade, worst.get(body) ?? -1));
  }
  return worst;
}
