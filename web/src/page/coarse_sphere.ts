/* A sphere of 80 triangles, for spheres that are small in the picture, and for shadows. Scenes have hundreds of spheres, and
 * the engine's have 624 triangles each. */
import type { Vec3 } from './vec3.js';
import { add, normalize, scale } from './vec3.js';

/** The sphere through the corners of a polyhedron looks too small by half of this. */
const BULGE = 1.03;

export interface CoarseSphere {
  positions: number[];
  normals: number[];
  indices: number[];
}

/** Returns the corners of an icosahedron and its faces, three corners each. */
function icosahedron(): { corners: Vec3[]; faces: number[] } {
  const t = (1 + Math.sqrt(5)) / 2;
  const corners: Vec3[] = [];
  for (const a of [-1, 1]) for (const b of [-t, t]) corners.push([0, a, b], [a, b, 0], [b, 0, a]);
  const edge = 2.001;
  const near = (i: number, j: number): boolean => {
    const [p, q] = [corners[i]!, corners[j]!];
    return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < edge;
  };
  const faces: number[] = [];
  for (let i = 0; i < 12; ++i) {
    for (let j = i + 1; j < 12; ++j) {
      for (let k = j + 1; k < 12; ++k) {
        if (near(i, j) && near(j, k) && near(i, k)) faces.push(i, j, k);
      }
    }
  }
  return { corners: corners.map(normalize), faces };
}

/** Returns a sphere whose indices start at `first`. Its triangles may be seen from either side. */
export function coarseSphere(middle: Vec3, radius: number, first: number): CoarseSphere {
  const { corners, faces } = icosahedron();
  const between = new Map<number, number>();
  const halfway = (i: number, j: number): number => {
    const key = 64 * Math.min(i, j) + Math.max(i, j);
    const known = between.get(key);
    if (known !== undefined) return known;
    between.set(key, corners.length);
    return corners.push(normalize(add(corners[i]!, corners[j]!))) - 1;
  };
  const indices: number[] = [];
  for (let at = 0; at < faces.length; at += 3) {
    const [i, j, k] = [faces[at]!, faces[at + 1]!, faces[at + 2]!];
    const [ij, jk, ki] = [halfway(i, j), halfway(j, k), halfway(k, i)];
    indices.push(i, ij, ki, j, jk, ij, k, ki, jk, ij, jk, ki);
  }
  return {
    positions: corners.flatMap((corner) => [...add(middle, scale(BULGE * radius, corner))]),
    normals: corners.flat(),
    indices: indices.map((index) => first + index),
  };
}
