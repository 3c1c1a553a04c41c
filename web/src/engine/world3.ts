/* A 3D world, as a class around the functions of web/engine/engine3.h. */
import type { BodyChange3, JointChange3 } from './changes.js';
import type { BodyDefinition3, JointDefinition3, MaterialDefinition3, ShapeDefinition3 } from './definitions3.js';
import { SPAWN_SHAPES3 } from './types.js';
import type {
  Body3,
  BodyId,
  Description3,
  JointId,
  MeshList,
  PickedBody3,
  Quaternion,
  ShapeId,
  SpawnShape3,
  Vector3,
  WorldEvent,
} from './types.js';
import { PUSH, World, withHandles } from './world.js';

const TYPES: Body3['type'][] = ['static', 'kinematic', 'dynamic'];
const BODY_NUMBERS = 18;
const HIT_NUMBERS = 10;
/** Bytes of a web_array. */
const ARRAY_SIZE = 8;

/** A 3D world of rigid bodies. y points up in built-in scenes; axes are right-handed. */
export class World3 extends World {
  readonly dimensions = 3;

  override describe(): Description3 {
    return super.describe() as Description3;
  }

  setGravity(x: number, y: number, z: number): void {
    this.memory.checkStatus(this.memory.call.web_set_gravity(this.pointer, x, y, z));
  }

  /** Grows when shapes or geometries were added or removed: then read meshes() again. */
  get shapesVersion(): number {
    return this.memory.checkPointer(this.memory.call.web3_shapes_version(this.pointer));
  }

  /** Returns the triangle meshes of all distinct geometries: views that are valid until the next call. */
  meshes(): MeshList {
    const at = this.memory.checkPointer(this.memory.call.web3_meshes(this.pointer));
    return {
      positions: this.memory.floats(at),
      normals: this.memory.floats(at + ARRAY_SIZE),
      indices: this.memory.indices(at + 2 * ARRAY_SIZE),
      ranges: this.memory.ints(at + 3 * ARRAY_SIZE),
      edges: this.memory.indices(at + 4 * ARRAY_SIZE),
      edgeRanges: this.memory.ints(at + 5 * ARRAY_SIZE),
    };
  }

  /** Returns the shapes, INSTANCE_NUMBERS floats each: a view that is valid until the next call. `fraction` interpolates
   *  between the start (0) and the end (1) of the last step. */
  instances(fraction = 1): Float32Array {
    return this.memory.floats(this.memory.call.web3_instances(this.pointer, fraction));
  }

  /** Returns the joints, JOINT_NUMBERS floats each: a view that is valid until the next call. */
  joints(fraction = 1): Float32Array {
    return this.memory.floats(this.memory.call.web3_joints(this.pointer, fraction));
  }

  /** Returns the contact points, CONTACT3_NUMBERS floats each: a view that is valid until the next call. */
  contacts(): Float32Array {
    return this.memory.floats(this.memory.call.web3_contacts(this.pointer));
  }

  bodies(): Body3[] {
    return this.bodiesAt(this.memory.call.web3_bodies(this.pointer));
  }

  /** Returns the present state of a body. */
  body(body: BodyId): Body3 {
    const at = this.memory.call.web_body(this.pointer, body.index, body.generation);
    return this.bodiesAt(at)[0] as Body3;
  }

  private bodiesAt(at: number): Body3[] {
    const n = this.memory.doubles(at);
    const bodies: Body3[] = [];
    for (let k = 0; k + BODY_NUMBERS <= n.length; k += BODY_NUMBERS) {
      const number = (offset: number): number => n[k + offset] ?? 0;
      const vector = (offset: number): Vector3 => [number(offset), number(offset + 1), number(offset + 2)];
      bodies.push({
        index: number(0),
        generation: number(1),
        type: TYPES[number(2)] ?? 'static',
        awake: number(3) !== 0,
        position: vector(4),
        rotation: [number(7), number(8), number(9), number(10)],
        velocity: vector(11),
        angularVelocity: vector(14),
        mass: number(17),
      });
    }
    return bodies;
  }

  /** Creates a body, with the shapes of its definition. Throws a ModulusError that names the key which is wrong. */
  createBody(definition: BodyDefinition3 = {}): BodyId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(definition, 'createBody', (...at) => call.web_create_body(world, ...at)) as BodyId;
  }

  /** Adds a shape to a body; the body's mass follows unless it was given. */
  createShape(body: BodyId, definition: ShapeDefinition3): ShapeId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(definition, 'createShape', (...at) =>
      call.web_create_shape(world, body.index, body.generation, ...at),
    ) as ShapeId;
  }

  /** Creates a joint between two bodies, which are given by handles. */
  createJoint(definition: JointDefinition3): JointId {
    const { call } = this.memory;
    const world = this.pointer;
    return this.create(withHandles(definition), 'createJoint', (...at) =>
      call.web_create_joint(world, ...at),
    ) as JointId;
  }

  /** Changes the keys that are given. */
  changeBody(body: BodyId, change: BodyChange3): void {
    this.change('body', body, change, 'changeBody');
  }
  changeShape(shape: ShapeId, change: MaterialDefinition3): void {
    this.change('shape', shape, change, 'changeShape');
  }
  changeJoint(joint: JointId, change: JointChange3): void {
    this.change('joint', joint, change, 'changeJoint');
  }

  /** Adds a force, N, for the next step, at a point of the world or at the centre of mass. */
  applyForce(body: BodyId, force: Vector3, point?: Vector3): void {
    this.push(body, point !== undefined ? PUSH.forceAt : PUSH.force, force, point ?? []);
  }
  /** Adds a torque, N m, for the next step. */
  applyTorque(body: BodyId, torque: Vector3): void {
    this.push(body, PUSH.force, [], torque);
  }
  /** Applies an impulse, N s, at a point of the world or at the centre of mass: changes the velocity at once. */
  applyImpulse(body: BodyId, impulse: Vector3, point?: Vector3): void {
    this.push(body, point !== undefined ? PUSH.impulseAt : PUSH.impulse, impulse, point ?? []);
  }
  /** Applies an angular impulse, N m s. */
  applyAngularImpulse(body: BodyId, impulse: Vector3): void {
    this.push(body, PUSH.impulse, [], impulse);
  }
  /** Sets the velocity of the centre of mass, m/s, and the angular velocity, rad/s, which stays if it is not given. */
  setVelocity(body: BodyId, velocity: Vector3, angularVelocity = this.body(body).angularVelocity): void {
    this.push(body, PUSH.velocity, velocity, angularVelocity);
  }
  /** Moves a body to a new place at once. */
  setTransform(body: BodyId, position: Vector3, rotation: Quaternion = [0, 0, 0, 1]): void {
    const { index, generation } = body;
    const { call } = this.memory;
    this.memory.checkStatus(call.web_set_transform(this.pointer, index, generation, ...position, ...rotation));
  }

  /** Returns the events of the last step and of the calls since. */
  events(): WorldEvent<Vector3>[] {
    return this.eventsOf((x, y, z) => [x, y, z]);
  }

  /** Returns 12 numbers: lower x, y, z and upper x, y, z of a box around all kinematic and dynamic bodies, then those of
   *  the scene's view, which is the same box when the world was opened. A view that is valid until the next call. */
  bounds(): Float32Array {
    return this.memory.floats(this.memory.call.web3_bounds(this.pointer));
  }

  /** Finds the nearest kinematic or dynamic body that a ray hits. Static bodies do not stop it. */
  rayCast(origin: Vector3, direction: Vector3): PickedBody3 | undefined {
    const at = this.memory.call.web3_ray(this.pointer, ...origin, ...direction);
    const n = this.memory.doublesAt(at, HIT_NUMBERS);
    const number = (offset: number): number => n[offset] ?? 0;
    const vector = (offset: number): Vector3 => [number(offset), number(offset + 1), number(offset + 2)];
    if (number(1) === 0) return undefined;
    return {
      index: number(0),
      generation: number(1),
      point: vector(2),
      local: vector(5),
      mass: number(8),
      distance: number(9),
    };
  }

  /** Attaches a mouse joint from a point of a dynamic body to a target. Pointers are 0 to 9; each holds at most one
   *  body. */
  grab(pointer: number, body: BodyId & { local: Vector3 }, x: number, y: number, z: number): void {
    const { index, generation, local } = body;
    const { call } = this.memory;
    this.memory.checkStatus(call.web3_grab(this.pointer, pointer, index, generation, ...local, x, y, z));
  }

  /** Moves the target of the mouse joint. */
  drag(pointer: number, x: number, y: number, z: number): void {
    this.memory.checkStatus(this.memory.call.web3_drag(this.pointer, pointer, x, y, z));
  }

  release(pointer: number): void {
    this.memory.call.web3_release(this.pointer, pointer);
  }

  /** Adds a dynamic body that extends about `size` from its centre. */
  spawn(
    shape: SpawnShape3,
    x: number,
    y: number,
    z: number,
    size: number,
    velocityX = 0,
    velocityY = 0,
    velocityZ = 0,
  ): void {
    const index = SPAWN_SHAPES3.indexOf(shape);
    const { call } = this.memory;
    this.memory.checkStatus(call.web3_spawn(this.pointer, index, x, y, z, size, velocityX, velocityY, velocityZ));
  }

  /** Pushes dynamic bodies away from a point. The added speed falls linearly from `speed` at the point to 0 at
   *  `radius`. */
  explode(x: number, y: number, z: number, radius: number, speed: number): void {
    this.memory.checkStatus(this.memory.call.web3_explode(this.pointer, x, y, z, radius, speed));
  }
}
