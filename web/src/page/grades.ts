/* How well a contact is solved. */

/** Grades a contact by its contribution to RES: 0 if it is solved, one more for each factor of ten above that, -1 if
 *  unknown. */
export function gradeOf(residual: number, solved: number, grades: number): number {
  if (residual < 0) return -1;
  if (!(residual > solved)) return 0;
  return Math.min(grades - 1, 1 + Math.floor(Math.log10(residual / solved)));
}
