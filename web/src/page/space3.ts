/* The space of 3D worlds. */
import { ModulusError } from '../engine/error.js';
import type { BodyId, PickedBody3, SpawnShape3 } from '../engine/types.js';
import type { World } from '../engine/world.js';
import { World3 } from '../engine/world3.js';
import type { Size } from './camera.js';
import { Camera3 } from './camera3.js';
import type { Angles, Frame3 } from './camera3.js';
import { chooseFrame3, widen } from './framing3.js';
import { Renderer3 } from './renderer3.js';
import { showcaseOf } from './showcases.js';
import type { Hit, Place, Space } from './space.js';
import type { Box3, Vec3 } from './vec3.js';
import { add, scale } from './vec3.js';

const ANGLES: Angles = { yaw: 0.5, pitch: 0.35 };
/** Shapes are added on the ground up to this many times as far away as the target of the camera. */
const MAX_DEPTH = 3;

function solid(world: World | undefined): World3 {
  if (world instanceof World3) return world;
  throw new ModulusError('this is not a 3D world');
}

function triple(place: Place): Vec3 {
  return [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0];
}

export class Space3 implements Space {
  readonly dimensions = 3;
  readonly camera = new Camera3();
  readonly shapes = [
    ['ball', 'Balls'],
    ['box', 'Boxes'],
    ['capsule', 'Capsules'],
    ['hull', 'Hulls'],
  ] as const;
  /** The box that the camera shows or moves to, and the position for it. */
  private box: Box3 = [-1, -1, -1, 1, 1, 1];
  private frame: Frame3 = { target: [0, 0, 0], distance: 5 };
  /** The user has chosen this box; it does not change. */
  private isFixed = false;

  createRenderer(canvas: HTMLCanvasElement, changed: () => void): Renderer3 {
    return new Renderer3(canvas, this.camera, changed);
  }

  /** Of the picture of the scene's box in the first direction of the camera. */
  aspect(world: World, scene: string): number {
    const showcase = showcaseOf(scene);
    const camera = Object.assign(new Camera3(), showcase?.angles ?? ANGLES);
    const { right, up } = camera.axes();
    const [x0, y0, z0, x1, y1, z1] = showcase?.box ?? this.viewOf(world);
    const extent = (axis: Vec3): number =>
      Math.abs(axis[0]) * (x1 - x0) + Math.abs(axis[1]) * (y1 - y0) + Math.abs(axis[2]) * (z1 - z0);
    return extent(right) / Math.max(1e-3, extent(up));
  }

  private viewOf(world: World | undefined): Box3 {
    return Array.from(solid(world).bounds().subarray(6, 12)) as unknown as Box3;
  }

  /* ---- Camera ------------------------------------------------------------------------------------------------------ */

  fit(worlds: World[], size: Size, scene: string): void {
    const showcase = showcaseOf(scene);
    const { yaw, pitch } = showcase?.angles ?? ANGLES;
    Object.assign(this.camera, { yaw, pitch, follows: true });
    this.isFixed = showcase?.box !== undefined;
    this.box = showcase?.box ?? widen(this.viewOf(worlds[0]));
    if (!this.isFixed) this.chooseFrame(worlds, size);
    this.frame = this.camera.frameOf(this.box, size);
    this.camera.approach(this.frame, 1);
  }

  chooseFrame(worlds: World[], size: Size): void {
    if (!this.isFixed) {
      const boxes = worlds.map((world) => Array.from(solid(world).bounds().subarray(0, 6)) as unknown as Box3);
      this.box = chooseFrame3(
        boxes,
        this.viewOf(worlds[0]),
        this.box,
        (box) => this.camera.frameOf(box, size).distance,
      );
    }
    this.frame = this.camera.frameOf(this.box, size);
  }

  moveCamera(share: number): void {
    this.camera.approach(this.frame, share);
  }

  panBy(dx: number, dy: number, size: Size): void {
    this.camera.panBy(dx, dy, size);
  }

  turnBy(dx: number, dy: number): void {
    this.camera.orbitBy(dx, dy);
  }

  zoomAt(x: number, y: number, factor: number, size: Size): void {
    this.camera.zoomAt(x, y, factor, size);
  }

  /* ---- Tools ------------------------------------------------------------------------------------------------------- */

  /** Casts rays through the pointer and, if that one hits nothing, around it. */
  pick(world: World, x: number, y: number, radius: number, size: Size): Hit | undefined {
    const eye = this.camera.eye();
    for (const [dx, dy] of [
      [0, 0],
      [0.7, 0.7],
      [-0.7, 0.7],
      [0.7, -0.7],
      [-0.7, -0.7],
    ] as const) {
      const ray = this.camera.ray(x + radius * dx, y + radius * dy, size);
      const body = solid(world).rayCast([...eye], [...ray]);
      if (body !== undefined) return { body, place: body.point, depth: this.camera.depthOf(body.point) };
    }
    return undefined;
  }

  placeAt(x: number, y: number, depth: number, size: Size): Place {
    return this.camera.pointAt(x, y, depth, size);
  }

  /** In front of the body under the pointer; otherwise on the ground; otherwise as far away as the target of the camera. */
  freePlace(world: World, x: number, y: number, radius: number, size: Size): Place {
    const hit = this.pick(world, x, y, 0, size);
    if (hit !== undefined) return this.placeAt(x, y, Math.max(0, hit.depth - 1.2 * radius), size);
    const eye = this.camera.eye();
    const ray = this.camera.ray(x, y, size);
    const depth = (this.viewOf(world)[1] - eye[1]) / ray[1];
    const isGround = ray[1] < 0 && depth > 0 && depth < MAX_DEPTH * this.camera.distance;
    if (!isGround) return this.placeAt(x, y, this.camera.distance, size);
    return add(add(eye, scale(depth, ray)), [0, 1.05 * radius, 0]);
  }

  rainPlace(world: World, radius: number): Place {
    const [x0, , z0, x1, y1, z1] = this.viewOf(world);
    const spread = (low: number, high: number): number => (low + high) / 2 + (Math.random() - 0.5) * 0.6 * (high - low);
    return [spread(x0, x1), y1 + 3 * radius, spread(z0, z1)];
  }

  grab(world: World, pointer: number, { body, place }: Hit): void {
    solid(world).grab(pointer, body as PickedBody3, ...triple(place));
  }

  drag(world: World, pointer: number, place: Place): void {
    solid(world).drag(pointer, ...triple(place));
  }

  release(world: World, pointer: number): void {
    solid(world).release(pointer);
  }

  spawn(world: World, shape: string, place: Place, size: number, velocityY: number): void {
    solid(world).spawn(shape as SpawnShape3, ...triple(place), size, 0, velocityY, 0);
  }

  destroy(world: World, body: BodyId): void {
    solid(world).destroyBody(body);
  }

  explode(world: World, place: Place, radius: number, speed: number): void {
    solid(world).explode(...triple(place), radius, speed);
  }

  setGravity(world: World, gravity: Place): void {
    solid(world).setGravity(...triple(gravity));
  }
}
