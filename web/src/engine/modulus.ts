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

  /** Opens a built-in scene. */
  open(name: string, settings: Settings = {}): World {
    const at = this.memory.withText(name, (nameAt) =>
      this.memory.withText(settingLines(settings), (linesAt) =>
        this.memory.checkPointer(this.memory.call.web_open(nameAt, linesAt)),
      ),
    );
    return new World(this.memory, at);
  }

  /** Opens a scene from a value that JSON.parse returned. Error messages start with `origin`. */
  read(document: unknown, origin = 'scene', settings: Settings = {}): World {
    const bytes = flatten(document);
    const at = this.memory.withBytes(bytes, (bytesAt) =>
      this.memory.withText(origin, (originAt) =>
        this.memory.withText(settingLines(settings), (linesAt) =>
          this.memory.checkPointer(this.memory.call.web_read(bytesAt, bytes.length, originAt, linesAt)),
        ),
      ),
    );
    return new World(this.memory, at);
  }

  /** Opens a scene from a JSON text. */
  readText(text: string, origin = 'scene', settings: Settings = {}): World {
    return this.read(parseJson(text, origin), origin, settings);
  }
}
