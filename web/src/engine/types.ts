/* What goes in and out of the engine. Units are metres, kilograms, seconds and radians. */

/** Settings by their keys: those of a built-in scene, and those of "world" in a scene that are one number or word. */
export type Settings = Record<string, string | number | boolean>;

/** A key that a built-in scene takes. */
export interface SceneKey {
  name: string;
  standard: string;
  meaning: string;
  least: number;
  most: number;
  whole: boolean;
}

/** A built-in scene. */
export interface SceneKind {
  name: string;
  about: string;
  keys: SceneKey[];
}

/** What the engine has. */
export interface Catalogue {
  version: string;
  /** The number type: "double". */
  real: string;
  scenes: SceneKind[];
  solvers: { name: string; title: string }[];
}

/** A world's scene and its settings as they are now. */
export interface Description {
  name: string;
  about: string;
  dt: number;
  steps: number;
  /** Left, bottom, right, top of what a picture shows. */
  view: [number, number, number, number];
  world: Record<string, unknown> & { gravity: [number, number]; solver: string; iterations: number; substeps: number };
}

/** How a solve ended. */
export type Outcome = 'converged' | 'max_iterations' | 'time_budget' | 'diverged' | 'stopped';

/** Seconds by phase. */
export interface Seconds {
  islands: number;
  rows: number;
  solve: number;
  recover: number;
  move: number;
  collide: number;
  total: number;
}

/** What the last step came to, and what the world is now. */
export interface Report {
  outcome: Outcome;
  hasTolerance: boolean;
  converged: boolean;
  far: boolean;
  solves: number;
  sweeps: number;
  /** RES of the paper: || lambda - clamp(lambda - w, l, u) ||. */
  residual: number;
  residualScaled: number;
  residualRelative: number;
  rows: number;
  contacts: number;
  points: number;
  islands: number;
  awake: number;
  overlapMost: number;
  overlapMean: number;
  kinetic: number;
  potential: number;
  seconds: Seconds;
  steps: number;
  bodies: number;
  bytes: number;
  /** Lines that the world has logged so far. */
  logged: number;
}

/** A body that may be gone by now. */
export interface BodyId {
  index: number;
  generation: number;
}

/** A body under a point, and that point in its coordinates. */
export interface Picked extends BodyId {
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

/** What can be put into a world. */
export const PIECES = ['ball', 'box', 'capsule', 'pentagon'] as const;
export type Piece = (typeof PIECES)[number];

/** What a record of World.shapes begins with; web/engine/engine.h has the records. */
export const FORM = { circle: 0, polygon: 1, line: 2, point: 3 } as const;
/** The kinds of things in these records. */
export const KIND = { static: 0, kinematic: 1, dynamic: 2, asleep: 3, sensor: 4, joint: 5 } as const;
/** Numbers of a record of World.contacts: x, y, normal x, y, normal and tangent impulse, its part of RES (below 0: not known). */
export const CONTACT_NUMBERS = 7;
