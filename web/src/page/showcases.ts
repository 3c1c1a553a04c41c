/* Scenes that show in ten seconds what an accurate solver or an exact law of friction changes. They come first in the list of
 * 3D scenes. The two sides differ in exactly what the sentence says; tests/web/space3.test.mjs checks that and the outcome. */
import type { Settings } from '../engine/types.js';
import type { Angles } from './camera3.js';
import { AUTO, PGS } from './solver.js';
import type { SolverChoice } from './solver.js';
import type { Box3 } from './vec3.js';

export interface Showcase {
  scene: string;
  keys: Settings;
  /** Of side A and side B. */
  choices: readonly [SolverChoice, SolverChoice];
  /** What to look at. */
  words: string;
  angles?: Angles;
  /** What the camera shows; undefined: the moving bodies. */
  box?: Box3;
}

export const SHOWCASES: readonly Showcase[] = [
  {
    scene: 'pucks3',
    keys: {},
    choices: [
      { ...AUTO, frictionLaw: 'box' },
      { ...AUTO, frictionLaw: 'disc' },
    ],
    words:
      'The same 24 pucks slide from one point in all directions, equally fast. Look at where they stop: in A on a square, because friction in each of two directions is bounded alone, as many engines simplify it (law box); in B on a circle, by Coulomb’s law (disc). Only the law of friction differs.',
    angles: { yaw: Math.PI / 4, pitch: 0.95 },
    /* Seen from its corner, it just holds the circle of 6.1 m. */
    box: [-4.5, 0, -4.5, 4.5, 0.1, 4.5],
  },
  {
    scene: 'mass_ratio3',
    keys: { ratio: 1000, enable_sleep: false },
    choices: [
      { ...PGS, iterations: 10 },
      { ...AUTO, iterations: 10 },
    ],
    words:
      'A box of 1,000 kg stands on nine of 1 kg. Look at the light ones: PGS lets the heavy one sink into them and bounce, Auto holds it. Only the solver differs, for velocities and for positions.',
  },
  {
    scene: 'arch3',
    keys: { stones: 41, enable_sleep: false },
    choices: [
      { ...PGS, iterations: 10 },
      { ...AUTO, iterations: 10 },
    ],
    words:
      'Friction alone holds 41 stones. Look at the crown and at the marks between the stones: PGS lets the arch sag and leaves contacts unsolved for many seconds, Auto solves them within two. Only the solver differs, for velocities and for positions.',
    angles: { yaw: 0.35, pitch: 0.2 },
  },
  {
    scene: 'grip3',
    keys: { mass: 200, force: 2400 },
    choices: [
      { ...PGS, iterations: 1, substeps: 1 },
      { ...PGS, iterations: 10, substeps: 1 },
    ],
    words:
      'Two pads press on a box of 200 kg and lift it by friction alone. Look at the box: with one sweep per step it slips out of the grip, with ten it is lifted (A is solved only once the box lies on the ground). Both sides use PGS; only the number of sweeps differs.',
    angles: { yaw: 0.35, pitch: 0.2 },
    box: [-1, 0, -0.6, 1, 1.9, 0.6],
  },
];

export function showcaseOf(scene: string): Showcase | undefined {
  return SHOWCASES.find((showcase) => showcase.scene === scene);
}

/** Returns whether settings are those of a showcase. In an address they are words. */
export function hasKeys(showcase: Showcase, keys: Settings): boolean {
  const wanted = Object.entries(showcase.keys);
  return (
    wanted.length === Object.keys(keys).length && wanted.every(([key, value]) => String(keys[key]) === String(value))
  );
}
