/* The npm package: the engine with its module inside. */
import wasm from 'modulus.wasm';
import { Modulus } from './modulus.js';

export { Modulus } from './modulus.js';
export { World } from './world.js';
export { ModulusError } from './error.js';
export * from './types.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** The engine, with a memory of its own. */
export async function load(): Promise<Modulus> {
  compiled ??= WebAssembly.compile(wasm);
  return Modulus.from(await compiled);
}
