/* What can change in a body or joint that exists, and how. The material of a shape is MaterialDefinition2 or 3. */
import type { BodyDefinition2, JointDefinition2 } from './definitions2.js';
import type { BodyDefinition3, JointDefinition3 } from './definitions3.js';

type BodyKey = 'type' | 'linear_damping' | 'angular_damping' | 'gravity_scale' | 'bullet' | 'enable_sleep';
/** Keys that say what a joint is and where. */
type PlaceKey = 'type' | 'bodies' | 'at' | 'between' | 'anchors' | 'axis';

export type BodyChange2 = Pick<BodyDefinition2, BodyKey | 'fixed_rotation'>;
export type BodyChange3 = Pick<BodyDefinition3, BodyKey>;
/** Limits, motor, spring, target and so on. Giving a parameter of a limit, motor or spring enables it. */
export type JointChange2 = Omit<JointDefinition2, PlaceKey | 'reference' | 'pulleys' | 'gear_axes'>;
export type JointChange3 = Omit<JointDefinition3, PlaceKey | 'axle' | 'rotations' | 'axes'>;
