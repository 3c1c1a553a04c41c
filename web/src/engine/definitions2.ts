/* Definitions of the objects of a 2D world. Written by web/definitions.mjs from docs/scene.schema.json. */
import type { BodyId, Vector2 } from './types.js';

/** Settings of the world; the defaults are those of the library. */
export interface WorldDefinition2 {
  /** Name of the scene; default: the file name without folder and extension. */
  name?: string | undefined;
  /** Description in one sentence; default "". */
  about?: string | undefined;
  /** Time step, s; default 1/60. */
  dt?: number | undefined;
  /** Gravity, m/s^2; default [0,-9.80665]. */
  gravity?: Vector2 | undefined;
  /** Solver of velocities, and of positions unless position_solver is given: NAME[:key=value,...], such as "pgs" or "amgs:alpha=0.25"; default "auto". */
  solver?: string | undefined;
  /** Maximum number of sweeps per solve; 0: 10,000; default 10. */
  iterations?: number | undefined;
  /** Tolerance on RES = || lambda - clamp(lambda - w, l, u) ||; 0: none; default 0. */
  tol?: number | undefined;
  /** Tolerance on the scaled residual, with w / diag(A) in place of w, which has the unit of an impulse; 0: none; default 0. */
  tol_scaled?: number | undefined;
  /** Tolerance on the relative residual, the scaled residual divided by || q / diag(A) ||; 0: none; default 0. */
  tol_relative?: number | undefined;
  /** Time budget for the solves of a step, microseconds; 0: none. Runs with a time budget are not reproducible; default 0. */
  budget_us?: number | undefined;
  /** A solve counts as far from converged if its residual exceeds the tolerance by this factor; default 10. */
  warn_factor?: number | undefined;
  /** A solve without a tolerance counts as far from converged if its relative residual exceeds this value; default 0.7. */
  warn_relative?: number | undefined;
  /** Number of substeps per step; default 1. */
  substeps?: number | undefined;
  /** How penetration is corrected: by a separate position problem (split_impulse), by a position problem with damped springs as contacts (soft), by a bias in the velocity problem (baumgarte), or in substeps that share contacts, by damped springs whose velocity is taken back (soft_step); default "split_impulse". */
  position_correction?: 'split_impulse' | 'soft' | 'baumgarte' | 'soft_step' | undefined;
  /** Frequency of the springs of soft position correction, Hz; default 30. */
  correction_frequency?: number | undefined;
  /** Damping ratio of the springs of soft position correction; default 10. */
  correction_damping_ratio?: number | undefined;
  /** Position solver, in the format of solver; if it is absent, the one that solver names; default "auto". */
  position_solver?: string | undefined;
  /** Number of sweeps of the position solver; 0: the same as iterations; default 0. */
  position_iterations?: number | undefined;
  /** Fraction of the previous impulse with which a contact starts in the position problem; default 0. */
  position_warm_start?: number | undefined;
  /** Fraction of the penetration beyond the slop that is corrected per substep; default 0.2. */
  correction_factor?: number | undefined;
  /** Fraction of the position error of a joint that is corrected per substep; default 0.5. */
  joint_correction_factor?: number | undefined;
  /** Maximum speed of position correction, m/s; default 3. */
  max_correction_speed?: number | undefined;
  /** Penetration that is not corrected, m; default 0.0005. */
  slop?: number | undefined;
  /** Distance up to which speculative contacts are created, m; default 0.02. */
  speculative_margin?: number | undefined;
  /** Contacts of hulls and capsules keep their points while the shapes have moved by less than this since the points were found, m; 0: never; default 0. */
  recycle_distance?: number | undefined;
  /** Approach speed above which restitution applies, m/s; default 1. */
  restitution_threshold?: number | undefined;
  /** Approach speed above which a contact emits a hit event, m/s; default 1. */
  hit_threshold?: number | undefined;
  /** How the friction of two shapes is combined; default "geometric_mean". */
  friction_mixing?: 'geometric_mean' | 'mean' | 'min' | 'max' | 'product' | undefined;
  /** How the restitution of two shapes is combined; default "max". */
  restitution_mixing?: 'geometric_mean' | 'mean' | 'min' | 'max' | 'product' | undefined;
  /** Start each solve from the impulses of the previous step; default true. */
  enable_warm_starting?: boolean | undefined;
  /** Pulls the warm start by this fraction toward the running mean of the impulse; default 0.05. */
  warm_start_smoothing?: number | undefined;
  /** Solve each island as a separate problem; default false. */
  separate_islands?: boolean | undefined;
  /** Strips into which bodies are divided, so that ranks can share the world; 0: none; default 0. */
  partitions?: number | undefined;
  /** Bodies at rest may fall asleep; default true. */
  enable_sleep?: boolean | undefined;
  /** Continuous collision detection for fast bodies; default true. */
  enable_continuous?: boolean | undefined;
  /** Maximum speed of any point of a body that may fall asleep, m/s; default 0.05. */
  sleep_speed?: number | undefined;
  /** Time that an island must be at rest before it falls asleep, s; default 0.5. */
  sleep_time?: number | undefined;
  /** Maximum number of bodies; more are refused; default 10000000. */
  max_bodies?: number | undefined;
  /** Maximum number of shapes; more are refused; default 10000000. */
  max_shapes?: number | undefined;
  /** Maximum number of joints; more are refused; default 10000000. */
  max_joints?: number | undefined;
  /** Maximum number of contacts; a step that exceeds it fails; default 100000000. */
  max_contacts?: number | undefined;
  /** Maximum memory of the world, bytes; 0: no limit; default 0. */
  max_bytes?: number | undefined;
}
/** A rigid body. */
export interface BodyDefinition2 {
  /** static: does not move; kinematic: moves with its velocity, unaffected by contacts; dynamic: moves by forces and contacts; default "static". */
  type?: 'static' | 'kinematic' | 'dynamic' | undefined;
  /** Position of the origin of the body, m; default [0,0]. */
  position?: Vector2 | undefined;
  /** Exact alternative to angle; default [1,0]. */
  rotation?: Vector2 | undefined;
  /** Angle, rad; alternative to rotation. */
  angle?: number | undefined;
  /** Velocity of the centre of mass, m/s; not for static bodies; default [0,0]. */
  velocity?: Vector2 | undefined;
  /** Angular velocity, rad/s, counter-clockwise; not for static bodies; default 0. */
  angular_velocity?: number | undefined;
  /** Damping of the velocity, 1/s: a step multiplies it by 1 / (1 + damping dt); default 0. */
  linear_damping?: number | undefined;
  /** Damping of the angular velocity, 1/s; default 0. */
  angular_damping?: number | undefined;
  /** Factor of the world's gravity; default 1. */
  gravity_scale?: number | undefined;
  /** Prevents rotation, as if the inertia were infinite; default false. */
  fixed_rotation?: boolean | undefined;
  /** Continuous collision detection against moving bodies too; default false. */
  bullet?: boolean | undefined;
  /** The body may fall asleep; default true. */
  enable_sleep?: boolean | undefined;
  /** The body starts awake; default true. */
  awake?: boolean | undefined;
  /** False: the body does not take part in simulation and queries; default true. */
  enabled?: boolean | undefined;
  /** Mass of a dynamic body, instead of the mass of its shapes. */
  mass?: MassDefinition2 | undefined;
  /** Shapes, in the coordinates of the body. */
  shapes?: ShapeDefinition2[] | undefined;
}
/** Explicit mass properties. */
export interface MassDefinition2 {
  /** Mass, kg. */
  mass: number;
  /** Centre of mass in the coordinates of the body, m; default [0,0]. */
  center?: Vector2 | undefined;
  /** Moment of inertia about the centre of mass, kg m^2; 0: the body does not rotate. */
  inertia: number;
}
/** Material and filter of a shape. */
export interface MaterialDefinition2 {
  /** Density, kg/m^2; determines the mass of the body; default 1. */
  density?: number | undefined;
  /** Coefficient of friction, combined with that of the other shape; default 0.6. */
  friction?: number | undefined;
  /** Coefficient of restitution, combined with that of the other shape; default 0. */
  restitution?: number | undefined;
  /** Speed of the surface, as of a conveyor belt, m/s; clockwise around the shape, so to the right on its top; default 0. */
  surface_speed?: number | undefined;
  /** Category bits of this shape; default 1. */
  category?: number | `0x${string}` | undefined;
  /** Category bits that this shape collides with; default "0xffffffffffffffff". */
  mask?: number | `0x${string}` | undefined;
  /** Two shapes of the same positive group always collide, of the same negative group never; 0: category and mask decide; default 0. */
  group?: number | undefined;
  /** Reports overlapping shapes instead of colliding with them; default false. */
  sensor?: boolean | undefined;
}
/** One geometry of a shape, in body coordinates. */
export type GeometryDefinition2 =
  | { circle: CircleDefinition2 }
  | { capsule: CapsuleDefinition2 }
  | { segment: SegmentDefinition2 }
  | { box: BoxDefinition2 }
  | { polygon: PolygonDefinition2 }
  | { chain: ChainDefinition2 }
  | { chain_segment: ChainSegmentDefinition2 };
/** A shape: one geometry with its material and filter. */
export type ShapeDefinition2 = MaterialDefinition2 & GeometryDefinition2;
/** A circle. */
export interface CircleDefinition2 {
  /** Centre, m; default [0,0]. */
  center?: Vector2 | undefined;
  /** Radius, m. */
  radius: number;
}
/** A segment with a radius. */
export interface CapsuleDefinition2 {
  /** Start point, m. */
  a: Vector2;
  /** End point, m; at least 0.005 m from a. */
  b: Vector2;
  /** Radius, m. */
  radius: number;
}
/** A segment without a radius and without mass; it collides on both sides. */
export interface SegmentDefinition2 {
  /** Start point, m. */
  a: Vector2;
  /** End point, m; at least 0.005 m from a. */
  b: Vector2;
}
/** A box, with rounded corners if it has a radius. */
export interface BoxDefinition2 {
  /** Half width and half height, m; at least 0.0025. */
  half: Vector2;
  /** Centre, m; default [0,0]. */
  center?: Vector2 | undefined;
  /** Exact alternative to angle; default [1,0]. */
  rotation?: Vector2 | undefined;
  /** Angle, rad; alternative to rotation. */
  angle?: number | undefined;
  /** Radius of the rounding, which is added outside, m; default 0. */
  radius?: number | undefined;
}
/** The convex hull of points, with at most 8 corners; rounded if it has a radius. */
export interface PolygonDefinition2 {
  /** Points in any order, m. */
  points: Vector2[];
  /** Radius of the rounding, which is added outside, m; default 0. */
  radius?: number | undefined;
}
/** Connected segments that collide only on the right of their direction: a ground runs from right to left. A chain has no mass. */
export interface ChainDefinition2 {
  /** Points, m; a loop has at least 3. */
  points: Vector2[];
  /** Connects the last point with the first; default false. */
  loop?: boolean | undefined;
}
/** One segment of a chain, with its neighbouring points. */
export interface ChainSegmentDefinition2 {
  /** Start of the previous segment, m; default: no previous segment. */
  before?: Vector2 | undefined;
  /** Start point, m. */
  a: Vector2;
  /** End point, m. */
  b: Vector2;
  /** End of the next segment, m; default: no next segment. */
  after?: Vector2 | undefined;
}
/** A joint between two bodies. */
export interface JointDefinition2 {
  /** Type of the joint; modulus/joints2.h describes them. */
  type: 'distance' | 'revolute' | 'prismatic' | 'weld' | 'wheel' | 'mouse' | 'pulley' | 'motor' | 'gear';
  /** The first and the second body. The first body of a mouse joint may be null. */
  bodies: [BodyId | null, BodyId];
  /** Anchor on each body, in its coordinates, m; exact alternative to at and between; default [[0,0],[0,0]]. */
  anchors?: [Vector2, Vector2] | undefined;
  /** World point of both anchors, m; axis is then in world coordinates too, and the current angle becomes 0. Not for distance and pulley joints. */
  at?: Vector2 | undefined;
  /** World points of the two anchors of a distance or pulley joint, m; the distance, or the length of the rope, becomes its length. */
  between?: [Vector2, Vector2] | undefined;
  /** Axis of a prismatic or wheel joint: a unit vector in the coordinates of the first body; with at, a vector of any length in world coordinates; default [1,0]. */
  axis?: Vector2 | undefined;
  /** Rotation of the second body relative to the first at which the joint angle is 0; default [1,0]. */
  reference?: Vector2 | undefined;
  /** Rest length of a distance joint, or of the rope of a pulley joint, m; default 1. */
  length?: number | undefined;
  /** Points of the world over which the rope of a pulley joint runs, m; required for pulley joints. */
  pulleys?: [Vector2, Vector2] | undefined;
  /** The length of the rope of a pulley joint, or the position of a gear joint, is that of the first body + ratio * that of the second. 1e-6 to 1e6; the ratio of a gear joint may be negative; default 1. */
  ratio?: number | undefined;
  /** For each body of a gear joint: [0, 0] if its angle counts, or the unit vector in world coordinates along which the distance of its anchor counts; default [[0,0],[0,0]]. */
  gear_axes?: [Vector2, Vector2] | undefined;
  /** The two bodies may collide with each other; default: true for pulley and motor joints, false for others. */
  collide_connected?: boolean | undefined;
  /** Enables the limits; default: true if lower or upper is given. */
  has_limits?: boolean | undefined;
  /** Lower limit, m or rad; default 0. */
  lower?: number | undefined;
  /** Upper limit, m or rad; at least lower; default 0. */
  upper?: number | undefined;
  /** Enables the motor; default: true if motor_speed or motor_limit is given, except for mouse and motor joints. */
  has_motor?: boolean | undefined;
  /** Motor speed of the second body relative to the first, m/s or rad/s; default 0. */
  motor_speed?: number | undefined;
  /** Maximum force or torque of the motor, N or N m; of a mouse or motor joint, its maximum force; default "infinity". */
  motor_limit?: number | undefined;
  /** Maximum torque of a motor joint, N m; default "infinity". */
  torque_limit?: number | undefined;
  /** Velocity that a motor joint drives the second anchor to, in the coordinates of the first body, m/s; default [0,0]. */
  motor_velocity?: Vector2 | undefined;
  /** Share of the error in position and angle that a motor joint demands to remove per substep; default 0.3. */
  correction_factor?: number | undefined;
  /** Enables the spring; default: true if frequency or damping_ratio is given. A mouse joint always has a spring. */
  has_spring?: boolean | undefined;
  /** Frequency of the spring, Hz; default 4. */
  frequency?: number | undefined;
  /** Damping ratio of the spring; 1 is critical damping; default 0.7. */
  damping_ratio?: number | undefined;
  /** Target of a mouse joint in world coordinates, m; default [0,0]. */
  target?: Vector2 | undefined;
  /** The joint breaks if its reaction force is larger, N; default "infinity". */
  break_force?: number | undefined;
  /** The joint breaks if its reaction torque is larger, N m; default "infinity". */
  break_torque?: number | undefined;
}
