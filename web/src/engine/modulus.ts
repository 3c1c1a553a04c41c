/* The engine: instantiates the module and opens worlds.
 *
 *     const modulus = await load();
 *     const world = modulus.open('pool2', { circles: 300, solver: 'pgs' });
 *     world.step();
 *     console.log(world.report().residual, world.hash());
 */
import type { WorldDefinition2 } from './definitions2.js';
import type { WorldDefinition3 } from './definitions3.js';
import { ModulusError } from './error.js';
import { flatten } from './flat.js';
import { parseJson } from './json.js';
import { Memory } from './memory.js';
import type { Catalogue, Settings } from './types.js';
import { settingLines } from './world.js';
import { World2 } from './world2.js';
import { World3 } from './world3.js';

function expect2(world: World2 | World3, origin: string): World2 {
  if (world.dimensions === 2) return world;
  world.close();
  throw new ModulusError(`${origin}: this is a 3D scene, expected a 2D scene`);
}

function expect3(world: World2 | World3, origin: string): World3 {
  if (world.dimensions === 3) return world;
  world.close();
  throw new ModulusError(`${origin}: this is a 2D scene, expected a 3D scene`);
}

/** The document of a scene without bodies. Messages about a setting begin with "origin: world.". */
function emptyScene(dimensions: 2 | 3, definition: WorldDefinition2 | WorldDefinition3): unknown {
  const { name = `world${dimensions}`, about, dt, ...world } = definition;
  return { format: 'modulus-scene', version: 1, dimensions, name, about, dt, world };
}

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

  /** Opens a world of either dimension. */
  private create(
    open: (origin: number, settings: number) => number,
    origin: string,
    settings: Settings,
  ): World2 | World3 {
    const { memory } = this;
    const at = memory.withText(origin, (originAt) =>
      memory.withText(settingLines(settings), (linesAt) => memory.checkPointer(open(originAt, linesAt))),
    );
    return memory.call.web_dimensions(at) === 3 ? new World3(memory, at) : new World2(memory, at);
  }

  /** Opens a built-in scene, 2D or 3D. */
  open(name: string, settings: Settings = {}): World2 | World3 {
    return this.create(this.memory.call.web_open, name, settings);
  }

  /** Opens a scene, 2D or 3D, from a value that JSON.parse returned. Error messages start with `origin`. */
  read(document: unknown, origin = 'scene', settings: Settings = {}): World2 | World3 {
    const bytes = flatten(document);
    const { call } = this.memory;
    return this.memory.withBytes(bytes, (bytesAt) =>
      this.create((originAt, linesAt) => call.web_read(bytesAt, bytes.length, originAt, linesAt), origin, settings),
    );
  }

  /** Opens a scene, 2D or 3D, from a JSON text. */
  readText(text: string, origin = 'scene', settings: Settings = {}): World2 | World3 {
    return this.read(parseJson(text, origin), origin, settings);
  }

  /** Creates an empty 2D world; settings that are not given have the library's defaults. */
  createWorld2(definition: WorldDefinition2 = {}): World2 {
    return this.read2(emptyScene(2, definition), 'createWorld2');
  }
  /** Creates an empty 3D world. */
  createWorld3(definition: WorldDefinition3 = {}): World3 {
    return this.read3(emptyScene(3, definition), 'createWorld3');
  }

  /** open, read and readText for a 2D scene; a 3D scene is refused. */
  open2(name: string, settings: Settings = {}): World2 {
    return expect2(this.open(name, settings), name);
  }
  read2(document: unknown, origin = 'scene', settings: Settings = {}): World2 {
    return expect2(this.read(document, origin, settings), origin);
  }
  readText2(text: string, origin = 'scene', settings: Settings = {}): World2 {
    return expect2(this.readText(text, origin, settings), origin);
  }

  /** open, read and readText for a 3D scene; a 2D scene is refused. */
  open3(name: string, settings: Settings = {}): World3 {
    return expect3(this.open(name, settings), name);
  }
  read3(document: unknown, origin = 'scene', settings: Settings = {}): World3 {
    return expect3(this.read(document, origin, settings), origin);
  }
  readText3(text: string, origin = 'scene', settings: Settings = {}): World3 {
    return expect3(this.readText(text, origin, settings), origin);
  }
}
