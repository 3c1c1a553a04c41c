/* Mouse and fingers on a world: pull, throw, put in, take out, blow up; pan, zoom, pinch. */
import { PIECES } from '../engine/types.js';
import type { Piece } from '../engine/types.js';
import type { Camera } from './camera.js';
import type { Pane } from './pane.js';
import type { Simulation } from './simulation.js';

export type Tool = 'drag' | 'spawn' | 'delete' | 'explode';
export type PieceChoice = Piece | 'mixed';

/** How near a finger must come to a body, in pixels. */
const REACH_TOUCH = 18;
const REACH_MOUSE = 4;
const HANDS = 10;
const EXPLOSION_SPEED = 12;
/** In mean radii of the bodies. */
const EXPLOSION_RADIUS = 12;
const WHEEL_RATE = 0.0015;

interface Pointer {
  x: number;
  y: number;
  /** The hand that pulls; undefined for one that pans, deletes or only points. */
  hand: number | undefined;
  pans: boolean;
}

export class Hands {
  tool: Tool = 'drag';
  piece: PieceChoice = 'mixed';
  private readonly pointers = new Map<number, Pointer>();

  constructor(
    private readonly simulation: Simulation,
    private readonly camera: Camera,
    private readonly act: { guard: (work: () => void) => void; changed: () => void },
  ) {}

  /** Listens to a pane's canvas. */
  attach(pane: Pane): void {
    const { canvas } = pane;
    canvas.addEventListener('pointerdown', (event) => this.down(pane, event));
    canvas.addEventListener('pointermove', (event) => this.move(pane, event));
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      canvas.addEventListener(end, (event) => this.up(event.pointerId));
    }
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('wheel', (event) => this.wheel(pane, event), { passive: false });
  }

  /** Lets go of everything: the worlds have been replaced, or gone back in time. */
  drop(): void {
    this.pointers.forEach((pointer) => (pointer.hand = undefined));
  }

  private place(pane: Pane, event: MouseEvent): [number, number] {
    const box = pane.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private freeHand(): number | undefined {
    const used = [...this.pointers.values()].map((pointer) => pointer.hand);
    for (let hand = 0; hand < HANDS; ++hand) if (!used.includes(hand)) return hand;
    return undefined;
  }

  private down(pane: Pane, event: PointerEvent): void {
    const [x, y] = this.place(pane, event);
    const pointer: Pointer = { x, y, hand: undefined, pans: false };
    if (event.isTrusted) pane.canvas.setPointerCapture(event.pointerId);
    pane.canvas.focus({ preventScroll: true });
    const isOther = event.button === 1 || event.button === 2;
    const reach = event.pointerType === 'touch' ? REACH_TOUCH : REACH_MOUSE;
    this.act.guard(() => {
      if (isOther) pointer.pans = true;
      else this.use(pane, pointer, reach);
    });
    this.pointers.set(event.pointerId, pointer);
    this.act.changed();
  }

  /** What the tool does where it is put down. */
  private use(pane: Pane, pointer: Pointer, reach: number): void {
    const [x, y] = this.camera.toWorld(pointer.x, pointer.y, pane.drawing.size);
    const side = this.simulation.sides[pane.place];
    if (side === undefined) return;
    if (this.tool === 'spawn') {
      this.spawn(pane, x, y);
    } else if (this.tool === 'explode') {
      this.explode(pane, x, y);
    } else {
      const picked = side.world.pick(x, y, reach / this.camera.scale);
      const hand = this.freeHand();
      if (picked === undefined) {
        pointer.pans = this.tool === 'drag';
      } else if (this.tool === 'delete') {
        this.simulation.destroy(picked);
      } else if (hand !== undefined && picked.mass > 0) {
        this.simulation.grab(side, hand, picked, x, y);
        pointer.hand = hand;
      }
    }
  }

  /** A tool at a point of the world, for the keyboard. Pulling is from one call to the next. */
  useAt(pane: Pane, x: number, y: number): void {
    const key = -1;
    if (this.pointers.has(key)) {
      this.up(key);
      return;
    }
    const { size } = pane.drawing;
    const pointer: Pointer = {
      x: size.width / 2 + (x - this.camera.x) * this.camera.scale,
      y: size.height / 2 - (y - this.camera.y) * this.camera.scale,
      hand: undefined,
      pans: false,
    };
    this.act.guard(() => this.use(pane, pointer, REACH_TOUCH));
    if (pointer.hand !== undefined) this.pointers.set(key, pointer);
    this.act.changed();
  }

  /** Moves what the keyboard pulls. */
  pullTo(x: number, y: number): void {
    const hand = this.pointers.get(-1)?.hand;
    if (hand !== undefined) this.act.guard(() => this.simulation.pull(hand, x, y));
  }

  spawn(pane: Pane, x: number, y: number, velocityY = 0): void {
    const piece = this.piece === 'mixed' ? PIECES[Math.floor(Math.random() * PIECES.length)]! : this.piece;
    const size = pane.drawing.meanRadius * (0.9 + 0.4 * Math.random());
    this.simulation.spawn(piece, x, y, size, 0, velocityY);
  }

  explode(pane: Pane, x: number, y: number): void {
    const radius = EXPLOSION_RADIUS * pane.drawing.meanRadius;
    this.simulation.explode(x, y, radius, EXPLOSION_SPEED * Math.sqrt(pane.drawing.meanRadius / 0.25));
  }

  private move(pane: Pane, event: PointerEvent): void {
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) return;
    const [x, y] = this.place(pane, event);
    const panning = [...this.pointers.values()].filter((other) => other.pans);
    if (pointer.pans && panning.length === 2) this.pinch(pane, pointer, panning, x, y);
    else if (pointer.pans) this.camera.panBy(x - pointer.x, y - pointer.y);
    pointer.x = x;
    pointer.y = y;
    this.act.guard(() => {
      const [worldX, worldY] = this.camera.toWorld(x, y, pane.drawing.size);
      if (pointer.hand !== undefined) this.simulation.pull(pointer.hand, worldX, worldY);
      else if (this.tool === 'delete') this.use(pane, pointer, REACH_MOUSE);
    });
    this.act.changed();
  }

  /** Two fingers on nothing: what was under each stays there. */
  private pinch(pane: Pane, pointer: Pointer, both: Pointer[], x: number, y: number): void {
    const other = both[0] === pointer ? both[1] : both[0];
    if (other === undefined) return;
    const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const after = Math.hypot(x - other.x, y - other.y);
    if (before > 0 && after > 0) this.camera.zoomAt(other.x, other.y, after / before, pane.drawing.size);
  }

  private up(id: number): void {
    const pointer = this.pointers.get(id);
    this.pointers.delete(id);
    const hand = pointer?.hand;
    if (hand !== undefined) this.act.guard(() => this.simulation.release(hand));
    this.act.changed();
  }

  private wheel(pane: Pane, event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.place(pane, event);
    const lines = event.deltaMode === 1 ? 16 : 1;
    this.camera.zoomAt(x, y, Math.exp(-WHEEL_RATE * lines * event.deltaY), pane.drawing.size);
    this.act.changed();
  }
}
