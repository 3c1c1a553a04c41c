/* Which box of a 3D scene the camera shows: that of the moving bodies, as far as they stay near the scene. */
import type { Box3 } from './vec3.js';

/** Room around the moving bodies, as a share of their largest extent. */
const ROOM = 0.06;
/** The camera turns to the moving bodies again when it could be nearer by this factor. */
const NEARER = 0.62;
/** Bodies that fly apart are followed up to this many diagonals of the scene's view beyond it. */
const REACH = 1;
/** Bodies that stay together, such as a car, are followed everywhere: their box has at most this many diagonals of the view. */
const TOGETHER = 2;

function map(box: Box3, change: (value: number, side: number) => number): Box3 {
  return box.map((value, side) => change(value, side)) as unknown as Box3;
}

function diagonal(box: Box3): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** Returns a box with room around it. */
export function widen(box: Box3): Box3 {
  const room = ROOM * Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2], 0.1);
  return map(box, (value, side) => (side < 3 ? value - (side === 1 ? 0.2 * room : room) : value + room));
}

function contains(outer: Box3, inner: Box3): boolean {
  return inner.every((value, side) => (side < 3 ? value >= outer[side]! : value <= outer[side]!));
}

/** Returns the box to show. The current one stays while it holds the moving bodies and they fill enough of it.
 *  `distanceOf` is that of the camera that shows a box. */
export function chooseFrame3(
  boxes: readonly Box3[],
  view: Box3,
  current: Box3,
  distanceOf: (box: Box3) => number,
): Box3 {
  const reach = REACH * diagonal(view);
  const all = boxes.reduce((a, b) => map(a, (value, side) => (side < 3 ? Math.min : Math.max)(value, b[side]!)));
  const clamp = (value: number, side: number): number =>
    Math.min(view[(side % 3) + 3]! + reach, Math.max(view[side % 3]! - reach, value));
  const near = diagonal(all) <= TOGETHER * diagonal(view) ? all : map(all, clamp);
  if (!near.every(Number.isFinite)) return current;
  if (contains(current, near) && distanceOf(widen(near)) > NEARER * distanceOf(current)) return current;
  return widen(near);
}
