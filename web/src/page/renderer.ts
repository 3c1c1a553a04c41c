/* Draws a world on a canvas. It uses Canvas 2D instead of WebGL: docs/playground.md has the measurement. */
import { CONTACT_NUMBERS, DRAW_RECORD, DRAW_KIND } from '../engine/types.js';
import type { World } from '../engine/world.js';
import { World2 } from '../engine/world2.js';
import type { Camera, Size } from './camera.js';
import { gradeOf } from './grades.js';
import { paintIndex } from './palette.js';
import type { Palette } from './palette.js';

/** What a frame shows. */
export interface FrameOptions {
  palette: Palette;
  /** Fraction of the last step, to interpolate between two steps. */
  fraction: number;
  contacts: boolean;
  /** In 3D, colours bodies by the grade of their worst contact instead of by their index. */
  coloursByContacts: boolean;
  /** RES below which a step counts as solved. */
  target: number;
}

/** Draws the worlds of one dimension on a canvas. */
export interface WorldRenderer {
  /** In CSS pixels. */
  readonly size: Size;
  /** Mean radius of the dynamic bodies, m: marks and new bodies are scaled by it. */
  readonly meanRadius: number;
  /** Why nothing is drawn, for people; empty if all is well. */
  readonly trouble: string;
  /** Sets the size in CSS pixels; the canvas has `density` device pixels for each. */
  resize(width: number, height: number, density: number): void;
  draw(world: World, options: FrameOptions): void;
}

interface DrawOptions extends FrameOptions {
  camera: Camera;
}

const TURN = 2 * Math.PI;
/** Rate per frame of the running mean that scales impulses. */
const SCALE_RATE = 0.05;

export class Renderer implements WorldRenderer {
  private readonly context: CanvasRenderingContext2D;
  size: Size = { width: 1, height: 1 };
  private density = 1;
  meanRadius = 0.25;
  private meanImpulse = 0;

  readonly trouble = '';

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
  ) {
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new Error('this browser has no 2D canvas');
    this.context = context;
  }

  resize(width: number, height: number, density: number): void {
    this.size = { width, height };
    this.density = density;
    this.canvas.width = Math.max(1, Math.round(width * density));
    this.canvas.height = Math.max(1, Math.round(height * density));
  }

  draw(world: World, frame: FrameOptions): void {
    const { context, size, density, camera } = this;
    const options = { ...frame, camera };
    const { palette } = options;
    if (!(world instanceof World2)) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.background;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const scale = camera.scale * density;
    const left = (density * size.width) / 2 - scale * camera.x;
    const top = (density * size.height) / 2 + scale * camera.y;
    context.setTransform(scale, 0, 0, -scale, left, top);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    this.shapes(world.shapes(options.fraction), options);
    if (options.contacts) this.contacts(world.contacts(), options);
  }

  private paint(kind: number, body: number, palette: Palette): void {
    const { context } = this;
    const { bodies, asleep } = palette;
    const index = paintIndex(body, bodies.length);
    let paint = bodies[index]!;
    if (kind === DRAW_KIND.static) paint = palette.static;
    else if (kind === DRAW_KIND.kinematic) paint = palette.kinematic;
    else if (kind === DRAW_KIND.sensor) paint = palette.sensor;
    else if (kind === DRAW_KIND.asleep) paint = asleep[index]!;
    context.fillStyle = paint.fill;
    context.strokeStyle = paint.outline;
  }

  private shapes(data: Float32Array, options: DrawOptions): void {
    const { context } = this;
    const thin = Math.min(1.4, Math.max(0.5, 0.06 * this.meanRadius * options.camera.scale)) / options.camera.scale;
    const sizes = { sum: 0, count: 0 };
    for (let at = 0; at < data.length; ) {
      const form = data[at]!;
      const kind = data[at + 1]!;
      const body = data[at + 2]!;
      at += 3;
      if (form === DRAW_RECORD.line) {
        this.line(data, at, kind, body, options);
        at += 4;
      } else if (form === DRAW_RECORD.point) {
        this.joint(data[at]!, data[at + 1]!, options);
        at += 2;
      } else {
        const points = form === DRAW_RECORD.circle ? 0 : data[at + 1]!;
        context.lineWidth = thin;
        this.paint(kind, body, options.palette);
        const size =
          form === DRAW_RECORD.circle ? this.circle(data, at) : this.polygon(data, at + 2, points, data[at]!);
        const moves = kind === DRAW_KIND.dynamic || kind === DRAW_KIND.asleep;
        sizes.sum += moves ? size : 0;
        sizes.count += moves ? 1 : 0;
        at += form === DRAW_RECORD.circle ? 5 : 2 + 2 * points;
      }
    }
    if (sizes.count > 0) this.meanRadius = sizes.sum / sizes.count;
  }

  /** Draws a circle with a line from its centre to the rim, which shows the rotation. Returns the radius. */
  private circle(data: Float32Array, at: number): number {
    const { context } = this;
    const x = data[at]!;
    const y = data[at + 1]!;
    const radius = data[at + 2]!;
    context.beginPath();
    context.arc(x, y, radius, 0, TURN);
    context.fill();
    context.moveTo(x, y);
    context.lineTo(data[at + 3]!, data[at + 4]!);
    context.stroke();
    return radius;
  }

  /** Draws a polygon with rounded corners. Returns an approximate radius. */
  private polygon(data: Float32Array, at: number, points: number, radius: number): number {
    const { context } = this;
    let area = 0;
    context.beginPath();
    for (let i = 0; i < points; ++i) {
      const previous = at + 2 * ((i + points - 1) % points);
      const current = at + 2 * i;
      const next = at + 2 * ((i + 1) % points);
      const x = data[current]!;
      const y = data[current + 1]!;
      area += x * data[next + 1]! - y * data[next]!;
      if (radius > 0) {
        /* An arc around each corner, from the normal of the previous edge to the normal of the next edge. */
        const first = Math.atan2(data[previous]! - x, y - data[previous + 1]!);
        const last = Math.atan2(x - data[next]!, data[next + 1]! - y);
        context.arc(x, y, radius, first, last);
      } else {
        context.lineTo(x, y);
      }
    }
    context.closePath();
    context.fill();
    context.stroke();
    return Math.sqrt(Math.abs(area) / 2) / 2 + radius;
  }

  private line(data: Float32Array, at: number, kind: number, body: number, options: DrawOptions): void {
    const { context } = this;
    const isJoint = kind === DRAW_KIND.joint;
    if (isJoint) context.strokeStyle = options.palette.joint;
    else this.paint(kind, body, options.palette);
    context.lineWidth = (isJoint ? 1 : 2) / options.camera.scale;
    context.globalAlpha = isJoint ? 0.6 : 1;
    context.beginPath();
    context.moveTo(data[at]!, data[at + 1]!);
    context.lineTo(data[at + 2]!, data[at + 3]!);
    context.stroke();
    context.globalAlpha = 1;
  }

  private joint(x: number, y: number, options: DrawOptions): void {
    const { context } = this;
    context.fillStyle = options.palette.background;
    context.strokeStyle = options.palette.joint;
    context.lineWidth = 1 / options.camera.scale;
    context.beginPath();
    context.arc(x, y, Math.min(2.2 / options.camera.scale, 0.35 * this.meanRadius), 0, TURN);
    context.fill();
    context.stroke();
  }

  /** Draws each contact as a line along the normal, whose length is the impulse, and a mark: a dot if the contact is
   *  solved, otherwise a square that grows with its contribution to RES. */
  private contacts(data: Float32Array, options: DrawOptions): void {
    const { context } = this;
    const { palette, camera, target } = options;
    const count = data.length / CONTACT_NUMBERS;
    const solved = target / Math.sqrt(Math.max(1, count));
    const pixel = 1 / camera.scale;
    const radius = this.meanRadius * camera.scale;
    const dot = Math.min(3.2, Math.max(0.7, 0.16 * radius)) * pixel;
    const metresPerImpulse = this.impulseScale(data);
    /* One stroke per contact: a single path would cover the whole view, which browsers draw more slowly. */
    context.lineCap = 'butt';
    context.lineJoin = 'miter';
    for (let grade = -1; grade < palette.contacts.length; ++grade) {
      const mark = dot * (grade > 0 ? 0.8 + 0.25 * grade : 0.8);
      context.strokeStyle = grade < 0 ? palette.contactUnknown : palette.contacts[grade]!;
      context.fillStyle = context.strokeStyle;
      context.lineWidth = Math.min(1.5, Math.max(0.6, 0.11 * radius)) * pixel;
      for (let at = 0; at < data.length; at += CONTACT_NUMBERS) {
        if (gradeOf(data[at + 6]!, solved, palette.contacts.length) !== grade) continue;
        const x = data[at]!;
        const y = data[at + 1]!;
        const length = Math.min(1.6 * this.meanRadius, metresPerImpulse * data[at + 4]!);
        if (length > pixel) {
          context.beginPath();
          context.moveTo(x - length * data[at + 2]!, y - length * data[at + 3]!);
          context.lineTo(x + length * data[at + 2]!, y + length * data[at + 3]!);
          context.stroke();
        }
        if (grade > 0) context.strokeRect(x - mark, y - mark, 2 * mark, 2 * mark);
        else context.fillRect(x - mark, y - mark, 2 * mark, 2 * mark);
      }
    }
  }

  /** Returns the length of an impulse in metres per newton second. The running mean of the impulses is half a radius
   *  long. */
  private impulseScale(data: Float32Array): number {
    let sum = 0;
    for (let at = 4; at < data.length; at += CONTACT_NUMBERS) sum += data[at]!;
    const mean = data.length > 0 ? (sum * CONTACT_NUMBERS) / data.length : 0;
    const isFirst = this.meanImpulse === 0;
    this.meanImpulse += (isFirst ? 1 : SCALE_RATE) * (mean - this.meanImpulse);
    return this.meanImpulse > 0 ? (0.5 * this.meanRadius) / this.meanImpulse : 0;
  }
}
