/* The visible part of the world, shared by all views. Sizes are in CSS pixels. */
import type { Box } from './framing.js';

export interface Size {
  width: number;
  height: number;
}

const MIN_SCALE = 0.5;
const MAX_SCALE = 4000;
const MARGIN = 14;

/** Returns the pixels per metre at which a box fits into a view with a margin. */
export function scaleOf(width: number, height: number, size: Size): number {
  return Math.min((size.width - 2 * MARGIN) / width, (size.height - 2 * MARGIN) / height);
}

/** Returns the box within the margins of a view with a centre and a scale. */
export function boxAt(x: number, y: number, scale: number, size: Size): Box {
  const right = (size.width / 2 - MARGIN) / scale;
  const top = (size.height / 2 - MARGIN) / scale;
  return [x - right, y - top, x + right, y + top];
}

export class Camera {
  x = 0;
  y = 0;
  /** Pixels per metre. */
  scale = 40;

  /** The camera follows the moving bodies, until the user pans or zooms. */
  follows = true;

  /** Fits a box (left, bottom, right, top) into a view. */
  fit(box: Box, size: Size): void {
    this.approach(box, size, 1);
  }

  /** Moves by a share of the way to the position that fits a box into a view. */
  approach([left, bottom, right, top]: Box, size: Size, share: number): void {
    const scale = this.clamp(scaleOf(right - left, top - bottom, size));
    const x = (left + right) / 2;
    const y = (bottom + top) / 2;
    this.x += share * (x - this.x);
    this.y += share * (y - this.y);
    this.scale *= (scale / this.scale) ** share;
  }

  private clamp(scale: number): number {
    return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  }

  /** Converts a point of a view, measured from its top left corner, to world coordinates. */
  toWorld(x: number, y: number, size: Size): [number, number] {
    return [this.x + (x - size.width / 2) / this.scale, this.y - (y - size.height / 2) / this.scale];
  }

  panBy(dx: number, dy: number): void {
    this.follows = false;
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms about the point (x, y) of a view, which keeps showing the same point of the world. */
  zoomAt(x: number, y: number, factor: number, size: Size): void {
    const [worldX, worldY] = this.toWorld(x, y, size);
    this.follows = false;
    this.scale = this.clamp(this.scale * factor);
    const [movedX, movedY] = this.toWorld(x, y, size);
    this.x += worldX - movedX;
    this.y += worldY - movedY;
  }
}
