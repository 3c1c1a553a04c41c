/* What part of the world is seen, the same in every view. Sizes are in CSS pixels. */

export interface Size {
  width: number;
  height: number;
}

const SCALE_LEAST = 0.5;
const SCALE_MOST = 4000;
const MARGIN = 14;

export class Camera {
  x = 0;
  y = 0;
  /** Pixels a metre. */
  scale = 40;

  /** Shows a box: left, bottom, right, top. */
  fit(box: readonly [number, number, number, number], size: Size): void {
    const [left, bottom, right, top] = box;
    this.x = (left + right) / 2;
    this.y = (bottom + top) / 2;
    const across = (size.width - 2 * MARGIN) / (right - left);
    const down = (size.height - 2 * MARGIN) / (top - bottom);
    this.scale = this.bounded(Math.min(across, down));
  }

  private bounded(scale: number): number {
    return Math.min(SCALE_MOST, Math.max(SCALE_LEAST, scale));
  }

  /** A point of a view, from its top left corner, in the world. */
  toWorld(x: number, y: number, size: Size): [number, number] {
    return [this.x + (x - size.width / 2) / this.scale, this.y - (y - size.height / 2) / this.scale];
  }

  panBy(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
  }

  /** Zooms such that the world's point under (x, y) stays there. */
  zoomAt(x: number, y: number, factor: number, size: Size): void {
    const [worldX, worldY] = this.toWorld(x, y, size);
    this.scale = this.bounded(this.scale * factor);
    const [movedX, movedY] = this.toWorld(x, y, size);
    this.x += worldX - movedX;
    this.y += worldY - movedY;
  }
}
