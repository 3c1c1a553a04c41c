/* The engine: loads the module, and makes worlds.
 *
 *     const modulus = await Modulus.load();
 *     const world = modulus.open('pool2', { circles: 300, solver: 'amgs:alpha=auto' });
 *     world.step();
 *     console.log(world.report().residual, world.hash());
 */
import { flatten } from './flat.js';
import { parseJson } from './json.js';
import { Memory } from './memory.js';
import type { Catalogue, Settings } from './types.js';
import { World, linesOf } from './world.js';

export class Modulus {
  private constructor(
    private readonly memory: Memory,
    readonly catalogue: Catalogue,
  ) {}

  /** An instance of a compiled module, with a memory of its own. */
  static async from(module: WebAssembly.Module): Promise<Modulus> {
    const memory = await Memory.from(module);
    const text = memory.textAt(memory.pointer(memory.call.web_catalogue()));
    return new Modulus(memory, JSON.parse(text) as Catalogue);
  }

  /** A built-in scene. */
  open(name: string, settings: Settings = {}): World {
    const at = this.memory.lendText(name, (nameAt) =>
      this.memory.lendText(linesOf(settings), (linesAt) =>
        this.memory.pointer(this.memory.call.web_open(nameAt, linesAt)),
      ),
    );
    return new World(this.memory, at);
  }

  /** A scene from a value that JSON.parse returned; `origin` names it in errors. */
  read(document: unknown, origin = 'scene', settings: Settings = {}): World {
    const bytes = flatten(document);
    const at = this.memory.lend(bytes, (bytesAt) =>
      this.memory.lendText(origin, (originAt) =>
        this.memory.lendText(linesOf(settings), (linesAt) =>
          this.memory.pointer(this.memory.call.web_read(bytesAt, bytes.length, originAt, linesAt)),
        ),
      ),
    );
    return new World(this.memory, at);
  }

  /** A scene from a JSON text. */
  readText(text: string, origin = 'scene', settings: Settings = {}): World {
    return this.read(parseJson(text, origin), origin, settings);
  }
}
