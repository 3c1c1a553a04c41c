/* Vectors and matrices of the 3D view. Matrices are in the order of WebGL: by columns. */

export type Vec3 = readonly [number, number, number];
/** Lower x, y, z and upper x, y, z. */
export type Box3 = readonly [number, number, number, number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (s: number, a: Vec3): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const mix = (a: Vec3, b: Vec3, share: number): Vec3 => add(a, scale(share, subtract(b, a)));
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
export function normalize(a: Vec3): Vec3 {
  const size = length(a);
  return size > 0 ? scale(1 / size, a) : [0, 1, 0];
}
/** Returns a vector perpendicular to a unit vector. */
export function perpendicular(a: Vec3): Vec3 {
  return normalize(cross(Math.abs(a[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0], a));
}

/** Rotates a vector by a unit quaternion x, y, z, w. */
export function rotate([x, y, z, w]: readonly [number, number, number, number], v: Vec3): Vec3 {
  const axis: Vec3 = [x, y, z];
  const t = scale(2, cross(axis, v));
  return add(add(v, scale(w, t)), cross(axis, t));
}

/** Returns the matrix from world to view coordinates, in which the camera looks along -z. */
export function lookFrom(eye: Vec3, right: Vec3, up: Vec3, back: Vec3): Float32Array {
  return new Float32Array([
    ...[right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0],
    ...[-dot(right, eye), -dot(up, eye), -dot(back, eye), 1],
  ]);
}

/** `height` is the tangent of half of the vertical field of view. */
export function perspective(height: number, aspect: number, near: number, far: number): Float32Array {
  const depth = near - far;
  return new Float32Array([
    ...[1 / (height * aspect), 0, 0, 0, 0, 1 / height, 0, 0],
    ...[0, 0, (far + near) / depth, -1, 0, 0, (2 * far * near) / depth, 0],
  ]);
}

/** Maps a cube of this half size about the origin of view coordinates to clip coordinates. */
export function orthographic(half: number): Float32Array {
  const s = 1 / half;
  return new Float32Array([s, 0, 0, 0, 0, s, 0, 0, 0, 0, -s, 0, 0, 0, 0, 1]);
}

export function multiply(a: Float32Array, b: Float32Array): Float32Array {
  const product = new Float32Array(16);
  for (let column = 0; column < 4; ++column) {
    for (let row = 0; row < 4; ++row) {
      for (let k = 0; k < 4; ++k) product[4 * column + row]! += a[4 * k + row]! * b[4 * column + k]!;
    }
  }
  return product;
}
