/* A 2D world, as a class around the functions of web/engine/engine2.h. */
import { SPAWN_SHAPES } from './types.js';
import type { Body, BodyId, Description2, PickedBody, SpawnShape } from './types.js';
import { World } from './world.js';

const TYPES: Body['type'][] = ['static', 'kinematic', 'dynamic'];
const BODY_NUMBERS = 12;

/** A 2D world of rigid bodies. */
export class World2 extends World {
  readonly dimensions = 2;

  override describe(): Description2 {
    return super.describe() as Description2;
  }

  setGravity(x: number, y: number): void {
    this.memory.checkStatus(this.memory.call.web_set_gravity(this.pointer, x, y, 0));
  }

  /** Returns shapes and joints as records (DRAW_RECORD, web/engine/engine2.h): a view that is valid until the next call.
   *  `fraction` interpolates between the start (0) and the end (1) of the last step. */
  shapes(fraction = 1): Float32Array {
    return this.memory.floats(this.memory.call.web_draw(this.pointer, fraction));
  }

  /** Returns the contact points, CONTACT_NUMBERS floats each: a view that is valid until the next call. */
  contacts(): Float32Array {
    return this.memory.floats(this.memory.call.web_contacts(this.pointer));
  }

  bodies(): Body[] {
    const n = this.memory.doubles(this.memory.call.web_bodies(this.pointer));
    const bodies: Body[] = [];
    for (let k = 0; k + BODY_NUMBERS <= n.length; k += BODY_NUMBERS) {
      const number = (offset: number): number => n[k + offset] ?? 0;
      bodies.push({
        index: number(0),
        generation: number(1),
        type: TYPES[number(2)] ?? 'static',
        awake: number(3) !== 0,
        x: number(4),
        y: number(5),
        cosine: number(6),
        sine: number(7),
        velocityX: number(8),
        velocityY: number(9),
        angularVelocity: number(10),
        mass: number(11),
      });
    }
    return bodies;
  }

  /** Finds a kinematic or dynamic body within `radius` of a point. */
  pick(x: number, y: number, radius = 0): PickedBody | undefined {
    const [index = 0, generation = 0, localX = 0, localY = 0, mass = 0] = this.memory.doublesAt(
      this.memory.call.web_pick(this.pointer, x, y, radius),
      5,
    );
    return generation !== 0 ? { index, generation, localX, localY, mass } : undefined;
  }

  /** Attaches a mouse joint from a point of a dynamic body to a target. Pointers are 0 to 9; each holds at most one
   *  body. */
  grab(pointer: number, body: PickedBody, x: number, y: number): void {
    const { index, generation, localX, localY } = body;
    this.memory.checkStatus(this.memory.call.web_grab(this.pointer, pointer, index, generation, localX, localY, x, y));
  }

  /** Moves the target of the mouse joint. */
  drag(pointer: number, x: number, y: number): void {
    this.memory.checkStatus(this.memory.call.web_drag(this.pointer, pointer, x, y));
  }

  release(pointer: number): void {
    this.memory.call.web_release(this.pointer, pointer);
  }

  /** Adds a dynamic body that extends about `size` from its centre. */
  spawn(shape: SpawnShape, x: number, y: number, size: number, velocityX = 0, velocityY = 0): void {
    const index = SPAWN_SHAPES.indexOf(shape);
    this.memory.checkStatus(this.memory.call.web_spawn(this.pointer, index, x, y, size, velocityX, velocityY));
  }

  destroyBody(body: BodyId): void {
    this.memory.checkStatus(this.memory.call.web_destroy_body(this.pointer, body.index, body.generation));
  }

  /** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` at the point to 0 at
   *  `radius`. */
  explode(x: number, y: number, radius: number, speed: number): void {
    this.memory.checkStatus(this.memory.call.web_explode(this.pointer, x, y, radius, speed));
  }
}
