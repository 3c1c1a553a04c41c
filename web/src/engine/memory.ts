/* The module's exports and its memory: passes strings and arrays in and out. */
import { ModulusError } from './error.js';
import { wasiImports } from './wasi.js';

type Pointer = number;

/** The functions of web/engine/engine.h, engine2.h, engine3.h and engine_build.h, which document them. */
export interface Exports {
  memory: WebAssembly.Memory;
  web_error(): Pointer;
  web_alloc(size: number): Pointer;
  web_free(block: Pointer): void;
  web_catalogue(): Pointer;
  web_open(name: Pointer, settings: Pointer): Pointer;
  web_read(bytes: Pointer, size: number, origin: Pointer, settings: Pointer): Pointer;
  web_close(world: Pointer): void;
  web_dimensions(world: Pointer): number;
  web_set(world: Pointer, key: Pointer, value: Pointer): number;
  web_set_gravity(world: Pointer, x: number, y: number, z: number): number;
  web_describe(world: Pointer): Pointer;
  web_save(world: Pointer): Pointer;
  web_step(world: Pointer): number;
  web_hash(world: Pointer): bigint;
  web_log(world: Pointer): Pointer;
  web_snapshot_size(world: Pointer): number;
  web_snapshot(world: Pointer, buffer: Pointer, capacity: number): number;
  web_restore(world: Pointer, buffer: Pointer, size: number): number;
  web_report(world: Pointer): Pointer;
  web_observe(world: Pointer, flags: number): number;
  web_sweep_residuals(world: Pointer): Pointer;
  web_draw(world: Pointer, fraction: number): Pointer;
  web_contacts(world: Pointer): Pointer;
  web_bodies(world: Pointer): Pointer;
  web_pick(world: Pointer, x: number, y: number, radius: number): Pointer;
  web_grab(
    world: Pointer,
    pointer: number,
    body: number,
    generation: number,
    localX: number,
    localY: number,
    x: number,
    y: number,
  ): number;
  web_drag(world: Pointer, pointer: number, x: number, y: number): number;
  web_release(world: Pointer, pointer: number): void;
  web_spawn(
    world: Pointer,
    shape: number,
    x: number,
    y: number,
    size: number,
    velocityX: number,
    velocityY: number,
  ): number;
  web_explode(world: Pointer, x: number, y: number, radius: number, speed: number): number;
  web_create_body(world: Pointer, bytes: Pointer, size: number, origin: Pointer): Pointer;
  web_create_shape(
    world: Pointer,
    body: number,
    generation: number,
    bytes: Pointer,
    size: number,
    origin: Pointer,
  ): Pointer;
  web_create_joint(world: Pointer, bytes: Pointer, size: number, origin: Pointer): Pointer;
  web_change(
    world: Pointer,
    part: number,
    index: number,
    generation: number,
    bytes: Pointer,
    size: number,
    origin: Pointer,
  ): number;
  web_destroy_body(world: Pointer, body: number, generation: number): number;
  web_destroy_shape(world: Pointer, shape: number, generation: number): number;
  web_destroy_joint(world: Pointer, joint: number, generation: number): number;
  web_is_valid(world: Pointer, part: number, index: number, generation: number): number;
  web_body(world: Pointer, body: number, generation: number): Pointer;
  web_push(
    world: Pointer,
    body: number,
    generation: number,
    push: number,
    x: number,
    y: number,
    z: number,
    secondX: number,
    secondY: number,
    secondZ: number,
  ): number;
  web_set_transform(
    world: Pointer,
    body: number,
    generation: number,
    x: number,
    y: number,
    z: number,
    rotationX: number,
    rotationY: number,
    rotationZ: number,
    rotationW: number,
  ): number;
  web_set_awake(world: Pointer, body: number, generation: number, awake: number): number;
  web_set_enabled(world: Pointer, body: number, generation: number, enabled: number): number;
  web_events(world: Pointer): Pointer;
  web3_meshes(world: Pointer): Pointer;
  web3_shapes_version(world: Pointer): number;
  web3_instances(world: Pointer, fraction: number): Pointer;
  web3_joints(world: Pointer, fraction: number): Pointer;
  web3_contacts(world: Pointer): Pointer;
  web3_bodies(world: Pointer): Pointer;
  web3_bounds(world: Pointer): Pointer;
  web3_ray(
    world: Pointer,
    x: number,
    y: number,
    z: number,
    directionX: number,
    directionY: number,
    directionZ: number,
  ): Pointer;
  web3_grab(
    world: Pointer,
    pointer: number,
    body: number,
    generation: number,
    localX: number,
    localY: number,
    localZ: number,
    x: number,
    y: number,
    z: number,
  ): number;
  web3_drag(world: Pointer, pointer: number, x: number, y: number, z: number): number;
  web3_release(world: Pointer, pointer: number): void;
  web3_spawn(
    world: Pointer,
    shape: number,
    x: number,
    y: number,
    z: number,
    size: number,
    velocityX: number,
    velocityY: number,
    velocityZ: number,
  ): number;
  web3_explode(world: Pointer, x: number, y: number, z: number, radius: number, speed: number): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the module with its memory. */
export class Memory {
  private constructor(readonly call: Exports) {}

  static async from(module: WebAssembly.Module): Promise<Memory> {
    let memory: WebAssembly.Memory | undefined;
    const imports = wasiImports(() => {
      if (memory === undefined) throw new Error('the module has no memory yet');
      return memory;
    });
    const instance = await WebAssembly.instantiate(module, imports);
    const call = instance.exports as unknown as Exports;
    memory = call.memory;
    return new Memory(call);
  }

  /** Returns a view of the memory. Any call may grow the memory, which invalidates older views. */
  bytes(): Uint8Array {
    return new Uint8Array(this.call.memory.buffer);
  }

  textAt(pointer: Pointer): string {
    const bytes = this.bytes();
    return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }

  error(): ModulusError {
    return new ModulusError(this.textAt(this.call.web_error()));
  }

  /** Throws the message of web_error() if a call returned NULL. */
  checkPointer(pointer: Pointer): Pointer {
    if (pointer === 0) throw this.error();
    return pointer;
  }
  /** Throws the message of web_error() if a call returned a failure status. */
  checkStatus(status: number): void {
    if (status !== 0) throw this.error();
  }

  /** Copies bytes into the module for the duration of a call. */
  withBytes<T>(bytes: Uint8Array, use: (at: Pointer) => T): T {
    const at = this.checkPointer(this.call.web_alloc(bytes.length));
    try {
      this.bytes().set(bytes, at);
      return use(at);
    } finally {
      this.call.web_free(at);
    }
  }

  /** Copies a flat document and the name of its origin into the module for the duration of a call. */
  withDocument<T>(bytes: Uint8Array, origin: string, use: (at: Pointer, size: number, origin: Pointer) => T): T {
    return this.withBytes(bytes, (at) => this.withText(origin, (originAt) => use(at, bytes.length, originAt)));
  }

  withText<T>(text: string, use: (at: Pointer) => T): T {
    return this.withBytes(encoder.encode(`${text}\0`), use);
  }

  private array(pointer: Pointer): [Pointer, number] {
    const [at, count] = new Uint32Array(this.call.memory.buffer, this.checkPointer(pointer), 2);
    return [at ?? 0, count ?? 0];
  }

  handle(pointer: Pointer): { index: number; generation: number } {
    const [index, generation] = new Uint32Array(this.call.memory.buffer, pointer, 2);
    return { index: index ?? 0, generation: generation ?? 0 };
  }

  /** Return views of a web_array, which are valid until the next call. */
  floats(pointer: Pointer): Float32Array {
    const [at, count] = this.array(pointer);
    return new Float32Array(this.call.memory.buffer, at, count);
  }
  doubles(pointer: Pointer): Float64Array {
    const [at, count] = this.array(pointer);
    return new Float64Array(this.call.memory.buffer, at, count);
  }
  ints(pointer: Pointer): Int32Array {
    const [at, count] = this.array(pointer);
    return new Int32Array(this.call.memory.buffer, at, count);
  }
  indices(pointer: Pointer): Uint32Array {
    const [at, count] = this.array(pointer);
    return new Uint32Array(this.call.memory.buffer, at, count);
  }
  doublesAt(pointer: Pointer, count: number): Float64Array {
    return new Float64Array(this.call.memory.buffer, pointer, count);
  }
}
