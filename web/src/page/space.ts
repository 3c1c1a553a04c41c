/* What the page does differently in 2D and in 3D: the camera, finding and moving bodies with a pointer, drawing. App has one
 * space per dimension and uses that of the current scene. */
import type { BodyId } from '../engine/types.js';
import type { World } from '../engine/world.js';
import type { Size } from './camera.js';
import type { WorldRenderer } from './renderer.js';

/** Coordinates of a point of the world, two or three. */
export type Place = readonly number[];

/** A body under a pointer. */
export interface Hit {
  body: BodyId & { mass: number };
  place: Place;
  /** Distance of the place along the line of sight; 0 in 2D. */
  depth: number;
}

export interface Space {
  readonly dimensions: 2 | 3;
  /** The shapes that can be added, with names for people. */
  readonly shapes: readonly (readonly [shape: string, name: string])[];
  /** The camera follows the moving bodies. It stops when the user moves it. */
  readonly camera: { follows: boolean };
  createRenderer(canvas: HTMLCanvasElement, changed: () => void): WorldRenderer;
  /** Width of the scene by its height, as it is seen. */
  aspect(world: World, scene: string): number;

  /* ---- Camera; sizes and positions in CSS pixels ---- */
  /** Shows the whole scene at once and follows it from then on. `scene` is the name of a built-in scene. */
  fit(worlds: World[], size: Size, scene: string): void;
  /** Chooses what the camera shows. */
  chooseFrame(worlds: World[], size: Size): void;
  /** Moves by a share of the way to what was chosen. */
  moveCamera(share: number, size: Size): void;
  panBy(dx: number, dy: number, size: Size): void;
  /** The pointer drags the background. */
  turnBy(dx: number, dy: number, size: Size): void;
  zoomAt(x: number, y: number, factor: number, size: Size): void;

  /* ---- Tools ---- */
  pick(world: World, x: number, y: number, radius: number, size: Size): Hit | undefined;
  /** Where a body is moved that a pointer holds at a depth. */
  placeAt(x: number, y: number, depth: number, size: Size): Place;
  /** Where a body of a radius is added, or, with radius 0, an explosion starts. */
  freePlace(world: World, x: number, y: number, radius: number, size: Size): Place;
  /** A random place above the scene. */
  rainPlace(world: World, radius: number, size: Size): Place;
  grab(world: World, pointer: number, hit: Hit): void;
  drag(world: World, pointer: number, place: Place): void;
  release(world: World, pointer: number): void;
  /** Adds a body that moves upward with a velocity. */
  spawn(world: World, shape: string, place: Place, size: number, velocityY: number): void;
  destroy(world: World, body: BodyId): void;
  explode(world: World, place: Place, radius: number, speed: number): void;
  setGravity(world: World, gravity: Place): void;
}
