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
  /** The 3D scenes, for Modulus.open3. */
  scenes3: SceneKind[];
  solvers: { name: string; title: string }[];
}

/** The scene of a world and its current settings. */
export interface Description {
  name: string;
  about: string;
  dt: number;
  steps: number;
  /** Left, bottom, right, top of the part to show. */
  view: [number, number, number, number];
  world: Record<string, unknown> & { gravity: [number, number]; solver: string; iterations: number; substeps: number };
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

/** A handle of a body. It becomes invalid when the body is destroyed. */
export interface BodyId {
  index: number;
  generation: number;
}

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

/** Shapes that can be added to a world. */
export const SPAWN_SHAPES = ['ball', 'box', 'capsule', 'pentagon'] as const;
export type SpawnShape = (typeof SPAWN_SHAPES)[number];

/** The type of a record of World.shapes; web/engine/engine.h describes the records. */
export const DRAW_RECORD = { circle: 0, polygon: 1, line: 2, point: 3 } as const;
/** The kind of shape or joint in a record. */
export const DRAW_KIND = { static: 0, kinematic: 1, dynamic: 2, asleep: 3, sensor: 4, joint: 5 } as const;
/** Length of a record of World.contacts: x, y, normal x, y, normal and tangent impulse (N s), contribution to RES
 *  (negative if not observed). */
export const CONTACT_NUMBERS = 7;
