/* Mouse, pen and touch input on a view: the tools (drag, add, delete, explode), moving the camera. In 3D one finger turns the
 * view or drags a body, and two fingers pan and zoom, also if they started on bodies, which fill most views. */
import type { Place, Space } from './space.js';
import type { WorldView } from './world_view.js';
import type { Simulation } from './simulation.js';

export type Tool = 'drag' | 'spawn' | 'delete' | 'explode';
/** The name of a shape, or 'mixed'. */
export type ShapeChoice = string;

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
  /** Distance of the held point along the line of sight. */
  depth: number;
  /** It moves the camera: turns it in 3D (`turns`), or pans. */
  pans: boolean;
  turns: boolean;
  isTouch: boolean;
}

export class PointerTools {
  tool: Tool = 'drag';
  shape: ShapeChoice = 'mixed';
  private readonly pointers = new Map<number, Pointer>();

  constructor(
    private readonly simulation: Simulation,
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

  private get space(): Space {
    return this.simulation.space;
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
    const isTouch = event.pointerType === 'touch';
    const pointer: Pointer = { x, y, grab: undefined, depth: 0, pans: false, turns: false, isTouch };
    if (event.isTrusted) view.canvas.setPointerCapture(event.pointerId);
    view.canvas.focus({ preventScroll: true });
    const isPanButton = event.button === 1 || event.button === 2 || (event.shiftKey && this.space.dimensions === 3);
    const touches = [...this.pointers.values()].filter((other) => other.isTouch);
    this.act.guard(() => {
      if (isPanButton) pointer.pans = true;
      else if (isTouch && touches.length > 0 && this.space.dimensions === 3) this.panWith([...touches, pointer]);
      else this.use(view, pointer, isTouch ? TOUCH_RADIUS : MOUSE_RADIUS);
    });
    this.pointers.set(event.pointerId, pointer);
    this.act.changed();
  }

  /** Lets go of the bodies that fingers hold, and moves the camera with the fingers instead. */
  private panWith(touches: Pointer[]): void {
    for (const touch of touches) {
      this.letGo(touch);
      touch.turns = false;
      touch.pans = true;
    }
  }

  private letGo(pointer: Pointer): void {
    const { grab } = pointer;
    pointer.grab = undefined;
    if (grab !== undefined) this.simulation.tryApply((world) => this.space.release(world, grab));
  }

  /** Applies the current tool at the pointer. */
  private use(view: WorldView, pointer: Pointer, radius: number): void {
    const side = this.simulation.sides[view.index];
    if (side === undefined) return;
    const { space } = this;
    if (this.tool === 'spawn') {
      const size = this.spawnSize(view);
      this.spawn(space.freePlace(side.world, pointer.x, pointer.y, size, view.renderer.size), size);
      return;
    }
    if (this.tool === 'explode') {
      this.explode(view, pointer.x, pointer.y);
      return;
    }
    const hit = space.pick(side.world, pointer.x, pointer.y, radius, view.renderer.size);
    const grab = this.freeGrab();
    if (hit === undefined) {
      pointer.pans = this.tool === 'drag';
      pointer.turns = pointer.pans && space.dimensions === 3;
    } else if (this.tool === 'delete') {
      this.simulation.tryApply((world) => space.destroy(world, hit.body));
    } else if (grab !== undefined && hit.body.mass > 0) {
      this.simulation.applyFirst(side, (world) => space.grab(world, grab, hit));
      pointer.grab = grab;
      pointer.depth = hit.depth;
    }
  }

  /** Applies the tool at a point of a view, for the keyboard. A body that is grabbed is released by the next call. */
  useAt(view: WorldView, x: number, y: number): void {
    if (this.pointers.has(KEYBOARD)) {
      this.up(KEYBOARD);
      return;
    }
    const pointer: Pointer = { x, y, grab: undefined, depth: 0, pans: false, turns: false, isTouch: false };
    this.act.guard(() => this.use(view, pointer, TOUCH_RADIUS));
    if (pointer.grab !== undefined) this.pointers.set(KEYBOARD, pointer);
    this.act.changed();
  }

  /** Drags the body that the keyboard holds. */
  dragTo(view: WorldView, x: number, y: number): void {
    const pointer = this.pointers.get(KEYBOARD);
    if (pointer !== undefined) this.act.guard(() => this.drag(view, pointer, x, y));
  }

  private drag(view: WorldView, { grab, depth }: Pointer, x: number, y: number): void {
    if (grab === undefined) return;
    const place = this.space.placeAt(x, y, depth, view.renderer.size);
    this.simulation.tryApply((world) => this.space.drag(world, grab, place));
  }

  /** Returns the size of the next body to add. */
  spawnSize(view: WorldView): number {
    return view.renderer.meanRadius * (0.9 + 0.4 * Math.random());
  }

  spawn(place: Place, size: number, velocityY = 0): void {
    const names = this.space.shapes.map(([name]) => name);
    const random = names[Math.floor(Math.random() * names.length)] ?? 'ball';
    const shape = names.includes(this.shape) ? this.shape : random;
    this.simulation.apply((world) => this.space.spawn(world, shape, place, size, velocityY));
  }

  /** Starts an explosion at a point of a view. */
  explode(view: WorldView, x: number, y: number): void {
    const side = this.simulation.sides[view.index];
    if (side === undefined) return;
    const { meanRadius, size } = view.renderer;
    const place = this.space.freePlace(side.world, x, y, 0, size);
    const speed = EXPLOSION_SPEED * Math.sqrt(meanRadius / 0.25);
    this.simulation.apply((world) => this.space.explode(world, place, EXPLOSION_RADIUS * meanRadius, speed));
  }

  private move(view: WorldView, event: PointerEvent): void {
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) return;
    const [x, y] = this.position(view, event);
    const { size } = view.renderer;
    const panning = [...this.pointers.values()].filter((other) => other.pans);
    if (pointer.pans && panning.length === 2) this.pinch(view, pointer, panning, x, y);
    else if (pointer.turns) this.space.turnBy(x - pointer.x, y - pointer.y, size);
    else if (pointer.pans) this.space.panBy(x - pointer.x, y - pointer.y, size);
    pointer.x = x;
    pointer.y = y;
    this.act.guard(() => {
      if (pointer.grab !== undefined) this.drag(view, pointer, x, y);
      else if (this.tool === 'delete' && !pointer.pans) this.use(view, pointer, MOUSE_RADIUS);
    });
    this.act.changed();
  }

  /** Zooms with two fingers about the finger that does not move; in 3D it also pans with their middle. */
  private pinch(view: WorldView, pointer: Pointer, both: Pointer[], x: number, y: number): void {
    const other = both[0] === pointer ? both[1] : both[0];
    if (other === undefined) return;
    const { size } = view.renderer;
    const oldDistance = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const newDistance = Math.hypot(x - other.x, y - other.y);
    if (this.space.dimensions === 3) this.space.panBy((x - pointer.x) / 2, (y - pointer.y) / 2, size);
    const at = this.space.dimensions === 3 ? { x: (x + other.x) / 2, y: (y + other.y) / 2 } : other;
    if (oldDistance > 0 && newDistance > 0) this.space.zoomAt(at.x, at.y, newDistance / oldDistance, size);
  }

  private up(id: number): void {
    const pointer = this.pointers.get(id);
    this.pointers.delete(id);
    if (pointer !== undefined) this.act.guard(() => this.letGo(pointer));
    this.act.changed();
  }

  private wheel(view: WorldView, event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.position(view, event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.space.zoomAt(x, y, Math.exp(-WHEEL_RATE * lines * event.deltaY), view.renderer.size);
    this.act.changed();
  }
}
