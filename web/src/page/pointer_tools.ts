/* Mouse, pen and touch input on a view: the tools (drag, add, delete, explode), panning and zooming. */
import { SPAWN_SHAPES } from '../engine/types.js';
import type { SpawnShape } from '../engine/types.js';
import type { Camera } from './camera.js';
import type { WorldView } from './world_view.js';
import type { Simulation } from './simulation.js';

export type Tool = 'drag' | 'spawn' | 'delete' | 'explode';
export type ShapeChoice = SpawnShape | 'mixed';

/** Distance within which a body is picked, pixels. */
const TOUCH_RADIUS = 18;
const MOUSE_RADIUS = 4;
const MAX_GRABS = 10;
const EXPLOSION_SPEED = 12;
/** In multiples of the mean radius of the bodies. */
const EXPLOSION_RADIUS = 12;
/** Pointer id of the keyboard cursor. */
const KEYBOARD = -1;
const WHEEL_RATE = 0.0015;

interface Pointer {
  x: number;
  y: number;
  /** Index of the grab that this pointer drags; undefined if it holds no body. */
  grab: number | undefined;
  pans: boolean;
}

export class PointerTools {
  tool: Tool = 'drag';
  shape: ShapeChoice = 'mixed';
  private readonly pointers = new Map<number, Pointer>();

  constructor(
    private readonly simulation: Simulation,
    private readonly camera: Camera,
    private readonly act: { guard: (work: () => void) => void; changed: () => void },
  ) {}

  /** Adds the event listeners to a view's canvas. */
  attach(view: WorldView): void {
    const { canvas } = view;
    canvas.addEventListener('pointerdown', (event) => this.down(view, event));
    canvas.addEventListener('pointermove', (event) => this.move(view, event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      canvas.addEventListener(end, (event) => this.up(event.pointerId));
    }
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(view, event), { passive: false });
  }

  /** Forgets all grabs after the worlds have been replaced or rewound. */
  forgetGrabs(): void {
    this.pointers.forEach((pointer) => (pointer.grab = undefined));
  }

  private position(view: WorldView, event: MouseEvent): [number, number] {
    const box = view.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Whether a pointer is down. */
  get isActive(): boolean {
    return this.pointers.size > 0;
  }

  private freeGrab(): number | undefined {
    const used = [...this.pointers.values()].map((pointer) => pointer.grab);
    for (let grab = 0; grab < MAX_GRABS; ++grab) if (!used.includes(grab)) return grab;
    return undefined;
  }

  private down(view: WorldView, event: PointerEvent): void {
    const [x, y] = this.position(view, event);
    const pointer: Pointer = { x, y, grab: undefined, pans: false };
    if (event.isTrusted) view.canvas.setPointerCapture(event.pointerId);
    view.canvas.focus({ preventScroll: true });
    const isPanButton = event.button === 1 || event.button === 2;
    const radius = event.pointerType === 'touch' ? TOUCH_RADIUS : MOUSE_RADIUS;
    this.act.guard(() => {
      if (isPanButton) pointer.pans = true;
      else this.use(view, pointer, radius);
    });
    this.pointers.set(event.pointerId, pointer);
    this.act.changed();
  }

  /** Applies the current tool at the pointer. */
  private use(view: WorldView, pointer: Pointer, radius: number): void {
    const [x, y] = this.camera.toWorld(pointer.x, pointer.y, view.renderer.size);
    const side = this.simulation.sides[view.index];
    if (side === undefined) return;
    if (this.tool === 'spawn') {
      this.spawn(view, x, y);
    } else if (this.tool === 'explode') {
      this.explode(view, x, y);
    } else {
      const picked = side.world.pick(x, y, radius / this.camera.scale);
      const grab = this.freeGrab();
      if (picked === undefined) {
        pointer.pans = this.tool === 'drag';
      } else if (this.tool === 'delete') {
        this.simulation.destroy(picked);
      } else if (grab !== undefined && picked.mass > 0) {
        this.simulation.grab(side, grab, picked, x, y);
        pointer.grab = grab;
      }
    }
  }

  /** Applies the tool at a point of the world, for the keyboard. A body that is grabbed is released by the next call. */
  useAt(view: WorldView, x: number, y: number): void {
    if (this.pointers.has(KEYBOARD)) {
      this.up(KEYBOARD);
      return;
    }
    const { size } = view.renderer;
    const pointer: Pointer = {
      x: size.width / 2 + (x - this.camera.x) * this.camera.scale,
      y: size.height / 2 - (y - this.camera.y) * this.camera.scale,
      grab: undefined,
      pans: false,
    };
    this.act.guard(() => this.use(view, pointer, TOUCH_RADIUS));
    if (pointer.grab !== undefined) this.pointers.set(KEYBOARD, pointer);
    this.act.changed();
  }

  /** Drags the body that the keyboard holds. */
  dragTo(x: number, y: number): void {
    const grab = this.pointers.get(KEYBOARD)?.grab;
    if (grab !== undefined) this.act.guard(() => this.simulation.drag(grab, x, y));
  }

  spawn(view: WorldView, x: number, y: number, velocityY = 0): void {
    const shape = this.shape === 'mixed' ? SPAWN_SHAPES[Math.floor(Math.random() * SPAWN_SHAPES.length)]! : this.shape;
    const size = view.renderer.meanRadius * (0.9 + 0.4 * Math.random());
    this.simulation.spawn(shape, x, y, size, 0, velocityY);
  }

  explode(view: WorldView, x: number, y: number): void {
    const radius = EXPLOSION_RADIUS * view.renderer.meanRadius;
    this.simulation.explode(x, y, radius, EXPLOSION_SPEED * Math.sqrt(view.renderer.meanRadius / 0.25));
  }

  private move(view: WorldView, event: PointerEvent): void {
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) return;
    const [x, y] = this.position(view, event);
    const panning = [...this.pointers.values()].filter((other) => other.pans);
    if (pointer.pans && panning.length === 2) this.pinch(view, pointer, panning, x, y);
    else if (pointer.pans) this.camera.panBy(x - pointer.x, y - pointer.y);
    pointer.x = x;
    pointer.y = y;
    this.act.guard(() => {
      const [worldX, worldY] = this.camera.toWorld(x, y, view.renderer.size);
      if (pointer.grab !== undefined) this.simulation.drag(pointer.grab, worldX, worldY);
      else if (this.tool === 'delete') this.use(view, pointer, MOUSE_RADIUS);
    });
    this.act.changed();
  }

  /** Zooms with two fingers about the finger that does not move. */
  private pinch(view: WorldView, pointer: Pointer, both: Pointer[], x: number, y: number): void {
    const other = both[0] === pointer ? both[1] : both[0];
    if (other === undefined) return;
    const oldDistance = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const newDistance = Math.hypot(x - other.x, y - other.y);
    if (oldDistance > 0 && newDistance > 0)
      this.camera.zoomAt(other.x, other.y, newDistance / oldDistance, view.renderer.size);
  }

  private up(id: number): void {
    const pointer = this.pointers.get(id);
    this.pointers.delete(id);
    const grab = pointer?.grab;
    if (grab !== undefined) this.act.guard(() => this.simulation.release(grab));
    this.act.changed();
  }

  private wheel(view: WorldView, event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.position(view, event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.camera.zoomAt(x, y, Math.exp(-WHEEL_RATE * lines * event.deltaY), view.renderer.size);
    this.act.changed();
  }
}
