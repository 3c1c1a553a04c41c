/* The engine: instantiates the module and opens worlds.
 *
 *     const modulus = await load();
 *     const world = modulus.open('pool2', { circles: 300, solver: 'pgs' });
 *     world.step();
 *     console.log(world.report().residual, world.hash());
 */
import { flatten } from './flat.js';
import { parseJson } from './json.js';
import { Memory } from './memory.js';
import type { Catalogue, Settings } from './types.js';
import { World, settingLines } from './world.js';
import { World3 } from './world3.js';

export class Modulus {
  private constructor(
    private readonly memory: Memory,
    readonly catalogue: Catalogue,
  ) {}

  /** Instantiates a compiled module. Every instance has its own memory. */
  static async from(module: WebAssembly.Module): Promise<Modulus> {
    const memory = await Memory.from(module);
    const text = memory.textAt(memory.checkPointer(memory.call.web_catalogue()));
    return new Modulus(memory, JSON.parse(text) as Catalogue);
  }

  private openAt(open: (name: number, settings: number) => number, name: string, settings: Settings): number {
    return this.memory.withText(name, (nameAt) =>
      this.memory.withText(settingLines(settings), (linesAt) => this.memory.checkPointer(open(nameAt, linesAt))),
    );
  }

  private readAt(
    read: (bytes: number, size: number, origin: number, settings: number) => number,
    document: unknown,
    origin: string,
    settings: Settings,
  ): number {
    const bytes = flatten(document);
    return this.memory.withBytes(bytes, (bytesAt) =>
      this.openAt((originAt, linesAt) => read(bytesAt, bytes.length, originAt, linesAt), origin, settings),
    );
  }

  /** Opens a built-in scene. */
  open(name: string, settings: Settings = {}): World {
    return new World(this.memory, this.openAt(this.memory.call.web_open, name, settings));
  }

  /** Opens a built-in 3D scene. */
  open3(name: string, settings: Settings = {}): World3 {
    return new World3(this.memory, this.openAt(this.memory.call.web3_open, name, settings));
  }

  /** Opens a scene from a value that JSON.parse returned. Error messages start with `origin`. */
  read(document: unknown, origin = 'scene', settings: Settings = {}): World {
    return new World(this.memory, this.readAt(this.memory.call.web_read, document, origin, settings));
  }

  /** The same for a 3D scene. */
  read3(document: unknown, origin = 'scene', settings: Settings = {}): World3 {
    return new World3(this.memory, this.readAt(this.memory.call.web3_read, document, origin, settings));
  }

  /** Opens a scene from a JSON text. */
  readText(text: string, origin = 'scene', settings: Settings = {}): World {
    return this.read(parseJson(text, origin), origin, settings);
  }

  /** The same for a 3D scene. */
  readText3(text: string, origin = 'scene', settings: Settings = {}): World3 {
    return this.read3(parseJson(text, origin), origin, settings);
  }
}
