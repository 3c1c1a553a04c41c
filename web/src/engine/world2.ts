/* A 2D world, as a class around the functions of web/engine/engine2.h. */
import type { BodyChange2, JointChange2 } from './changes.js';
import type { BodyDefinition2, JointDefinition2, MaterialDefinition2, ShapeDefinition2 } from './definitions2.js';
import { SPAWN_SHAPES } from './types.js';
import type {
  Body,
  BodyId,
  Description2,
  JointId,
  PickedBody,
  ShapeId,
  SpawnShape,
  Vector2,
  WorldEvent,
} from './types.js';
import { PUSH, World, withHandles } from './world.js';

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
    return this.bodiesAt(this.memory.call.web_bodies(this.pointer));
  }

  /** Returns the present state of a body. */
  body(body: BodyId): Body {
    const at = this.memory.call.web_body(this.pointer, body.index, body.generation);
    return this.bodiesAt(at)[0] as Body;
  }

  private bodiesAt(at: number): Body[] {
    const n = this.memory.doubles(at);
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

  /** Creates a body, with the shapes of its definition. Throws a ModulusError that names the key which is wrong. */
  createBody(definition: BodyDefinition2 = {}): BodyId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(definition, 'createBody', (...at) => call.web_create_body(world, ...at)) as BodyId;
  }

  /** Adds a shape to a body; the body's mass follows unless it was given. A chain of segments is one shape. */
  createShape(body: BodyId, definition: ShapeDefinition2): ShapeId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(definition, 'createShape', (...at) =>
      call.web_create_shape(world, body.index, body.generation, ...at),
    ) as ShapeId;
  }

  /** Creates a joint between two bodies, which are given by handles. */
  createJoint(definition: JointDefinition2): JointId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(withHandles(definition), 'createJoint', (...at) =>
      call.web_create_joint(world, ...at),
    ) as JointId;
  }

  /** Changes the keys that are given. */
  changeBody(body: BodyId, change: BodyChange2): void {
    this.change('body', body, change, 'changeBody');
  }
  changeShape(shape: ShapeId, change: MaterialDefinition2): void {
    this.change('shape', shape, change, 'changeShape');
  }
  changeJoint(joint: JointId, change: JointChange2): void {
    this.change('joint', joint, change, 'changeJoint');
  }

  /** Adds a force, N, for the next step, at a point of the world or at the centre of mass. */
  applyForce(body: BodyId, force: Vector2, point?: Vector2): void {
    this.push(body, point !== undefined ? PUSH.forceAt : PUSH.force, force, point ?? []);
  }
  /** Adds a torque, N m, for the next step. */
  applyTorque(body: BodyId, torque: number): void {
    this.push(body, PUSH.force, [], [0, 0, torque]);
  }
  /** Applies an impulse, N s, at a point of the world or at the centre of mass: changes the velocity at once. */
  applyImpulse(body: BodyId, impulse: Vector2, point?: Vector2): void {
    this.push(body, point !== undefined ? PUSH.impulseAt : PUSH.impulse, impulse, point ?? []);
  }
  /** Applies an angular impulse, N m s. */
  applyAngularImpulse(body: BodyId, impulse: number): void {
    this.push(body, PUSH.impulse, [], [0, 0, impulse]);
  }
  /** Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s, which stays if it is not given. */
  setVelocity(body: BodyId, velocity: Vector2, angularVelocity = this.body(body).angularVelocity): void {
    this.push(body, PUSH.velocity, velocity, [0, 0, angularVelocity]);
  }
  /** Moves a body to a new place at once, with an angle in rad. */
  setTransform(body: BodyId, position: Vector2, angle = 0): void {
    const { index, generation } = body;
    const [x, y] = position;
    const { call } = this.memory;
    this.memory.checkStatus(call.web_set_transform(this.pointer, index, generation, x, y, 0, 0, 0, angle, 0));
  }

  /** Returns the events of the last step and of the calls since. */
  events(): WorldEvent<Vector2>[] {
    return this.eventsOf((x, y) => [x, y]);
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

  /** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` at the point to 0 at
   *  `radius`. */
  explode(x: number, y: number, radius: number, speed: number): void {
    this.memory.checkStatus(this.memory.call.web_explode(this.pointer, x, y, radius, speed));
  }
}
