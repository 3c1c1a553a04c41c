// Prints the state hash of each scene after 400 steps in WebAssembly.
// Usage: node hashes.mjs PACKAGE SCENE...
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, ...scenes] = process.argv.slice(2);
const { load } = await import(pathToFileURL(path.resolve(folder, 'index.js')).href);
const modulus = await load();
for (const scene of scenes) {
  const world = modulus.open(scene, {});
  for (let i = 0; i < 400; ++i) world.step();
  console.log(scene, world.hash());
  world.close();
}
