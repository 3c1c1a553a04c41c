/* The space of 2D worlds. */
import { ModulusError } from '../engine/error.js';
import type { BodyId, PickedBody, SpawnShape } from '../engine/types.js';
import type { World } from '../engine/world.js';
import { World2 } from '../engine/world2.js';
import { Camera } from './camera.js';
import type { Size } from './camera.js';
import type { Box } from './framing.js';
import { chooseFrame, movingBox, uniteAll } from './framing.js';
import { Renderer } from './renderer.js';
import type { Hit, Place, Space } from './space.js';

function flat(world: World | undefined): World2 {
  if (world instanceof World2) return world;
  throw new ModulusError('this is not a 2D world');
}

function pair(place: Place): [number, number] {
  return [place[0] ?? 0, place[1] ?? 0];
}

export class Space2 implements Space {
  readonly dimensions = 2;
  readonly camera = new Camera();
  readonly shapes = [
    ['ball', 'Balls'],
    ['box', 'Boxes'],
    ['capsule', 'Capsules'],
    ['pentagon', 'Pentagons'],
  ] as const;
  /** The part of the world that the camera shows or moves to. */
  private frame: Box = [-1, -1, 1, 1];

  createRenderer(canvas: HTMLCanvasElement): Renderer {
    return new Renderer(canvas, this.camera);
  }

  aspect(world: World): number {
    const [left, bottom, right, top] = flat(world).describe().view;
    return (right - left) / (top - bottom);
  }

  fit(worlds: World[], size: Size): void {
    this.camera.follows = true;
    this.frame = flat(worlds[0]).describe().view;
    this.chooseFrame(worlds, size);
    this.camera.fit(this.frame, size);
  }

  chooseFrame(worlds: World[], size: Size): void {
    const { view } = flat(worlds[0]).describe();
    const boxes = worlds.map((world) => movingBox(flat(world).shapes(), view));
    this.frame = chooseFrame(uniteAll(boxes), view, this.frame, size);
  }

  moveCamera(share: number, size: Size): void {
    this.camera.approach(this.frame, size, share);
  }

  panBy(dx: number, dy: number): void {
    this.camera.panBy(dx, dy);
  }

  turnBy(dx: number, dy: number): void {
    this.camera.panBy(dx, dy);
  }

  zoomAt(x: number, y: number, factor: number, size: Size): void {
    this.camera.zoomAt(x, y, factor, size);
  }

  pick(world: World, x: number, y: number, radius: number, size: Size): Hit | undefined {
    const place = this.camera.toWorld(x, y, size);
    const body = flat(world).pick(...place, radius / this.camera.scale);
    return body === undefined ? undefined : { body, place, depth: 0 };
  }

  placeAt(x: number, y: number, _depth: number, size: Size): Place {
    return this.camera.toWorld(x, y, size);
  }

  freePlace(_world: World, x: number, y: number, _radius: number, size: Size): Place {
    return this.camera.toWorld(x, y, size);
  }

  rainPlace(_world: World, _radius: number, size: Size): Place {
    return this.camera.toWorld(size.width * (0.25 + 0.5 * Math.random()), size.height * 0.06, size);
  }

  grab(world: World, pointer: number, { body, place }: Hit): void {
    flat(world).grab(pointer, body as PickedBody, ...pair(place));
  }

  drag(world: World, pointer: number, place: Place): void {
    flat(world).drag(pointer, ...pair(place));
  }

  release(world: World, pointer: number): void {
    flat(world).release(pointer);
  }

  spawn(world: World, shape: string, place: Place, size: number, velocityY: number): void {
    flat(world).spawn(shape as SpawnShape, ...pair(place), size, 0, velocityY);
  }

  destroy(world: World, body: BodyId): void {
    flat(world).destroyBody(body);
  }

  explode(world: World, place: Place, radius: number, speed: number): void {
    flat(world).explode(...pair(place), radius, speed);
  }

  setGravity(world: World, gravity: Place): void {
    flat(world).setGravity(...pair(gravity));
  }
}
