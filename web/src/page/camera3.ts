/* The camera of 3D worlds, shared by both views: it orbits a target. Sizes are in CSS pixels, angles in radians. */
import type { Size } from './camera.js';
import type { Box3, Vec3 } from './vec3.js';
import { add, cross, dot, lookFrom, mix, multiply, perspective, scale, subtract } from './vec3.js';

/** Tangent of half of the vertical field of view. */
export const HALF_HEIGHT = 0.33;
/** Share of the view that a framed box leaves free on each side. */
const MARGIN = 0.06;
const MIN_PITCH = -0.2;
const MAX_PITCH = 1.55;
const MIN_DISTANCE = 0.05;
const MAX_DISTANCE = 2000;
/** Radians per pixel. */
const ORBIT_RATE = 0.008;

/** A position that shows a box. */
export interface Frame3 {
  target: Vec3;
  distance: number;
}

export interface Angles {
  yaw: number;
  pitch: number;
}

export class Camera3 {
  target: Vec3 = [0, 0, 0];
  distance = 10;
  /** Direction of the eye from the target: about y from +z, and above the horizon. */
  yaw = 0.5;
  pitch = 0.35;
  /** The camera follows the moving bodies, until the user moves it. */
  follows = true;

  /** Unit vectors to the right, up and back of the view. */
  axes(): { right: Vec3; up: Vec3; back: Vec3 } {
    const level = Math.cos(this.pitch);
    const back: Vec3 = [level * Math.sin(this.yaw), Math.sin(this.pitch), level * Math.cos(this.yaw)];
    const right: Vec3 = [Math.cos(this.yaw), 0, -Math.sin(this.yaw)];
    return { right, up: cross(back, right), back };
  }

  eye(): Vec3 {
    return add(this.target, scale(this.distance, this.axes().back));
  }

  /** Returns the matrix from world to clip coordinates. */
  matrix(size: Size): Float32Array {
    const { right, up, back } = this.axes();
    const projection = perspective(HALF_HEIGHT, size.width / size.height, 0.02 * this.distance, 60 * this.distance);
    return multiply(projection, lookFrom(this.eye(), right, up, back));
  }

  /** Returns the direction of the ray through a point of a view. Its length along the line of sight is 1. */
  ray(x: number, y: number, size: Size): Vec3 {
    const { right, up, back } = this.axes();
    const perPixel = (2 * HALF_HEIGHT) / size.height;
    const across = scale(perPixel * (x - size.width / 2), right);
    return subtract(add(across, scale(-perPixel * (y - size.height / 2), up)), back);
  }

  /** Returns the point on the ray through a point of a view with a depth: the distance along the line of sight. */
  pointAt(x: number, y: number, depth: number, size: Size): Vec3 {
    return add(this.eye(), scale(depth, this.ray(x, y, size)));
  }

  depthOf(point: Vec3): number {
    return dot(subtract(this.eye(), point), this.axes().back);
  }

  /** Returns where a view shows a point of the world. */
  toView(point: Vec3, size: Size): [number, number] {
    const { right, up } = this.axes();
    const from = subtract(point, this.eye());
    const perMetre = size.height / (2 * HALF_HEIGHT * this.depthOf(point));
    return [size.width / 2 + perMetre * dot(from, right), size.height / 2 - perMetre * dot(from, up)];
  }

  /* ---- Moving by hand ---------------------------------------------------------------------------------------------- */

  orbitBy(dx: number, dy: number): void {
    this.follows = false;
    this.yaw -= ORBIT_RATE * dx;
    this.pitch = Math.min(MAX_PITCH, Math.max(MIN_PITCH, this.pitch + ORBIT_RATE * dy));
  }

  /** Moves the world with the pointer, at the depth of the target. */
  panBy(dx: number, dy: number, size: Size): void {
    const { right, up } = this.axes();
    const perPixel = (2 * HALF_HEIGHT * this.distance) / size.height;
    this.follows = false;
    this.target = add(this.target, add(scale(-perPixel * dx, right), scale(perPixel * dy, up)));
  }

  /** Zooms about the point (x, y) of a view, which keeps showing the same point at the depth of the target. */
  zoomAt(x: number, y: number, factor: number, size: Size): void {
    const before = this.pointAt(x, y, this.distance, size);
    this.follows = false;
    this.distance = Math.min(MAX_DISTANCE, Math.max(MIN_DISTANCE, this.distance / factor));
    this.target = add(this.target, subtract(before, this.pointAt(x, y, this.distance, size)));
  }

  /* ---- Framing ----------------------------------------------------------------------------------------------------- */

  /** Finds the nearest position, in the present direction, from which a box is seen as a whole. */
  frameOf(box: Box3, size: Size): Frame3 {
    const { right, up, back } = this.axes();
    const tall = HALF_HEIGHT * (1 - 2 * MARGIN);
    const wide = (HALF_HEIGHT * (1 - 2 * MARGIN) * size.width) / size.height;
    let target: Vec3 = [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];
    let distance = MIN_DISTANCE;
    /* The middle of the picture of a box is not the picture of its middle: shift the target a few times. */
    for (let i = 0; i < 6; ++i) {
      distance = MIN_DISTANCE;
      let shift: [number, number] = [0, 0];
      for (const [axis, reach] of [
        [right, wide],
        [up, tall],
      ] as const) {
        let ahead = -Infinity;
        let behind = -Infinity;
        for (let corner = 0; corner < 8; ++corner) {
          const at = subtract([box[corner & 1 ? 3 : 0], box[corner & 2 ? 4 : 1], box[corner & 4 ? 5 : 2]], target);
          ahead = Math.max(ahead, dot(at, axis) / reach + dot(at, back));
          behind = Math.max(behind, -dot(at, axis) / reach + dot(at, back));
        }
        distance = Math.max(distance, ahead, behind);
        shift = axis === right ? [((ahead - behind) / 2) * reach, 0] : [shift[0], ((ahead - behind) / 2) * reach];
      }
      if (i < 5) target = add(target, add(scale(shift[0], right), scale(shift[1], up)));
    }
    return { target, distance: Math.min(MAX_DISTANCE, distance) };
  }

  /** Moves by a share of the way to a position. */
  approach(frame: Frame3, share: number): void {
    this.target = mix(this.target, frame.target, share);
    this.distance *= (frame.distance / this.distance) ** share;
  }
}
