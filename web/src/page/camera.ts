/* The visible part of the world, shared by all views. Sizes are in CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

const MIN_SCALE = 0.5;
const MAX_SCALE = 4000;
const MARGIN = 14;

export class Camera {
  x = 0;
  y = 0;
  /** Pixels per metre. */
  scale = 40;

  /** Fits a box (left, bottom, right, top) into a view. */
  fit(box: readonly [number, number, number, number], size: Size): void {
    const [left, bottom, right, top] = box;
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
    const scaleX = (size.width - 2 * MARGIN) / (right - left);
    const scaleY = (size.height - 2 * MARGIN) / (top - bottom);
    this.scale = this.clamp(Math.min(scaleX, scaleY));
  }

  private clamp(scale: number): number {
    return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
  }

  /** Converts a point of a view, measured from its top left corner, to world coordinates. */
  toWorld(x: number, y: number, size: Size): [number, number] {
    return [this.x + (x - size.width / 2) / this.scale, this.y - (y - size.height / 2) / this.scale];
  }

  panBy(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms about the point (x, y) of a view, which keeps showing the same point of the world. */
  zoomAt(x: number, y: number, factor: number, size: Size): void {
    const [worldX, worldY] = this.toWorld(x, y, size);
    this.scale = this.clamp(this.scale * factor);
    const [movedX, movedY] = this.toWorld(x, y, size);
    this.x += worldX - movedX;
    this.y += worldY - movedY;
  }
}
