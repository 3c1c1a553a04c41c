/* Which part of a scene the camera shows: the scene's view if the moving bodies fill most of it in one direction,
 * otherwise the surroundings of the moving bodies. */
import { DRAW_KIND, DRAW_RECORD } from '../engine/types.js';
import type { Size } from './camera.js';
import { boxAt, scaleOf } from './camera.js';

/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

/** Share of the scene's view that the moving bodies fill in one direction, at least; otherwise the camera turns to
 *  them. */
const VIEW_FILL = 0.65;
/** Share of another frame that they fill when the camera turns to them: the rest is room to move. */
const NEW_FILL = 0.75;
/** Share below which the camera turns to them again. */
const MIN_FILL = 0.55;

function moves(kind: number): boolean {
  return kind === DRAW_KIND.dynamic || kind === DRAW_KIND.asleep || kind === DRAW_KIND.kinematic;
}

function unite(a: Box | undefined, b: Box | undefined): Box | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** Returns the box of several boxes. */
export function uniteAll(boxes: (Box | undefined)[]): Box | undefined {
  return boxes.reduce(unite, undefined);
}

function intersect(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return box[0] < box[2] && box[1] < box[3] ? box : undefined;
}

/** Returns the box of the dynamic and kinematic bodies in the records of World.shapes, as far as they are within a view. */
export function movingBox(data: Float32Array, view: Box): Box | undefined {
  let box: Box | undefined;
  for (let at = 0; at < data.length; ) {
    const form = data[at]!;
    const isMoving = moves(data[at + 1]!);
    const add = (from: number, points: number, radius: number): void => {
      let shape: Box | undefined;
      for (let i = 0; i < points; ++i) {
        const x = data[from + 2 * i]!;
        const y = data[from + 2 * i + 1]!;
        shape = unite(shape, [x - radius, y - radius, x + radius, y + radius]);
      }
      if (isMoving && shape !== undefined) box = unite(box, intersect(shape, view));
    };
    at += 3;
    if (form === DRAW_RECORD.circle) {
      add(at, 1, data[at + 2]!);
      at += 5;
    } else if (form === DRAW_RECORD.polygon) {
      add(at + 2, data[at + 1]!, data[at]!);
      at += 2 + 2 * data[at + 1]!;
    } else {
      at += form === DRAW_RECORD.line ? 4 : 2;
    }
  }
  return box;
}

/** Returns the share of a canvas that a box fills, in the direction in which it fills more, if the canvas shows a frame. */
export function fillOf(box: Box, frame: Box, size: Size): number {
  const scale = scaleOf(frame[2] - frame[0], frame[3] - frame[1], size);
  return Math.max(((box[2] - box[0]) * scale) / size.width, ((box[3] - box[1]) * scale) / size.height);
}

function contains(frame: Box, box: Box): boolean {
  return frame[0] <= box[0] && frame[1] <= box[1] && frame[2] >= box[2] && frame[3] >= box[3];
}

/** Returns the frame to show. The current one stays while it holds the moving bodies and they fill enough of it. */
export function chooseFrame(moving: Box | undefined, view: Box, current: Box, size: Size): Box {
  if (moving === undefined || fillOf(moving, view, size) >= VIEW_FILL) return view;
  if (contains(current, moving) && fillOf(moving, current, size) >= MIN_FILL) return current;
  const scale = NEW_FILL * Math.min(size.width / (moving[2] - moving[0]), size.height / (moving[3] - moving[1]));
  return boxAt((moving[0] + moving[2]) / 2, (moving[1] + moving[3]) / 2, scale, size);
}
