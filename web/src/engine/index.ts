/* Entry point of the npm package, which contains the WebAssembly module. */
import wasm from 'modulus.wasm';
import { Modulus } from './modulus.js';

export { Modulus } from './modulus.js';
export { World } from './world.js';
export { World2 } from './world2.js';
export { World3 } from './world3.js';
export { ModulusError } from './error.js';
export * from './types.js';
export type * from './changes.js';
export type * from './definitions2.js';
export type * from './definitions3.js';

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns a new engine instance with its own memory. */
export async function load(): Promise<Modulus> {
  compiled ??= WebAssembly.compile(wasm);
  return Modulus.from(await compiled);
}
