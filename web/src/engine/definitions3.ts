/* Definitions of the objects of a 3D world. Written by web/definitions.mjs from docs/scene3.schema.json. */
import type { BodyId, Quaternion, Vector3 } from './types.js';

/** Settings of the world; the defaults are those of the library. */
export interface WorldDefinition3 {
  /** Name of the scene; default: the file name without folder and extension. */
  name?: string | undefined;
  /** Description in one sentence; default "". */
  about?: string | undefined;
  /** Time step, s; default 1/60. */
  dt?: number | undefined;
  /** Gravity, m/s^2; y points up; default [0,-9.80665,0]. */
  gravity?: Vector3 | undefined;
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
  /** Friction of all contacts: a disc (Coulomb friction), a box (two independent directions), or a cone (Coulomb friction, normal and tangents together); default "disc". */
  friction_law?: 'disc' | 'box' | 'cone' | undefined;
  /** One friction constraint per manifold, at its centre and with torsion, in place of one per point: faster, and an approximation for faces that slide and spin at once. Needs friction_law disc or box; default false. */
  central_friction?: boolean | undefined;
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
  /** Contacts of a hull with a convex shape or a plane keep their points while the shapes have moved by less than this since the points were found (a tenth of it if a shape is round), m; 0: never; default 0. */
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
export interface BodyDefinition3 {
  /** static: does not move; kinematic: moves with its velocity, unaffected by contacts; dynamic: moves by forces and contacts; default "static". */
  type?: 'static' | 'kinematic' | 'dynamic' | undefined;
  /** Position of the origin of the body, m; default [0,0,0]. */
  position?: Vector3 | undefined;
  /** Exact alternative to rotation_vector; default [0,0,0,1]. */
  rotation?: Quaternion | undefined;
  /** Axis times angle, rad; alternative to rotation. */
  rotation_vector?: Vector3 | undefined;
  /** Velocity of the centre of mass, m/s; not for static bodies; default [0,0,0]. */
  velocity?: Vector3 | undefined;
  /** Angular velocity in world coordinates, rad/s; not for static bodies; default [0,0,0]. */
  angular_velocity?: Vector3 | undefined;
  /** Damping of the velocity, 1/s: a step multiplies it by 1 / (1 + damping dt); default 0. */
  linear_damping?: number | undefined;
  /** Damping of the angular velocity, 1/s; default 0. */
  angular_damping?: number | undefined;
  /** Factor of the world's gravity; default 1. */
  gravity_scale?: number | undefined;
  /** Axes of the world along which a dynamic body does not move and about which it does not rotate. */
  locked?: ('x' | 'y' | 'z' | 'rotation_x' | 'rotation_y' | 'rotation_z')[] | undefined;
  /** Continuous collision detection against moving bodies too; default false. */
  bullet?: boolean | undefined;
  /** The body may fall asleep; default true. */
  enable_sleep?: boolean | undefined;
  /** The body starts awake; default true. */
  awake?: boolean | undefined;
  /** False: the body does not take part in simulation and queries; default true. */
  enabled?: boolean | undefined;
  /** Mass of a dynamic body, instead of the mass of its shapes. */
  mass?: MassDefinition3 | undefined;
  /** Shapes, in the coordinates of the body. */
  shapes?: ShapeDefinition3[] | undefined;
}
/** Explicit mass properties. */
export interface MassDefinition3 {
  /** Mass, kg. */
  mass: number;
  /** Centre of mass in the coordinates of the body, m; default [0,0,0]. */
  center?: Vector3 | undefined;
  /** Inertia about the centre of mass in the axes of the body, kg m^2: [xx, yy, zz], or [xx, yy, zz, xy, xz, yz]; all 0: the body does not rotate. */
  inertia: number[];
}
/** Material and filter of a shape. */
export interface MaterialDefinition3 {
  /** Density, kg/m^3; determines the mass of the body; default 1000. */
  density?: number | undefined;
  /** Coefficient of friction, combined with that of the other shape; default 0.6. */
  friction?: number | undefined;
  /** Coefficient of restitution, combined with that of the other shape; default 0. */
  restitution?: number | undefined;
  /** Torsional friction: the largest torque about the contact normal per normal force, m; default 0. */
  torsion?: number | undefined;
  /** Rolling friction: the largest torque against rolling per normal force, m; default 0. */
  rolling?: number | undefined;
  /** Velocity of the surface of a conveyor belt, in the coordinates of the body, m/s; default [0,0,0]. */
  surface_velocity?: Vector3 | undefined;
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
export type GeometryDefinition3 =
  | { sphere: SphereDefinition3 }
  | { capsule: CapsuleDefinition3 }
  | { box: BoxDefinition3 }
  | { hull: HullDefinition3 }
  | { cylinder: CylinderDefinition3 }
  | { cone: ConeDefinition3 }
  | { plane: PlaneDefinition3 }
  | { mesh: MeshDefinition3 }
  | { height_field: HeightFieldDefinition3 };
/** A shape: one geometry with its material and filter. */
export type ShapeDefinition3 = MaterialDefinition3 & GeometryDefinition3;
/** A sphere. */
export interface SphereDefinition3 {
  /** Centre, m; default [0,0,0]. */
  center?: Vector3 | undefined;
  /** Radius, m. */
  radius: number;
}
/** All points within a radius of a segment. */
export interface CapsuleDefinition3 {
  /** One end of the axis, m. */
  a: Vector3;
  /** The other end, m. */
  b: Vector3;
  /** Radius, m. */
  radius: number;
}
/** A box. */
export interface BoxDefinition3 {
  /** Half of its sizes, m. */
  half: Vector3;
  /** Centre, m; default [0,0,0]. */
  center?: Vector3 | undefined;
  /** Rotation about the centre; default [0,0,0,1]. */
  rotation?: Quaternion | undefined;
  /** Axis times angle, rad; alternative to rotation. */
  rotation_vector?: Vector3 | undefined;
  /** Rounding, added outside, m; default 0. */
  radius?: number | undefined;
}
/** The convex hull of points, or of the vertices of an OBJ file. */
export interface HullDefinition3 {
  /** At least 4 points, m. */
  points: Vector3[];
  /** Rounding, added outside, m; default 0. */
  radius?: number | undefined;
}
/** A cylinder. */
export interface CylinderDefinition3 {
  /** Centre of one cap, m. */
  a: Vector3;
  /** Centre of the other cap, m. */
  b: Vector3;
  /** Radius of the base, without rounding, m. */
  base_radius: number;
  /** Rounding, added outside, m; default 0. */
  radius?: number | undefined;
}
/** A cone. */
export interface ConeDefinition3 {
  /** Centre of the base, m. */
  base: Vector3;
  /** Apex, m. */
  apex: Vector3;
  /** Radius of the base, without rounding, m. */
  base_radius: number;
  /** Rounding, added outside, m; default 0. */
  radius?: number | undefined;
}
/** A half-space, for static and kinematic bodies: the points x with normal . x <= offset. */
export interface PlaneDefinition3 {
  /** Outward unit normal; default [0,1,0]. */
  normal?: Vector3 | undefined;
  /** Offset along the normal, m; default 0. */
  offset?: number | undefined;
}
/** Triangles, for static and kinematic bodies. */
export interface MeshDefinition3 {
  /** Points, m. */
  vertices: Vector3[];
  /** Three indices of vertices each, from 0; counter-clockwise seen from the front. */
  triangles: [number, number, number][];
  /** Collides with the front sides only; default true. */
  one_sided?: boolean | undefined;
  /** Vertices at most this far apart become one, m; default 0.0001. */
  weld_distance?: number | undefined;
}
/** Heights along z over a grid in the x-y plane of the body, for static and kinematic bodies; turn the body by rotation_vector [-1.5707963267948966, 0, 0] for heights along y. */
export interface HeightFieldDefinition3 {
  /** Rows of heights along x, m; null: a hole. */
  heights: (number | null)[][];
  /** Position of the first height of the first row at height 0, m; default [0,0,0]. */
  origin?: Vector3 | undefined;
  /** Distance of neighbours along x and y, m; default [1, 1]. */
  spacing?: [number, number] | undefined;
}
/** A joint between two bodies. */
export interface JointDefinition3 {
  /** Type of the joint; modulus/joints3.h describes them. */
  type:
    | 'distance'
    | 'ball'
    | 'hinge'
    | 'slider'
    | 'weld'
    | 'wheel'
    | 'mouse'
    | 'motor'
    | 'universal'
    | 'six'
    | 'parallel'
    | 'gear';
  /** The first and the second body. The first body of a mouse joint may be null. */
  bodies: [BodyId | null, BodyId];
  /** World point of both frames, m; all angles are then 0. Not for distance joints. */
  at?: Vector3 | undefined;
  /** With at: direction of the x axes of both frames in world coordinates; default [1, 0, 0], for a wheel, whose suspension it is, [0, 1, 0]. */
  axis?: Vector3 | undefined;
  /** With at: direction of the axle of a wheel in world coordinates; default [0, 0, 1]. */
  axle?: Vector3 | undefined;
  /** World points of the two anchors of a distance joint, m; their distance becomes its length. */
  between?: [Vector3, Vector3] | undefined;
  /** Anchor on each body, in its coordinates, m; exact alternative to at and between. */
  anchors?: [Vector3, Vector3] | undefined;
  /** Rotation of the frame on each body, in its coordinates; with anchors. */
  rotations?: [Quaternion, Quaternion] | undefined;
  /** Rest length of a distance joint, m; default 1. */
  length?: number | undefined;
  /** Ratio of a gear joint: the position is that of the first body + ratio * that of the second; default 1. */
  ratio?: number | undefined;
  /** gear: the distance of the first body along its x axis counts instead of its angle; default false. */
  first_slides?: boolean | undefined;
  /** gear: the same for the second body; default false. */
  second_slides?: boolean | undefined;
  /** The two bodies may collide with each other; default: true for motor and parallel joints, false for others. */
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
  /** Enables the spring; default: true if frequency or damping_ratio is given. A mouse joint always has a spring. */
  has_spring?: boolean | undefined;
  /** Frequency of the spring, Hz; default 4. */
  frequency?: number | undefined;
  /** Damping ratio of the spring; 1 is critical damping; default 0.7. */
  damping_ratio?: number | undefined;
  /** Maximum torque of a motor joint, N m; default "infinity". */
  torque_limit?: number | undefined;
  /** Velocity that a motor joint drives the second anchor to, in the first body's coordinates, m/s; default [0,0,0]. */
  motor_velocity?: Vector3 | undefined;
  /** Angular velocity that a motor or ball joint drives the second body to, in the first body's coordinates, rad/s; default [0,0,0]. */
  motor_angular_velocity?: Vector3 | undefined;
  /** Share of the error in position and angle that a motor joint demands to remove per substep; default 0.3. */
  correction_factor?: number | undefined;
  /** Target of a mouse joint in world coordinates, m. */
  target?: Vector3 | undefined;

  axes?: JointAxesDefinition3 | undefined;
  /** The joint breaks if its reaction force is larger, N; default "infinity". */
  break_force?: number | undefined;
  /** The joint breaks if its reaction torque is larger, N m; default "infinity". */
  break_torque?: number | undefined;
}
/** Settings of one coordinate, which is free unless they say otherwise. */
export interface JointAxisDefinition3 {
  /** The coordinate stays at target; default false. */
  locked?: boolean | undefined;
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
  /** Enables the spring; default: true if frequency or damping_ratio is given. A mouse joint always has a spring. */
  has_spring?: boolean | undefined;
  /** Frequency of the spring, Hz; default 4. */
  frequency?: number | undefined;
  /** Damping ratio of the spring; 1 is critical damping; default 0.7. */
  damping_ratio?: number | undefined;
  /** Where the coordinate is locked, or toward which its spring pulls, m or rad; default 0. */
  target?: number | undefined;
}
/** Coordinates of the second frame relative to the first. A six joint locks those that are not given; ball and wheel joints use twist, universal joints swing_z. */
export interface JointAxesDefinition3 {
  x?: JointAxisDefinition3 | undefined;

  y?: JointAxisDefinition3 | undefined;

  z?: JointAxisDefinition3 | undefined;

  twist?: JointAxisDefinition3 | undefined;

  swing_y?: JointAxisDefinition3 | undefined;

  swing_z?: JointAxisDefinition3 | undefined;
}
