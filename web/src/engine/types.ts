/* Types of the engine's interface. Units are metres, kilograms, seconds and radians. */

/** Settings: keys of a built-in scene, and keys of "world" in a scene whose value is one number or word. */
export type Settings = Record<string, string | number | boolean>;

/** A parameter of a built-in scene. */
export interface SceneKey {
  name: string;
  default: string;
  description: string;
  min: number;
  max: number;
  integer: boolean;
}

/** A built-in scene. */
export interface SceneKind {
  name: string;
  about: string;
  keys: SceneKey[];
}

/** The built-in scenes and the solvers of an engine. */
export interface Catalogue {
  version: string;
  /** The number type: "double". */
  real: string;
  scenes: SceneKind[];
  /** The 3D scenes. */
  scenes3: SceneKind[];
  solvers: { name: string; title: string }[];
}

/** x, y. */
export type Vector2 = [number, number];
/** x, y, z. */
export type Vector3 = [number, number, number];
/** A unit quaternion x, y, z, w. */
export type Quaternion = [number, number, number, number];

/** The scene of a world and its current settings. */
export interface Description {
  dimensions: 2 | 3;
  name: string;
  about: string;
  dt: number;
  steps: number;
  world: Record<string, unknown> & {
    gravity: Vector2 | Vector3;
    solver: string;
    iterations: number;
    substeps: number;
  };
}

export interface Description2 extends Description {
  dimensions: 2;
  /** Left, bottom, right, top of the part to show. */
  view: [number, number, number, number];
  world: Description['world'] & { gravity: Vector2 };
}

export interface Description3 extends Description {
  dimensions: 3;
  world: Description['world'] & { gravity: Vector3 };
}

/** How a solve ended. */
export type Outcome = 'converged' | 'max_iterations' | 'time_budget' | 'diverged' | 'stopped' | 'stalled';

/** Seconds spent in each phase of a step. */
export interface Seconds {
  islands: number;
  /** Constraint assembly. */
  assemble: number;
  /** The velocity problem. */
  solve: number;
  /** The position problem. */
  position: number;
  integrate: number;
  collide: number;
  total: number;
}

/** The result of the last step, and numbers about the current world. */
export interface Report {
  outcome: Outcome;
  hasTolerance: boolean;
  converged: boolean;
  /** Some solve ended far from converged (settings warn_factor and warn_relative). */
  farFromConverged: boolean;
  solves: number;
  sweeps: number;
  /** RES of the paper: || lambda - clamp(lambda - w, l, u) ||, of the velocity problem. */
  residual: number;
  residualScaled: number;
  residualRelative: number;
  rows: number;
  contacts: number;
  contactPoints: number;
  islands: number;
  awakeBodies: number;
  /** Largest penetration after the step, m. */
  penetrationMax: number;
  penetrationMean: number;
  /** J. */
  kineticEnergy: number;
  potentialEnergy: number;
  seconds: Seconds;
  /** Steps since the world was created. */
  steps: number;
  bodies: number;
  /** Memory in use. */
  bytes: number;
  /** Number of warnings that the world has logged so far. */
  logCount: number;
}

/** A handle. It becomes invalid when the body, shape or joint is destroyed, and never becomes valid again. */
export interface Handle {
  index: number;
  generation: number;
}
/** Handles of bodies, shapes and joints. `part` is never set: it keeps TypeScript from mixing them up. */
export interface BodyId extends Handle {
  part?: 'body';
}
export interface ShapeId extends Handle {
  part?: 'shape';
}
export interface JointId extends Handle {
  part?: 'joint';
}

/** An event of the last step, or of a call since. Vectors have the dimensions of the world. */
export type WorldEvent<Vector> =
  | { type: 'contact_begin' | 'contact_end'; shapes: [ShapeId, ShapeId] }
  | {
      type: 'contact_hit';
      shapes: [ShapeId, ShapeId];
      point: Vector;
      /** From the first shape to the second. */
      normal: Vector;
      /** Speed of approach, m/s. */
      speed: number;
      /** N s. */
      impulse: number;
    }
  /** The first shape is the sensor. */
  | { type: 'sensor_begin' | 'sensor_end'; shapes: [ShapeId, ShapeId] }
  | { type: 'body_sleep' | 'body_wake'; body: BodyId }
  /** The joint does not exist any more. */
  | { type: 'joint_broken'; joint: JointId; impulse: number };

/** A body at a point of the world, with the point in body coordinates. */
export interface PickedBody extends BodyId {
  localX: number;
  localY: number;
  mass: number;
}

export interface Body extends BodyId {
  type: 'static' | 'kinematic' | 'dynamic';
  awake: boolean;
  x: number;
  y: number;
  cosine: number;
  sine: number;
  velocityX: number;
  velocityY: number;
  angularVelocity: number;
  mass: number;
}

/** A body of a 3D world. */
export interface Body3 extends BodyId {
  type: 'static' | 'kinematic' | 'dynamic';
  awake: boolean;
  position: Vector3;
  rotation: Quaternion;
  /** Of the centre of mass. */
  velocity: Vector3;
  angularVelocity: Vector3;
  mass: number;
}

/** A body of a 3D world at a point, in world and in body coordinates. */
export interface PickedBody3 extends BodyId {
  point: Vector3;
  local: Vector3;
  mass: number;
  /** From the origin of the ray, m. */
  distance: number;
}

/** The triangle meshes of a 3D world, concatenated. Vertices are in body coordinates. */
export interface MeshList {
  /** Three numbers per vertex. */
  positions: Float32Array;
  normals: Float32Array;
  /** Three per triangle, counter-clockwise seen from outside. They count all vertices, not those of one mesh. */
  indices: Uint32Array;
  /** Two numbers per mesh: first index and number of indices. */
  ranges: Int32Array;
  /** Two per sharp edge. */
  edges: Uint32Array;
  /** The ranges of `edges`. */
  edgeRanges: Int32Array;
}

/** Shapes that can be added to a 2D world. */
export const SPAWN_SHAPES = ['ball', 'box', 'capsule', 'pentagon'] as const;
export type SpawnShape = (typeof SPAWN_SHAPES)[number];

/** Shapes that can be added to a 3D world. */
export const SPAWN_SHAPES3 = ['ball', 'box', 'capsule', 'hull'] as const;
export type SpawnShape3 = (typeof SPAWN_SHAPES3)[number];

/** The type of a record of World2.shapes; web/engine/engine2.h describes the records. */
export const DRAW_RECORD = { circle: 0, polygon: 1, line: 2, point: 3 } as const;
/** The kind of shape or joint in a record. */
export const DRAW_KIND = { static: 0, kinematic: 1, dynamic: 2, asleep: 3, sensor: 4, joint: 5 } as const;
/** Length of a record of World2.contacts: x, y, normal x, y, normal and tangent impulse (N s), contribution to RES
 *  (negative if not observed). */
export const CONTACT_NUMBERS = 7;
/** Length of a record of World3.instances: index of the mesh, index of the body, type (0 static, 1 kinematic, 2 dynamic),
 *  awake (0, 1), x, y, z and quaternion x, y, z, w of the mesh, flags (1: sensor). */
export const INSTANCE_NUMBERS = 12;
/** Length of a record of World3.joints: indices of both bodies (-1: none), anchors x, y, z on both, in the world. */
export const JOINT_NUMBERS = 8;
/** Length of a record of World3.contacts: x, y, z, normal x, y, z, impulse x, y, z of normal and friction (N s),
 *  contribution to RES (negative if not observed), normal impulse (N s), indices of both bodies. */
export const CONTACT3_NUMBERS = 13;
